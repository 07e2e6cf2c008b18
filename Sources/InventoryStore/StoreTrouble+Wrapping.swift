import JSONTree
import RealtimeDatabase

extension StoreTrouble {
  /// A fault of a lower room in the shop's words; refusals and lost races pass as they are.
  package static func wrapping(_ error: any Error) -> any Error {
    switch error {
    case is Refusal, is StoreTrouble, is LostRace, is CancellationError: return error
    case let error as DatabaseError:
      if error.code == .guardFailed { return LostRace() }
      // The reason first: a line of a screen is short, and a file's path is long.
      let place = error.place.isEmpty ? "" : " (\(error.place))"
      return StoreTrouble(code: Code(error.code), sentence: error.reason + place)
    case let error as TreeSyntaxError:
      return StoreTrouble(code: .other, sentence: error.reason)
    default:
      return StoreTrouble(code: .other, sentence: String(describing: error))
    }
  }
}

extension StoreTrouble.Code {
  init(_ code: DatabaseError.Code) {
    self =
      switch code {
      case .busy: .busy
      case .full: .full
      case .readOnly, .permissionDenied: .readOnly
      case .corrupt: .corrupt
      case .notADatabase: .notADatabase
      case .newerFormat: .newerFormat
      case .cannotOpen: .cannotOpen
      case .tooLarge: .tooLarge
      case .closed: .closed
      case .invalidArgument, .unavailable, .writeCanceled, .disconnected, .overridden,
        .maxRetries, .guardFailed:
        .other
      }
  }
}
