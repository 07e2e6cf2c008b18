/// Something in a database's file that is not as it must be.
public struct DatabaseFinding: Sendable, Hashable, CustomStringConvertible {
  /// Where: a path in the tree, a list, or the file.
  public let place: String
  /// What is wrong, in a sentence.
  public let reason: String

  /// Creates a finding.
  public init(place: String, reason: String) {
    self.place = place
    self.reason = reason
  }

  public var description: String { "\(place): \(reason)" }
}
