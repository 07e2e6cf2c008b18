/// One scan as the scanner sent it; ``Code/parse(_:)`` tells what it is.
public struct Scan: Hashable, Sendable {
  /// What told the decoder that the scan was over.
  public enum End: Hashable, Sendable {
    case enter
    case tab

    /// Nothing came for a while after a good code.
    case quiet

    /// The next code followed without an end between.
    case next
  }

  /// The characters, without the end.
  public var text: String

  /// What told the decoder that it was over.
  public var end: End

  /// When its first character was read.
  public var began: ContinuousClock.Instant

  /// When its end was read, or its last character if it had none.
  public var ended: ContinuousClock.Instant

  /// Creates a scan.
  public init(
    text: String, end: End, began: ContinuousClock.Instant, ended: ContinuousClock.Instant
  ) {
    self.text = text
    self.end = end
    self.began = began
    self.ended = ended
  }
}
