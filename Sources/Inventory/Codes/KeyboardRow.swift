/// A keyboard whose digit row gives other characters than digits.
///
/// A scanner presses the keys of a US keyboard; what arrives is what the desk's layout has there.
struct KeyboardRow {
  /// What to tell people, nil where the scanner's Caps Lock or Shift is to blame.
  let warning: CodeWarning?

  private let digits: [Character: UInt8]

  /// The rows that are known.
  static let all = [french, czech, shifted]

  /// French and Belgian AZERTY, with what Caps Lock makes of it.
  static let french = KeyboardRow(
    warning: .layoutFrench, "à&é\"'(-è_ç", "À\u{0}É\u{0}\u{0}\u{0}§È!Ç")

  /// Czech and Slovak QWERTZ.
  static let czech = KeyboardRow(
    warning: .layoutCzech, "é+ěščřžýáí", "É\u{0}ĚŠČŘŽÝÁÍ", "\u{0}\u{0}ľ\u{0}\u{0}ť",
    "\u{0}\u{0}Ľ\u{0}\u{0}Ť")

  /// The US row with Shift held.
  static let shifted = KeyboardRow(warning: nil, ")!@#$%^&*(")

  /// Rows of characters for 0, 1, …, 9; NUL where a row has none.
  private init(warning: CodeWarning?, _ rows: String...) {
    self.warning = warning
    var digits: [Character: UInt8] = [:]
    for row in rows {
      for (digit, character) in row.enumerated() where character != "\u{0}" {
        digits[character] = UInt8(digit)
      }
    }
    self.digits = digits
  }

  /// The digits that were meant, nil unless every character is of this row; an X may end it.
  func digits(of text: some StringProtocol) -> [UInt8]? {
    var values: [UInt8] = []
    for character in text {
      if let digit = digits[character] {
        values.append(digit)
      } else if character == "x" || character == "X" {
        values.append(10)
      } else {
        return nil
      }
    }
    return values
  }

  /// Whether a character stands on this row.
  func holds(_ character: Character) -> Bool { digits[character] != nil }
}
