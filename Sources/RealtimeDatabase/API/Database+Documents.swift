package import JSONTree
import TreeStore

/// The tree as JSON documents of any length: held in memory neither as text nor as a tree.
extension Database {
  /// Takes the next bytes of a document.
  package typealias DocumentSink = @Sendable (UnsafeRawBufferPointer) throws -> Void
  /// Puts the next bytes of a document into a buffer and says how many; 0 at the end.
  package typealias DocumentSource = @Sendable (UnsafeMutableRawBufferPointer) throws -> Int

  /// Writes what is at a path as a JSON document in export form, at one revision.
  ///
  /// What `sink` throws ends it and is thrown on. Costs a pass over the subtree, apart from all
  /// other work.
  package func exportDocument(
    at path: Path, isPretty: Bool = false, to sink: @escaping DocumentSink
  ) async throws {
    try await wrapping {
      try await apart { try await $0.export(path, isPretty: isPretty, to: sink) }
    }
  }

  /// Replaces what is at a path by a JSON document in export form: all of it or nothing.
  ///
  /// The document is read while the turn to write is held, so its source should be quick; read it
  /// once with `checkDocument` before. Server values are refused. What `source` throws undoes
  /// everything and is thrown on, as is a `TreeSyntaxError` that names line and column.
  package func importDocument(
    at path: Path, from source: @escaping DocumentSource
  ) async throws {
    let origin = configuration.desk
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      let isOpen = commits.submit(
        .run { commits in
          commits.load(at: path, origin: origin, from: source) { continuation.resume(with: $0) }
        })
      if !isOpen { continuation.resume(throwing: DatabaseError.closed) }
    }
  }

  /// Reads a JSON document as `importDocument` would, and writes nothing.
  ///
  /// Throws what is wrong with it.
  package static func checkDocument(at path: Path, from source: @escaping DocumentSource) throws {
    var stream = JSONStream(level: path.depth, from: source)
    while try stream.next() != nil {}
  }
}
