/// What is wrong with a key, a path, a value, a query or a document.
public struct TreeSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of faults.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// A key is empty or holds a character that no key may hold.
    case badKey
    /// A key has more than `Limits.keyBytes` bytes.
    case keyTooLong
    /// A path is empty or names a place that cannot be written.
    case badPath
    /// More than `Limits.depth` levels.
    case tooDeep
    /// A value that the tree cannot hold.
    case badValue
    /// A string or a document is larger than its limit.
    case tooLong
    /// A priority that is neither a number nor a string.
    case badPriority
    /// A server value that is not known.
    case badServerValue
    /// Two places of one write are the same, or one lies in the other.
    case conflict
    /// A text that is not JSON.
    case badJSON
    /// A combination of order, bounds and limits that is not allowed.
    case badQuery
    /// An address that names no database or place.
    case badURL
    /// Stored bytes that do not decode.
    case corrupt
  }

  /// The kind of fault.
  public let code: Code
  /// What is wrong, as a sentence.
  public let reason: String
  /// Where it is: a path, or line and column of a document; empty when there is no place.
  public let place: String

  /// Creates an error.
  public init(_ code: Code, _ reason: String, at place: String = "") {
    self.code = code
    self.reason = reason
    self.place = place
  }

  public var description: String {
    place.isEmpty ? reason : "\(place): \(reason)"
  }
}
