/// Whole numbers as cells hold them.
enum WholeNumber {
  /// Reads digits with a sign, blanks around them, and decimals that are all zero.
  ///
  /// - Returns: The number, `ifEmpty` for a blank cell, nil for anything else.
  static func read(_ text: String, ifEmpty: Int?) -> Int? {
    if let number = plain(text.utf8) { return number }
    var body = text.trimmed
    if body.first == "'" { body.removeFirst() }
    if body.isEmpty { return ifEmpty }
    var isNegative = false
    if let sign = body.first, "+-\u{2212}".contains(sign) {
      isNegative = sign != "+"
      body.removeFirst()
    }
    let parts = body.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard let whole = parts.first, parts.count <= 2 else { return nil }
    if parts.count == 2 {
      let decimals = parts[1]
      // Three zeros might be thousands.
      guard decimals.allSatisfy({ $0 == "0" }), (1...4).contains(decimals.count),
        decimals.count != 3
      else { return nil }
    }
    var number = 0
    guard (1...15).contains(whole.count) else { return nil }
    for character in whole {
      guard character.isDecimalDigit, let digit = character.wholeNumberValue else { return nil }
      number = number * 10 + digit
    }
    return isNegative ? -number : number
  }

  /// The usual case: one to nine ASCII digits.
  private static func plain(_ bytes: String.UTF8View) -> Int? {
    guard (1...9).contains(bytes.count) else { return nil }
    var number = 0
    for byte in bytes {
      guard byte.isDigit else { return nil }
      number = number * 10 + Int(byte - 48)
    }
    return number
  }
}
