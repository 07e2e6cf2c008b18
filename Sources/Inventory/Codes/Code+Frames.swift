extension Code {
  /// The words that people and programs write before a number, longest first.
  private static let labels = [
    "urn:isbn", "e-isbn", "p-isbn", "eisbn", "isbn", "sbn", "urn:issn", "e-issn", "eissn", "issn",
    "ismn", "gtin", "ean", "jan", "upc",
  ].map { Array($0.utf8) }

  /// What follows an AIM symbology identifier: `]`, a letter, a letter or digit (ISO/IEC 15424).
  static func withoutSymbologyIdentifier(_ symbols: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let head = Array(symbols.prefix(3))
    guard head.count == 3, head[0] == UInt8(ascii: "]"), head[1].isLetter else { return nil }
    guard head[2].isDigit || head[2].isLetter else { return nil }
    return symbols.dropFirst(3)
  }

  /// What follows a label, nil if there is none.
  static func withoutLabel(_ symbols: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    for label in labels where symbols.count > label.count {
      if zip(label, symbols).allSatisfy({ $0 == $1.lowercased }) {
        return symbols.dropFirst(label.count)
      }
    }
    return nil
  }

  /// What follows the 10 or 13 of a label such as `ISBN-13:`, nil if there is none.
  static func withoutLabelNumber(_ symbols: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let rest = skippingSeparators(symbols)
    let number = Array(rest.prefix(3))
    guard number.count == 3, number[0] == UInt8(ascii: "1"), !number[2].isDigit else { return nil }
    guard number[1] == UInt8(ascii: "0") || number[1] == UInt8(ascii: "3") else { return nil }
    return skippingSeparators(rest.dropFirst(2))
  }

  /// What follows colons, points, blanks and the like.
  static func skippingSeparators(_ symbols: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    symbols.drop { !$0.isDigit && !$0.isLetter && $0 != CodeText.foreign && $0 != 40 }
  }

  /// A code after one letter that scanners send to name the symbology; the rest must be valid.
  static func afterLetter(_ symbols: ArraySlice<UInt8>) -> CodeReading? {
    guard let letter = symbols.first, letter.isLetter, let digits = compact(symbols.dropFirst())
    else { return nil }
    if letter.lowercased == UInt8(ascii: "m"), let reading = oldMusicNumber(digits) {
      return reading
    }
    switch reading(of: digits) {
    case .isbn(let isbn, let warning, let addOn):
      // Nine digits would be a second repair on top of the first.
      guard digits.count != 9 else { return nil }
      return .isbn(isbn, warning: warning ?? .prefixDropped, addOn: addOn)
    case .rejected(let reason, let code, let addOn) where reason.isOtherCode:
      return .rejected(reason, code: code, addOn: addOn)
    case .split(let parts):
      return .split(parts)
    case .rejected:
      return nil
    }
  }

  /// An ISMN as written before 2008: M and nine digits, the same digits as after 979-0.
  private static func oldMusicNumber(_ digits: [UInt8]) -> CodeReading? {
    guard digits.count == 9 else { return nil }
    let reading = ean13(([9, 7, 9, 0] + digits)[...], addOn: nil)
    return reading?.reason == .ismn ? reading : nil
  }
}
