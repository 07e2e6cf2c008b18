/// A text brought down to the few symbols that codes are written with.
///
/// Digits of every script are digits, all dashes are hyphens, all blanks are spaces; marks without
/// width and control characters are gone, but for GS, which separates GS1 elements.
struct CodeText {
  /// GS (0x1D), which scanners send for FNC1.
  static let gs: UInt8 = 0x1D

  /// Stands for everything that no code holds.
  static let foreign: UInt8 = 0xFF

  /// ASCII, ``gs`` or ``foreign``.
  var symbols: ArraySlice<UInt8>

  init(_ text: String) {
    var symbols: [UInt8] = []
    symbols.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      if let symbol = Self.symbol(for: scalar) { symbols.append(symbol) }
    }
    self.symbols = symbols[...]
    trim()
  }

  /// The symbol for a scalar, nil for those that are dropped.
  private static func symbol(for scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0x20...0x7E: return UInt8(scalar.value)
    case 9, 10, 11, 12, 13: return UInt8(ascii: " ")
    case UInt32(gs): return gs
    case 0x00...0x1F, 0x7F...0x9F: return nil
    case 0xFF01...0xFF5E: return UInt8(scalar.value - 0xFEE0)
    case 0x2010...0x2015, 0x2212, 0x30FC, 0xFE58, 0xFE63: return UInt8(ascii: "-")
    case 0x2018...0x201B, 0xB4: return UInt8(ascii: "'")
    case 0x201C...0x201F, 0xAB, 0xBB: return UInt8(ascii: "\"")
    default: break
    }
    if let digit = scalar.decimalDigit { return 48 + UInt8(digit) }
    if scalar.properties.isWhitespace { return UInt8(ascii: " ") }
    return scalar.properties.generalCategory == .format ? nil : foreign
  }

  /// Takes away what spreadsheets, lists and scanners put around a code.
  mutating func trim() {
    var before = -1
    while before != symbols.count {
      before = symbols.count
      trimEscapedEnd()
      while let first = symbols.first, Self.isLeadingGuard(first) { symbols.removeFirst() }
      while let last = symbols.last, Self.isTrailingGuard(last) { symbols.removeLast() }
    }
  }

  /// Takes away an end of line that a scanner was told to send as text: `\n`, `\r` or `\t`.
  private mutating func trimEscapedEnd() {
    guard symbols.count >= 2, symbols[symbols.endIndex - 2] == UInt8(ascii: "\\") else { return }
    switch symbols[symbols.endIndex - 1] {
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): symbols.removeLast(2)
    default: return
    }
  }

  private static func isLeadingGuard(_ symbol: UInt8) -> Bool {
    switch symbol {
    case gs, UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "="),
      UInt8(ascii: "["), UInt8(ascii: "*"):
      true
    default: false
    }
  }

  private static func isTrailingGuard(_ symbol: UInt8) -> Bool {
    switch symbol {
    case gs, UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "]"),
      UInt8(ascii: "*"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension UInt8 {
  /// Whether it is an ASCII digit.
  var isDigit: Bool { (48...57).contains(self) }

  /// Whether it is an ASCII letter.
  var isLetter: Bool { (65...90).contains(self) || (97...122).contains(self) }

  /// Whether it is the X that stands for ten in a check digit.
  var isX: Bool { self == 88 || self == 120 }

  /// The small letter for an ASCII capital, everything else unchanged.
  var lowercased: UInt8 { (65...90).contains(self) ? self + 32 : self }
}
