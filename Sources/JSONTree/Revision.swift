/// The number of a state of the whole tree; each commit that changes something makes the next.
public struct Revision: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The number; 0 before the first commit.
  public let number: Int64

  /// The state before the first commit.
  public static let zero = Revision(0)

  /// Creates a revision.
  public init(_ number: Int64) {
    self.number = number
  }

  /// The one after this.
  public var next: Revision { Revision(number + 1) }

  public var description: String { String(number) }

  public static func < (left: Revision, right: Revision) -> Bool { left.number < right.number }
}
