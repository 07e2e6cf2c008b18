import JSONTree
import TreeStore

extension DatabaseError {
  /// Wraps what the store says, once.
  init(_ error: StoreError) {
    self.init(Code(error.code), error.reason, at: error.place, underlying: error)
  }

  /// Wraps the failure of a condition.
  init(_ failure: GuardFailure) {
    let path = failure.failed.path
    let reason =
      switch failure.failed {
      case .absent: "Something is there already."
      case .present: "Nothing is there."
      case .atLeast(_, let least): "There is no number that is at least \(least)."
      case .unchanged: "The value has been changed meanwhile."
      }
    self.init(
      .guardFailed, reason, at: path.description, failedGuard: failure.failed,
      found: failure.found)
  }

  /// Wraps any error of the rooms below; one of this room stays as it is.
  init(wrapping error: any Error) {
    switch error {
    case let error as DatabaseError: self = error
    case let error as StoreError: self.init(error)
    case let error as GuardFailure: self.init(error)
    case let error as TreeSyntaxError: self.init(error)
    default: self.init(.cannotOpen, "\(error)", underlying: error)
    }
  }
}

extension DatabaseError.Code {
  fileprivate init(_ code: StoreError.Code) {
    self =
      switch code {
      case .busy: .busy
      case .full: .full
      case .readOnly: .readOnly
      case .corrupt: .corrupt
      case .notADatabase: .notADatabase
      case .newerFormat: .newerFormat
      case .cannotOpen, .replaced, .inputOutput, .outOfMemory, .misuse: .cannotOpen
      case .tooLarge: .tooLarge
      case .conflict: .invalidArgument
      case .closed: .closed
      }
  }
}

extension CommitResult {
  /// The public form of the store's answer.
  init(_ commit: Commit) {
    self.init(
      revision: commit.revision,
      changes: commit.changes.map { Change(path: $0.path, old: $0.old, new: $0.new) })
  }
}
