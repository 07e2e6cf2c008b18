extension Code {
  /// The code a cell begins with, when a qualifier, a price or the other form of it follows.
  ///
  /// Two different books in one cell are refused: nobody can know which was meant.
  static func firstInCell(_ symbols: ArraySlice<UInt8>) -> CodeReading? {
    guard let (digits, rest) = leadingCode(symbols) else { return nil }
    let first = reading(of: digits)
    guard case .isbn(let isbn, let warning, _) = first else { return first }
    if let addOn = addOn(rest) { return .isbn(isbn, warning: warning, addOn: addOn) }
    let words = rest.split { isSeparator($0) }
    var isClean = true
    for word in words {
      guard let digits = compact(word), digits.count == 10 || digits.count == 13,
        let other = ISBN(digits: digits[...])
      else {
        isClean = false
        continue
      }
      if other != isbn { return .rejected(.ambiguous, code: isbn.text, addOn: nil) }
    }
    return .isbn(isbn, warning: isClean ? warning : warning ?? .trailingText, addOn: nil)
  }

  /// The longest sound number of ten or thirteen digits at the beginning, and what follows it.
  ///
  /// A thirteen-digit number with a wrong check digit is given back too, to be refused as such.
  private static func leadingCode(
    _ symbols: ArraySlice<UInt8>
  ) -> (digits: [UInt8], rest: ArraySlice<UInt8>)? {
    var digits: [UInt8] = []
    var ten: (digits: [UInt8], rest: ArraySlice<UInt8>)?
    var index = symbols.startIndex
    while index < symbols.endIndex {
      let symbol = symbols[index]
      index += 1
      if symbol.isDigit {
        digits.append(symbol - 48)
      } else if symbol.isX, digits.count == 9 {
        digits.append(10)
      } else if symbol == UInt8(ascii: "-") || symbol == UInt8(ascii: " ") {
        continue
      } else {
        break
      }
      let rest = symbols[index...]
      guard isBoundary(rest) else { continue }
      if digits.count == 13 { return (digits, rest) }
      // A thirteen-digit number written in groups must not pass for a ten-digit one.
      let isBookland = digits.starts(with: [9, 7])
      if digits.count == 10, !isBookland, CheckDigit.isValidISBN10(digits[...]) {
        ten = (digits, rest)
      }
    }
    return ten
  }

  /// Whether a number may end before this.
  private static func isBoundary(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let next = rest.first else { return true }
    if next.isDigit || next.isX { return false }
    guard next == UInt8(ascii: "-") else { return true }
    return !(rest.dropFirst().first?.isDigit ?? false)
  }

  /// The two or five digits of the small bar after blanks or a plus sign.
  private static func addOn(_ rest: ArraySlice<UInt8>) -> String? {
    let digits = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "+") }
    guard digits.count == 2 || digits.count == 5, digits.allSatisfy(\.isDigit) else { return nil }
    return String(decoding: digits, as: UTF8.self)
  }

  private static func isSeparator(_ symbol: UInt8) -> Bool {
    switch symbol {
    case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"),
      UInt8(ascii: "/"), UInt8(ascii: ":"), CodeText.gs:
      true
    default: false
    }
  }
}
