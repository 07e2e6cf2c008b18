import Platform
import TreeStore

/// Executing wills.
extension Presence {
  /// The longest pause between two attempts to execute a will that may succeed later, in
  /// milliseconds: somebody has to make room on the disk, or to stop another program.
  private static let longestPause = 60_000

  /// Executes the will of a client whose lock is held, and lets the lock go with its file.
  ///
  /// While it cannot be done the lock is kept: others would fail in the same way. When this
  /// database closes before, they hear of it and try.
  func execute(_ client: ClientID) {
    guard var estate = estates[client] else { return }
    if let failure = commits.assumeIsolated({ $0.executeWill(of: client) }) {
      estate.attempts += 1
      estates[client] = estate
      guard failure.mayPass, !isEnded else { return }
      let pause = min(1_000 << min(estate.attempts - 1, 10), Presence.longestPause)
      inLine(afterMilliseconds: pause) { $0.execute(client) }
      return
    }
    estates[client] = nil
    do {
      try estate.lock.delete()
    } catch {
      log(.warning, "Cannot remove a program's lock file.", ["error": "\(error)"])
    }
  }
}

extension CommitQueue {
  /// Makes the writes of a client's will and announces them; returns why some of it is still there.
  fileprivate func executeWill(of client: ClientID) -> StoreError? {
    let store: TreeStore
    do {
      store = try self.store
    } catch {
      return error
    }
    let execution = store.executeWill(of: client)
    announce(execution.commits.map { .success($0) }, to: [])
    for error in execution.dropped {
      log(
        .error, "An on-disconnect write can never be made and was dropped.",
        ["client": "\(client)", "error": "\(error)"])
    }
    if let failure = execution.failure {
      log(
        .warning, "On-disconnect writes could not be made.",
        ["client": "\(client)", "error": "\(failure)"])
    }
    return execution.failure
  }
}
