public import JSONTree
import TreeStore

extension Database {
  /// Reads one frozen revision.
  ///
  /// The reader must not leave the body. What the body throws is thrown on. Keep it short when it
  /// can be: it mostly runs on the caller's thread, and the file's log grows meanwhile. A long one
  /// (an export) should say so: it then gets a file and a queue of its own.
  public func read<Result: Sendable>(
    isLong: Bool = false, _ body: @escaping @Sendable (any TreeReader) throws -> Result
  ) async throws -> Result {
    try await wrapping {
      isLong ? try await apart { try await $0.read(body) } : try await lookup.readHere(body)
    }
  }

  /// The children of a place whose listed texts hold all words of a text.
  ///
  /// Case, accents and width do not count, and the last word may be incomplete. The place needs a
  /// `TextList`. Children come in the order in which they were first written.
  public func search(_ text: String, in path: Path, limit: Int) async throws -> [Child] {
    try await wrapping { try await lookup.search(text, in: path, limit: limit) }
  }

  /// Examines the whole file; no findings mean that all is well.
  ///
  /// Costs a pass over everything, apart from all other work.
  public func check() async throws -> [DatabaseFinding] {
    try await wrapping {
      try await apart { lookup in
        try await lookup.check().map { DatabaseFinding(place: $0.place, reason: $0.reason) }
      }
    }
  }

  /// Runs something long on a store of its own.
  func apart<Result: Sendable>(
    _ body: (Lookup) async throws -> Result
  ) async throws -> Result {
    let apart = lookup.another()
    do {
      let result = try await body(apart)
      await apart.close()
      return result
    } catch {
      await apart.close()
      throw error
    }
  }

  func wrapping<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
      return try await body()
    } catch let error as StoreError {
      throw DatabaseError(error)
    }
  }
}
