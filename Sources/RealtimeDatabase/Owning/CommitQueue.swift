@preconcurrency import Dispatch
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
    /// The same for what writes: with what to do, on the engine's queue, if it is thrown away.
    case change(
      @Sendable (isolated CommitQueue) -> Void, dropped: @Sendable (DatabaseError) -> Void)

    /// What is left of it when the writes that wait are thrown away: its place in the line, so that
    /// completions keep their order.
    var purged: Item {
      switch self {
      case .run: self
      case .write(_, let completion):
        .run { commits in commits.say { completion(.failure(.writeCanceled)) } }
      case .change(_, let dropped):
        .run { commits in commits.say { dropped(.writeCanceled) } }
      }
    }
  }

  private struct Mailbox {
    /// What waits, in pieces of one transaction, so that taking the first costs nothing for those
    /// behind.
    private var pieces: [[Item]] = []
    var isScheduled = false
    var isClosed = false

    mutating func append(_ item: Item) {
      if pieces.last.map({ $0.count < CommitQueue.greatestBatch }) != true { pieces.append([]) }
      pieces[pieces.count - 1].append(item)
    }

    var isEmpty: Bool { pieces.isEmpty }

    /// The next piece; empty when nothing waits.
    mutating func take() -> [Item] { pieces.isEmpty ? [] : pieces.removeFirst() }

    mutating func purge() {
      pieces = pieces.map { $0.map(\.purged) }
    }
  }

  /// How many writes go into one transaction at most, so that the first does not wait for a crowd.
  static let greatestBatch = 256

  /// The queue it lives on.
  nonisolated let executor: SerialQueueExecutor
  private nonisolated let mailbox = Mutex(Mailbox())
  nonisolated let engine: Engine
  private let opening: Opening
  private var opened: TreeStore?
  private var isClosed = false
  /// Without a bell (a folder that cannot be written to) nobody is woken.
  private var bell: Doorbell?
  nonisolated let log: Log
  private nonisolated let whenOpened = Mutex<(@Sendable () -> Void)?>(nil)

  /// Takes the way to the file.
  init(opening: Opening, engine: Engine, log: Log) {
    executor = SerialQueueExecutor(label: "RealtimeDatabase.CommitQueue")
    self.opening = opening
    self.engine = engine
    self.log = log
  }

  /// Names what is to be done when the file has been opened.
  nonisolated func begin(_ whenOpened: @escaping @Sendable () -> Void) {
    self.whenOpened.withLock { $0 = whenOpened }
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

  /// Throws the writes away that wait in the line; what is being written is written.
  nonisolated func purge() {
    mailbox.withLock { $0.purge() }
  }

  /// Whether something waits in line.
  nonisolated var isWaiting: Bool { mailbox.withLock { !$0.isEmpty } }

  /// Whether the last item has been put in line.
  nonisolated var isClosing: Bool { mailbox.withLock(\.isClosed) }

  private nonisolated func put(_ item: Item, closing: Bool) -> Bool {
    let (isOpen, mustSchedule) = mailbox.withLock { mailbox in
      if mailbox.isClosed { return (false, false) }
      mailbox.isClosed = closing
      mailbox.append(item)
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
        let items = mailbox.take()
        if items.isEmpty { mailbox.isScheduled = false }
        return items
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
      case .run(let body), .change(let body, dropped: _):
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

  /// The store, opened now if it was not yet.
  var store: TreeStore {
    get throws(StoreError) {
      if let opened { return opened }
      if isClosed { throw StoreError(.closed, at: opening.folder, "The database is closed.") }
      let store = try opening.writing()
      bell = try opening.bell()
      opened = store
      whenOpened.withLock { $0 }?()
      log(.debug, "Opened.", ["folder": opening.folder])
      return store
    }
  }

  /// Opens the file now, and says why it cannot be opened; blocks the caller.
  nonisolated func openNow() -> StoreError? {
    executor.queue.sync {
      assumeIsolated { commits -> StoreError? in
        do throws(StoreError) {
          _ = try commits.store
          return nil
        } catch {
          return error
        }
      }
    }
  }

  /// Makes writes durable.
  func commit(_ requests: [CommitRequest]) -> [Result<Commit, DatabaseError>] {
    do {
      return commit(requests, in: try store)
    } catch {
      return requests.map { _ in .failure(DatabaseError(error)) }
    }
  }

  /// When all of several fail together, one of them may be the cause: then each is tried alone,
  /// unless they waited in vain for another program.
  private func commit(
    _ requests: [CommitRequest], in store: TreeStore
  ) -> [Result<Commit, DatabaseError>] {
    do {
      return try store.commit(requests).map { $0.mapError { DatabaseError($0) } }
    } catch {
      guard requests.count > 1, error.code != .busy else {
        return requests.map { _ in .failure(DatabaseError(error)) }
      }
      return requests.flatMap { commit([$0], in: store) }
    }
  }

  /// Rings for other processes, has the engine tell this one's observers, then completes.
  ///
  /// Where nobody observes, it completes at once, without the engine.
  func announce(
    _ results: [Result<Commit, DatabaseError>], to completions: [Completion]
  ) {
    let commits = results.compactMap { try? $0.get() }
    if let last = commits.last {
      log(.debug, "Written.", ["writes": "\(commits.count)", "revision": "\(last.revision)"])
    }
    if commits.contains(where: { !$0.changeSet.isEmpty }) { ring() }
    if engine.attention.isIdle {
      complete(results, completions)
      return
    }
    let changes = commits.map(\.changeSet)
    engine.attention.begin()
    engine.enqueue { engine in
      engine.announce(changes)
      self.complete(results, completions)
      engine.attention.end()
    }
  }

  private nonisolated func complete(
    _ results: [Result<Commit, DatabaseError>], _ completions: [Completion]
  ) {
    for (result, completion) in zip(results, completions) {
      completion(result.map { CommitResult($0) })
    }
  }

  /// Says something behind the events and completions of everything before it.
  func say(_ body: @escaping @Sendable () -> Void) {
    if engine.attention.isIdle {
      body()
      return
    }
    engine.attention.begin()
    engine.enqueue { engine in
      body()
      engine.attention.end()
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
      let store = try store
      _ = try store.reopenIfReplaced()
      return try store.read { reader in
        guard query.isFiltered else { return try reader.node(at: query.path) }
        return Node(try reader.children(of: query).map { ($0.key, $0.node) })
      }
    }.mapError { DatabaseError(wrapping: $0) }
  }

  /// Closes the store; nothing may come after.
  func close() {
    isClosed = true
    if opened != nil { log(.debug, "Closed.", ["folder": opening.folder]) }
    opened?.close()
    opened = nil
  }
}
