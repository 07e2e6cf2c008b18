/// An International Standard Book Number: thirteen valid digits, always.
///
/// The prefix is 978 or 979 and the check digit holds; 979-0 is sheet music (ISMN) and no ISBN.
/// Whether the number's group has been assigned is a separate question that depends on data;
/// ``group`` and ``hyphenated`` answer it.
public struct ISBN: Hashable, Comparable, Sendable {
  /// The thirteen digits read as a number, as the original app stored it.
  public let number: Int64

  /// Creates an ISBN from its number, nil unless it is thirteen valid digits.
  public init?(number: Int64) {
    guard (9_780_000_000_000...9_799_999_999_999).contains(number) else { return nil }
    guard number / 1_000_000_000 != 9790, CheckDigit.isValidEAN(number) else { return nil }
    self.number = number
  }

  /// Creates an ISBN from thirteen ASCII digits, nil if they are anything else.
  public init?(_ digits: String) {
    guard let bytes = CheckDigit.digits(digits.utf8) else { return nil }
    self.init(digits: bytes[...])
  }

  /// Creates an ISBN from thirteen digit values (0 to 9), or ten whose last may be 10 for X.
  init?(digits: ArraySlice<UInt8>) {
    switch digits.count {
    case 13:
      guard !digits.contains(10) else { return nil }
      self.init(number: digits.reduce(0) { $0 * 10 + Int64($1) })
    case 10:
      guard CheckDigit.isValidISBN10(digits) else { return nil }
      let body = digits.dropLast().reduce(978) { $0 * 10 + Int64($1) }
      self.init(number: body * 10 + CheckDigit.ean(ofBody: body))
    default:
      return nil
    }
  }

  /// The thirteen digits.
  public var text: String { String(number) }

  /// The ten-character form, which only numbers with the prefix 978 have.
  public var isbn10: String? {
    guard number / 10_000_000_000 == 978 else { return nil }
    var body = Array(String(number % 10_000_000_000 / 10).utf8.map { $0 - 48 })
    body.insert(contentsOf: repeatElement(0, count: 9 - body.count), at: 0)
    let check = CheckDigit.isbn10(ofBody: body[...])
    return body.map { String($0) }.joined() + (check == 10 ? "X" : String(check))
  }

  public static func < (left: ISBN, right: ISBN) -> Bool { left.number < right.number }
}

extension ISBN: CustomStringConvertible {
  /// The hyphenated form where the ranges are known, else the thirteen digits.
  public var description: String { hyphenated ?? text }
}
