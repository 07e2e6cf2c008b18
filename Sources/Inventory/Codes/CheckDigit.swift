/// The check digits of the book trade and of its neighbours.
///
/// Digits are values from 0 to 9; 10 stands for X where a scheme has it.
enum CheckDigit {
  /// The digit values of a run of ASCII digits, nil if anything else is in it.
  static func digits(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
    var values: [UInt8] = []
    for byte in bytes {
      guard (48...57).contains(byte) else { return nil }
      values.append(byte - 48)
    }
    return values
  }

  /// Whether the last digit of an EAN, UPC or GTIN of any length is right (GS1: weights 3 and 1).
  static func isValidEAN(_ digits: ArraySlice<UInt8>) -> Bool {
    guard !digits.isEmpty, !digits.contains(10) else { return false }
    var sum = 0
    var weight = 1
    for digit in digits.reversed() {
      sum += Int(digit) * weight
      weight = 4 - weight
    }
    return sum % 10 == 0
  }

  /// Whether the last digit of an EAN, read as a number, is right.
  static func isValidEAN(_ number: Int64) -> Bool {
    number % 10 == ean(ofBody: number / 10)
  }

  /// The check digit that follows the digits of an EAN without it.
  static func ean(ofBody body: Int64) -> Int64 {
    var sum: Int64 = 0
    var weight: Int64 = 3
    var rest = body
    while rest > 0 {
      sum += rest % 10 * weight
      weight = 4 - weight
      rest /= 10
    }
    return (10 - sum % 10) % 10
  }

  /// The check digit of an ISBN-10 without it: weights 10 to 2, modulo 11.
  static func isbn10(ofBody body: ArraySlice<UInt8>) -> UInt8 {
    let sum = zip(body, stride(from: 10, to: 1, by: -1)).reduce(0) { $0 + Int($1.0) * $1.1 }
    return UInt8((11 - sum % 11) % 11)
  }

  /// Whether ten digits, the last perhaps X, are an ISBN-10.
  static func isValidISBN10(_ digits: ArraySlice<UInt8>) -> Bool {
    guard digits.count == 10, let last = digits.last, !digits.dropLast().contains(10) else {
      return false
    }
    return isbn10(ofBody: digits.dropLast()) == last
  }

  /// Whether eight digits, the last perhaps X, are an ISSN: weights 8 to 2, modulo 11.
  static func isValidISSN(_ digits: ArraySlice<UInt8>) -> Bool {
    guard digits.count == 8, let last = digits.last, !digits.dropLast().contains(10) else {
      return false
    }
    let sum = zip(digits.dropLast(), stride(from: 8, to: 1, by: -1))
      .reduce(0) { $0 + Int($1.0) * $1.1 }
    return UInt8((11 - sum % 11) % 11) == last
  }
}
