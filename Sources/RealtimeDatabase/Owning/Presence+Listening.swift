import Platform
import TreeStore

/// Hearing of clients that end, and looking for those that have.
extension Presence {
  /// A client whose lock could not be taken yet.
  ///
  /// The news that a file was closed comes before its lock is free, and a file that is missing may
  /// be one that a living client is about to make again: both are looked at for about a second,
  /// each time after twice the time before.
  static let looks = 10

  /// Begins to hear of clients that end, and looks for those that have.
  nonisolated func begin() {
    if !isReadOnly { inLine { $0.listen() } }
  }

  private func listen() {
    if isEnded { return }
    do {
      try folder.make()
      // Before the looking: who ends in between is heard of or found.
      watch = try FileWatch(
        folder.path, for: [.closed, .gone], on: commits.engine.executor.queue
      ) { [weak self] news in
        self?.inLine { $0.hear(news) }
      }
      isPolling = false
    } catch {
      if !isPolling { log(.warning, "Cannot hear of programs that end.", ["error": "\(error)"]) }
      if error.isMissing || error.isReadOnly { return }
      isPolling = true
      inLine(afterMilliseconds: Presence.pollingMilliseconds) { $0.listen() }
    }
    renew()
    sweep()
  }

  /// How often is looked where the system gives no news (inotify's instances used up): soon enough
  /// for who waits to see another go, rare enough to cost nothing.
  private static let pollingMilliseconds = 1_000

  /// How long a deleted folder is left alone: who deletes the whole tree is not disturbed.
  private static let deletedMilliseconds = 100

  private func hear(_ news: FileWatch.News) {
    switch news {
    case .changed(let names):
      for client in names.sorted().compactMap({ ClientID(name: $0) }) {
        // Whatever was seen before: its lock will be free in a moment.
        looking[client] = nil
        if client == own?.client { renew() } else { look(for: client) }
      }
    case .anything:
      renew()
      sweep()
    case .folderGone:
      watch = nil
      inLine(afterMilliseconds: Presence.deletedMilliseconds) { $0.listen() }
    }
  }

  /// Takes another name when the file of the own one was deleted.
  private func renew() {
    guard let own, !own.lock.isStanding else { return }
    do {
      _ = try present()
    } catch {
      log(.warning, "Cannot show that this program runs.", ["error": "\(error)"])
    }
  }

  /// Looks for every client that has a will or a file.
  private func sweep() {
    do {
      let withWills = try withStore { (store) throws(StoreError) in
        try store.clientsWithWills()
      }
      for client in withWills { look(for: client) }
      for client in try folder.clients() where !withWills.contains(client) { look(for: client) }
    } catch {
      log(.warning, "Cannot look for wills.", ["error": "\(error)"])
    }
  }

  private func look(for client: ClientID) {
    if isEnded || client == own?.client || estates[client] != nil { return }
    do {
      switch try FileLock.attempt(at: folder.file(of: client)) {
      case .taken(let lock):
        inherit(client, lock)
      case .held:
        lookAgain(for: client)
      case .missing:
        let hasWill = try withStore { (store) throws(StoreError) in try store.hasWill(client) }
        guard hasWill else {
          looking[client] = nil
          return
        }
        // A copy of the tree without its locks: nobody of them lives.
        if !lookAgain(for: client),
          let lock = try FileLock.make(at: folder.file(of: client))
        {
          inherit(client, lock)
        }
      }
    } catch {
      looking[client] = nil
      log(.warning, "Cannot see whether a program still runs.", ["error": "\(error)"])
    }
  }

  /// False when it was looked for often enough.
  @discardableResult
  private func lookAgain(for client: ClientID) -> Bool {
    let done = looking[client] ?? 0
    guard done < Presence.looks else {
      looking[client] = nil
      return false
    }
    looking[client] = done + 1
    inLine(afterMilliseconds: 1 << done) { $0.look(for: client) }
    return true
  }

  private func inherit(_ client: ClientID, _ lock: FileLock) {
    looking[client] = nil
    estates[client] = Estate(lock: lock)
    execute(client)
  }
}
