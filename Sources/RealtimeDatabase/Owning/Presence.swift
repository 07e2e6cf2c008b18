@preconcurrency import Dispatch
import JSONTree
import Platform
import TreeStore

/// Who is there: this database's own will, and the wills of clients that have gone.
///
/// A client is one open database that has registered on-disconnect writes. It holds a lock as long
/// as it lives (`ClientFolder`), and its own will is executed when it says so or closes. Of one
/// that ends in any other way everybody who has the folder open hears by the closing of its lock
/// file; the first to take its lock executes its will. Wills of which nobody heard are found when
/// a database is opened.
///
/// It lives in the line of writes, so that every will has its place among them.
actor Presence {
  /// What this database is for the others.
  struct Own {
    var client: ClientID
    var lock: FileLock
  }

  /// A client whose lock this database has taken, and whose will is still to be executed.
  struct Estate {
    var lock: FileLock
    /// How often it was tried.
    var attempts = 0
  }

  nonisolated let commits: CommitQueue
  nonisolated let folder: ClientFolder
  nonisolated let isReadOnly: Bool
  nonisolated let log: Log
  var own: Own?
  var estates: [ClientID: Estate] = [:]
  var looking: [ClientID: Int] = [:]
  var watch: FileWatch?
  /// Whether the system gives no news, so that looks are taken by the clock.
  var isPolling = false
  var isEnded = false

  init(in tree: String, _ commits: CommitQueue, isReadOnly: Bool, log: Log) {
    self.commits = commits
    self.isReadOnly = isReadOnly
    self.log = log
    folder = ClientFolder(in: tree)
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    commits.executor.asUnownedSerialExecutor()
  }

  /// Does something in the line of writes; false when it is closed.
  @discardableResult
  nonisolated func inLine(
    _ body: @escaping @Sendable (isolated Presence) -> Void
  ) -> Bool {
    commits.submit(.run { [weak self] _ in self?.assumeIsolated(body) })
  }

  /// Does something in the line of writes after some time; nothing when the database is gone then.
  nonisolated func inLine(
    afterMilliseconds delay: Int, _ body: @escaping @Sendable (isolated Presence) -> Void
  ) {
    // Not on the line's own queue: there it would wait for the line to be empty.
    commits.engine.executor.queue.asyncAfter(deadline: .now() + .milliseconds(delay)) {
      [weak self] in self?.inLine(body)
    }
  }
}

extension Presence {
  /// Uses the store of the line of writes, in which this runs.
  func withStore<Value: Sendable>(
    _ body: @Sendable (TreeStore) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let result = commits.assumeIsolated { commits in
      Result { () throws(StoreError) in try body(try commits.store) }
    }
    return try result.get()
  }
}

// MARK: - The own will

extension Presence {
  /// Told when a registration is durable, or why it was not made.
  typealias Completion = @Sendable (Result<Void, DatabaseError>) -> Void

  /// Changes what this database leaves, in its place among the writes.
  nonisolated func submit(_ change: WillChange, _ completion: @escaping Completion) {
    let isOpen = commits.submit(
      .change(
        { [self] commits in
          let result = assumeIsolated { presence in
            Result { () throws(DatabaseError) in try presence.make(change) }
          }
          // After the completions of the writes before it.
          commits.say { completion(result) }
        }, dropped: { completion(.failure($0)) }))
    if !isOpen { completion(.failure(.closed)) }
  }

  /// Executes what this database leaves, in its place among the writes; nothing is left afterwards.
  ///
  /// Returns at once; false when the database is closed.
  @discardableResult
  nonisolated func executeOwnWills() -> Bool {
    inLine { $0.leave() }
  }

  /// Executes what this database leaves as the last of its writes, and lets go of everything.
  func end() {
    leave()
    isEnded = true
    watch = nil
    // Others hear of it, and take the locks with what is left to do.
    estates = [:]
  }

  private func make(_ change: WillChange) throws(DatabaseError) {
    if case .cancel = change, own == nil { return }
    if case .register(let write) = change, write.steps.isEmpty { return }
    do throws(StoreError) {
      let client = try present()
      try withStore { (store) throws(StoreError) in try store.change(change, of: client) }
    } catch {
      throw DatabaseError(error)
    }
  }

  /// This database as a client: made one at its first registration, and made another when its lock
  /// file was deleted, because then nobody can see that it lives.
  func present() throws(StoreError) -> ClientID {
    if isReadOnly {
      throw StoreError(.readOnly, at: folder.path, "The database was opened only for reading.")
    }
    if let own, own.lock.isStanding { return own.client }
    // The file first: it makes the folder.
    try withStore { (_) throws(StoreError) in }
    let new: (client: ClientID, lock: FileLock)
    do {
      new = try folder.enter()
    } catch {
      throw StoreError(
        error.isReadOnly ? .readOnly : .cannotOpen, at: folder.path,
        "The file that shows that this program runs cannot be made.", underlying: "\(error)")
    }
    if let old = own?.client {
      try withStore { (store) throws(StoreError) in
        try store.moveWill(from: old, to: new.client)
      }
    }
    own = Own(client: new.client, lock: new.lock)
    return new.client
  }

  private func leave() {
    guard let own else { return }
    self.own = nil
    estates[own.client] = Estate(lock: own.lock)
    execute(own.client)
  }
}
