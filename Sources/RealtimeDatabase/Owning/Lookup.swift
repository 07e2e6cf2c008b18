@preconcurrency import Dispatch
import JSONTree
import Platform
import TreeStore

/// The owner of what is read once: lookups, searches, checks, counting.
///
/// It has a store of its own, opened when it is first needed, so that a long read holds up neither
/// commits nor the news.
actor Lookup {
  /// The queue it lives on.
  nonisolated let executor: SerialQueueExecutor
  private nonisolated let open: @Sendable () throws -> sending TreeStore
  private nonisolated let desk: ReadingDesk
  private var store: TreeStore?
  private var isClosed = false

  /// Takes the way to open the store.
  init(opening open: @escaping @Sendable () throws -> sending TreeStore) {
    executor = SerialQueueExecutor(label: "RealtimeDatabase.Lookup")
    self.open = open
    desk = ReadingDesk(opening: open)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The synchronous door: runs a closure after everything that came before, and returns at once.
  nonisolated func enqueue(_ body: @escaping @Sendable (isolated Lookup) -> Void) {
    executor.enqueue { self.assumeIsolated(body) }
  }

  /// Runs a short closure on one frozen revision: on the caller's thread if a store is free, else
  /// behind those that came before.
  nonisolated func readHere<Result: Sendable>(
    _ body: @escaping @Sendable (any TreeReader) throws -> Result
  ) async throws -> Result {
    try await hereOrApart { store in try store.read(body) }
  }

  /// Finds children by the words of their texts; see `TreeStore.search`.
  nonisolated func search(_ text: String, in path: Path, limit: Int) async throws -> [Child] {
    try await hereOrApart { store in
      try store.read { reader in
        try store.search(text, in: path, limit: limit).map { key in
          Child(key: key, node: try reader.node(at: path.child(key)), under: .key)
        }
      }
    }
  }

  private nonisolated func hereOrApart<Result: Sendable>(
    _ body: @escaping @Sendable (TreeStore) throws -> Result
  ) async throws -> Result {
    if let result = try desk.read(body) { return result }
    return try await use(body)
  }

  private func use<Result: Sendable>(
    _ body: @Sendable (TreeStore) throws -> Result
  ) throws -> Result {
    try body(try opened())
  }

  /// Runs a closure on one frozen revision.
  func read<Result>(_ body: (any TreeReader) throws -> Result) throws -> Result {
    try opened().read(body)
  }

  /// Examines the whole file; see `TreeStore.check`.
  func check() throws -> [Finding] {
    try opened().check()
  }

  /// Writes a subtree as a JSON document; see `TreeStore.export`.
  func export(
    _ path: Path, isPretty: Bool, to sink: @escaping JSONStreamWriter.Sink
  ) throws {
    try opened().export(path, isPretty: isPretty, to: sink)
  }

  /// The same on a queue and a store of its own.
  nonisolated func another() -> Lookup {
    Lookup(opening: open)
  }

  /// The store, opened now if it was not yet.
  func opened() throws -> TreeStore {
    if isClosed { throw DatabaseError.closed }
    if let store {
      _ = try store.reopenIfReplaced()
      return store
    }
    let opened = try open()
    store = opened
    return opened
  }

  /// Counts how many of a query's children stand before a place; nil when it cannot be read.
  nonisolated func rank(
    of place: Place, in query: Query, after delay: Duration,
    _ completion: @escaping @Sendable (Int?) -> Void
  ) {
    let (seconds, attoseconds) = delay.components
    let wait = Double(seconds) + Double(attoseconds) / 1e18
    executor.queue.asyncAfter(deadline: .now() + wait) {
      self.assumeIsolated { lookup in
        completion(try? lookup.read { reader in try reader.rank(of: place, in: query) })
      }
    }
  }

  /// Closes the store.
  func close() {
    isClosed = true
    store?.close()
    store = nil
    desk.close()
  }
}
