import JSONTree
import Platform
import Synchronization
import TreeStore

/// The owner of what is written: one line in which all writes of this process stand.
///
/// What is submitted runs in the order of submission. Writes that came while one was being made
/// durable go together into one transaction of the store, each on its own conditions: a disk that
/// syncs ten thousand times a second then takes a multiple of that in writes.
actor CommitQueue {
  /// Told when a write is durable and has been announced, or why it was not made.
  typealias Completion = @Sendable (Result<CommitResult, DatabaseError>) -> Void

  /// One thing to do.
  enum Item: Sendable {
    /// A write with its conditions.
    case write(CommitRequest, Completion)
    /// Anything that must keep its place among the writes.
    case run(@Sendable (isolated CommitQueue) -> Void)
  }

  private struct Mailbox {
    var items: [Item] = []
    var isScheduled = false
    var isClosed = false
  }

  /// How many writes go into one transaction at most, so that the first does not wait for a crowd.
  static let greatestBatch = 256

  /// The queue it lives on.
  nonisolated let executor: SerialQueueExecutor
  private nonisolated let mailbox = Mutex(Mailbox())
  let store: TreeStore
  nonisolated let engine: Engine
  private nonisolated let bell: Doorbell?
  nonisolated let log: Log

  /// Takes the store over.
  ///
  /// Without a bell (a folder that cannot be written to) nobody is woken.
  init(_ store: sending TreeStore, engine: Engine, bell: Doorbell?, log: Log) {
    executor = SerialQueueExecutor(label: "RealtimeDatabase.CommitQueue")
    self.store = store
    self.engine = engine
    self.bell = bell
    self.log = log
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Puts something at the end of the line, and returns at once.
  ///
  /// False when the line is closed: then the caller says so.
  nonisolated func submit(_ item: Item) -> Bool {
    put(item, closing: false)
  }

  /// Closes the line behind a last item.
  nonisolated func submitLast(_ item: Item) -> Bool {
    put(item, closing: true)
  }

  private nonisolated func put(_ item: Item, closing: Bool) -> Bool {
    let (isOpen, mustSchedule) = mailbox.withLock { mailbox in
      if mailbox.isClosed { return (false, false) }
      mailbox.isClosed = closing
      mailbox.items.append(item)
      defer { mailbox.isScheduled = true }
      return (true, !mailbox.isScheduled)
    }
    if mustSchedule { executor.enqueue { self.assumeIsolated { $0.drain() } } }
    return isOpen
  }
}

// MARK: - Working the line off

extension CommitQueue {
  /// Does what has been submitted, until nothing is left.
  private func drain() {
    while true {
      let items = mailbox.withLock { mailbox in
        defer { mailbox.items = [] }
        if mailbox.items.isEmpty { mailbox.isScheduled = false }
        return mailbox.items
      }
      if items.isEmpty { return }
      work(off: items)
    }
  }

  private func work(off items: [Item]) {
    var batch: [(request: CommitRequest, completion: Completion)] = []
    for item in items {
      switch item {
      case .write(let request, let completion):
        batch.append((request, completion))
        if batch.count == CommitQueue.greatestBatch { commit(&batch) }
      case .run(let body):
        commit(&batch)
        body(self)
      }
    }
    commit(&batch)
  }

  private func commit(_ batch: inout [(request: CommitRequest, completion: Completion)]) {
    if batch.isEmpty { return }
    let results = commit(batch.map(\.request))
    announce(results, to: batch.map(\.completion))
    batch = []
  }

  /// Makes writes durable.
  ///
  /// When all of several fail together, one of them may be the cause: then each is tried alone,
  /// unless they waited in vain for another program.
  func commit(_ requests: [CommitRequest]) -> [Result<Commit, DatabaseError>] {
    do {
      return try store.commit(requests).map { $0.mapError { DatabaseError($0) } }
    } catch {
      guard requests.count > 1, error.code != .busy else {
        return requests.map { _ in .failure(DatabaseError(error)) }
      }
      return requests.flatMap { commit([$0]) }
    }
  }

  /// Rings for other processes, has the engine tell this one's observers, then completes.
  func announce(
    _ results: [Result<Commit, DatabaseError>], to completions: [Completion]
  ) {
    let commits = results.compactMap { try? $0.get() }
    if !commits.isEmpty { ring() }
    let changes = commits.map(\.changeSet)
    engine.enqueue { engine in
      engine.announce(changes)
      for (result, completion) in zip(results, completions) {
        completion(result.map { CommitResult($0) })
      }
    }
  }

  private func ring() {
    do {
      try bell?.ring()
    } catch {
      log(.warning, "Could not ring for other programs.", ["error": "\(error)"])
    }
  }

  /// Reads what a snapshot of a query holds, between two writes.
  func read(_ query: Query) -> Result<Node, DatabaseError> {
    Result {
      try store.read { reader in
        guard query.isFiltered else { return try reader.node(at: query.path) }
        return Node(try reader.children(of: query).map { ($0.key, $0.node) })
      }
    }.mapError { DatabaseError(wrapping: $0) }
  }

  /// Closes the store; nothing may come after.
  func close() {
    store.close()
  }
}
