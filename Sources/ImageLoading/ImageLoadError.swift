import ObjectStorage

/// Why no picture came.
package struct ImageLoadError: Error, Sendable {
  /// What kind of reason it is.
  package enum Code: Hashable, Sendable {
    /// Nobody wanted it any more, or the storage was closed.
    case cancelled
    /// There is no such object, bucket or project; remembered for a while.
    case missing
    /// It was missing a short while ago, and nobody has asked again.
    case knownMissing
    /// Only the caches were to be asked, and neither has it.
    case notCached
    /// The transfer failed; the next load tries again.
    case failed
    /// The bytes came and are no picture that can be shown.
    case undecodable
  }

  package var code: Code
  /// The key of the picture.
  package var key: String
  /// What the storage or the decoder said.
  package var underlying: (any Error)?

  package init(_ code: Code, key: String, underlying: (any Error)? = nil) {
    self.code = code
    self.key = key
    self.underlying = underlying
  }

  /// Whether a storage's error says that the transfer was stopped.
  static func isCancellation(_ error: any Error) -> Bool {
    if error is CancellationError { return true }
    if case StorageError.cancelled = error { return true }
    return false
  }
}

extension ImageLoadError: CustomStringConvertible {
  /// One sentence; nothing in it can steer a terminal.
  package var description: String {
    let reason = underlying.map { ": \($0)" } ?? "."
    let sentence =
      switch code {
      case .cancelled: "Loading \(key) was cancelled."
      case .missing: "There is no picture at \(key)\(reason)"
      case .knownMissing:
        "There was no picture at \(key) a short while ago; it was not asked for again."
      case .notCached: "\(key) is not kept on this computer, and was not to be fetched."
      case .failed: "\(key) could not be fetched\(reason)"
      case .undecodable: "What lies at \(key) cannot be shown as a picture\(reason)"
      }
    return sentence.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        text += scalar.escaped(asASCII: true)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
