/// Why a writer did not get its turn.
package enum WriterQueueError: Error, Sendable, Hashable {
  /// The deadline came first. The holder is nil when the lock file does not name one.
  case timedOut(path: String, holder: WriterQueueHolder?)
  /// The lock file could not be opened, read, written or locked.
  case system(SystemError)
}

extension WriterQueueError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .timedOut(let path, let holder):
      let who = holder.map { "\($0)" } ?? "a process that has not said its name"
      return "\"\(path)\" is held by \(who)"
    case .system(let error): return error.description
    }
  }
}
