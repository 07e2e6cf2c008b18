/// Reads codes: what a scanner sends, a person types, a file or a command line holds.
public enum Code {
  /// The longest text that is read, in bytes of UTF-8.
  ///
  /// Library records and web addresses hold a few hundred; anything longer is no code.
  public static let longest = 1_000

  /// Reads one text; never traps, in time linear in its length.
  public static func parse(_ text: String) -> CodeReading {
    guard text.utf8.count <= longest else {
      return .rejected(.wrongLength, code: "", addOn: nil)
    }
    if let digits = CheckDigit.digits(text.utf8) { return reading(of: digits) }
    if let reading = mistaken(text) { return reading }
    let cleaned = CodeText(text)
    if cleaned.symbols.isEmpty { return .rejected(.empty, code: "", addOn: nil) }
    return framed(cleaned)
  }

  /// A text typed by a scanner on a keyboard whose digit row has no digits.
  private static func mistaken(_ text: String) -> CodeReading? {
    let line = text.trimmed
    guard line.utf8.count >= 8, !line.utf8.contains(where: \.isDigit) else { return nil }
    // A line of dashes is a divider, not a row of sixes.
    guard line.contains(where: { $0 != line.first }) else { return nil }
    for row in KeyboardRow.all {
      guard let digits = row.digits(of: line) else { continue }
      switch reading(of: digits) {
      case .isbn(let isbn, let warning, let addOn):
        return .isbn(isbn, warning: row.warning ?? warning, addOn: addOn)
      case .rejected(let reason, let code, let addOn) where reason.isOtherCode:
        return .rejected(reason, code: code, addOn: addOn)
      case .split(let parts):
        return .split(parts)
      case .rejected:
        continue
      }
    }
    return nil
  }

  /// Takes away what scanners and labels put before a code.
  private static func framed(_ text: CodeText) -> CodeReading {
    var text = text
    if let rest = withoutSymbologyIdentifier(text.symbols) {
      text.symbols = rest
      text.trim()
    }
    guard let labelled = withoutLabel(text.symbols) else { return unframed(text.symbols) }
    if let shorter = withoutLabelNumber(labelled) {
      let reading = unframed(shorter)
      if reading.isCode { return reading }
    }
    return unframed(skippingSeparators(labelled))
  }

  /// Reads a code that stands alone, or first in a cell.
  private static func unframed(_ symbols: ArraySlice<UInt8>) -> CodeReading {
    if let reading = element(symbols) ?? spreadsheetNumber(symbols) { return reading }
    if let digits = compact(symbols) {
      // Two numbers with a blank between are a cell with both, not a run without an end.
      let isSeveral = digits.count >= 20 && symbols.contains(UInt8(ascii: " "))
      if isSeveral, let reading = firstInCell(symbols) { return reading }
      let reading = reading(of: digits)
      if reading.isCode || reading.reason == .addOnOnly { return reading }
      return firstInCell(symbols) ?? reading
    }
    return afterLetter(symbols) ?? firstInCell(symbols)
      ?? .rejected(.badCharacters, code: String(decoding: symbols, as: UTF8.self), addOn: nil)
  }

  /// The digits, if there is nothing but digits, hyphens, blanks and an X.
  static func compact(_ symbols: ArraySlice<UInt8>) -> [UInt8]? {
    var digits: [UInt8] = []
    for symbol in symbols {
      switch symbol {
      case 48...57: digits.append(symbol - 48)
      case UInt8(ascii: "x"), UInt8(ascii: "X"): digits.append(10)
      case UInt8(ascii: "-"), UInt8(ascii: " "): continue
      default: return nil
      }
    }
    return digits.isEmpty ? nil : digits
  }
}

extension CodeReading {
  /// Whether the text was a code of some kind, its check digit right.
  var isCode: Bool {
    switch self {
    case .isbn, .split: true
    case .rejected(let reason, _, _): reason.isOtherCode
    }
  }
}

extension CodeReason {
  /// Whether the code is sound, but no book's.
  public var isOtherCode: Bool {
    switch self {
    case .ean8, .inStore, .ismn, .issn, .japaneseMagazine, .japaneseSecondBar, .otherEAN, .upcA:
      true
    case .addOnOnly, .ambiguous, .badCharacters, .badCheckDigit, .empty, .precisionLost,
      .wrongLength:
      false
    }
  }
}
