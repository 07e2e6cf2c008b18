/// How many copies one movement may carry: 1 to 9,999.
///
/// The limit keeps a code that was typed or scanned into a quantity from becoming one.
public struct Quantity: Hashable, Comparable, Sendable {
  /// The most copies of one movement.
  public static let most = 9_999

  /// The number of copies.
  public let value: Int

  /// Creates a quantity, nil outside 1 to 9,999.
  public init?(_ value: Int) {
    guard (1...Self.most).contains(value) else { return nil }
    self.value = value
  }

  /// Reads one to four decimal digits, nil for anything else.
  ///
  /// Digits of other scripts and full-width ones are read; signs, points and blanks are not.
  public init?(_ text: String) {
    var value = 0
    var count = 0
    for scalar in text.unicodeScalars {
      guard let digit = scalar.decimalDigit, count < 4 else { return nil }
      value = value * 10 + digit
      count += 1
    }
    self.init(value)
  }

  public static func < (left: Quantity, right: Quantity) -> Bool { left.value < right.value }
}
