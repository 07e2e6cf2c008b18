extension Code {
  /// Tells what a run of digit values is, by its length and its check digit.
  ///
  /// 10 stands for X. Lengths and prefixes: GS1 General Specifications, ISBN Users' Manual.
  static func reading(of digits: [UInt8]) -> CodeReading {
    if digits.contains(10), !mayHoldX(digits) { return reject(.badCharacters, digits) }
    if let element = elementString(digits) { return element }
    switch digits.count {
    case 0: return reject(.empty, digits)
    case 2, 5: return reject(.addOnOnly, digits)
    case 8: return eightDigits(digits)
    case 9: return nineDigits(digits)
    case 10: return isbn10(digits[...]) ?? reject(.badCheckDigit, digits)
    case 12: return upc(digits[...], addOn: nil) ?? reject(.wrongLength, digits)
    case 13: return ean13(digits[...], addOn: nil) ?? reject(.badCheckDigit, digits)
    case 14: return fourteenDigits(digits)
    case 15, 18: return withAddOn(digits)
    case 17: return upc(digits[..<12], addOn: digits[12...]) ?? reject(.wrongLength, digits)
    default: break
    }
    if let parts = parts(of: digits) { return .split(parts) }
    return reject(.wrongLength, digits)
  }

  /// What thirteen digits with a right check digit are, nil if it is wrong.
  static func ean13(_ digits: ArraySlice<UInt8>, addOn: ArraySlice<UInt8>?) -> CodeReading? {
    guard digits.count == 13, CheckDigit.isValidEAN(digits) else { return nil }
    let addOn = addOn.map { text($0) }
    if let isbn = ISBN(digits: digits) { return accept(isbn, addOn: addOn) }
    let prefix = digits.prefix(3).reduce(0) { $0 * 10 + Int($1) }
    let reason: CodeReason =
      switch prefix {
      case 979: .ismn
      case 977: .issn
      case 191, 192: .japaneseSecondBar
      case 491: .japaneseMagazine
      case 200...299: .inStore
      case 0...99: .upcA
      default: .otherEAN
      }
    return .rejected(reason, code: text(digits), addOn: addOn)
  }

  /// A book with its warning; a placeholder is the most important thing to say of a number.
  static func accept(
    _ isbn: ISBN, warning: CodeWarning? = nil, addOn: String? = nil
  ) -> CodeReading {
    // Ten equal digits always pass the check of an ISBN-10; 111111111 is nine ones.
    if isbn.number / 10_000_000_000 == 978, isbn.number % 10_000_000_000 / 10 % 111_111_111 == 0 {
      return .isbn(isbn, warning: .placeholder, addOn: addOn)
    }
    let unassigned: CodeWarning? = isbn.group == nil ? .unassignedGroup : nil
    return .isbn(isbn, warning: warning ?? unassigned, addOn: addOn)
  }

  /// A refusal that carries the digits.
  static func reject(_ reason: CodeReason, _ digits: [UInt8]) -> CodeReading {
    .rejected(reason, code: text(digits[...]), addOn: nil)
  }

  /// The digits as text.
  static func text(_ digits: ArraySlice<UInt8>) -> String {
    String(decoding: digits.map { $0 == 10 ? 88 : $0 + 48 }, as: UTF8.self)
  }

  /// Whether an X stands only where ten-digit numbers and ISSNs have one.
  private static func mayHoldX(_ digits: [UInt8]) -> Bool {
    guard [8, 9, 10, 20].contains(digits.count) else { return false }
    return digits.indices.allSatisfy { index in
      digits[index] != 10 || index == digits.count - 1 || (digits.count == 20 && index == 9)
    }
  }

  private static func isbn10(_ digits: ArraySlice<UInt8>) -> CodeReading? {
    digits.count == 10 ? ISBN(digits: digits).map { accept($0) } : nil
  }

  private static func upc(_ digits: ArraySlice<UInt8>, addOn: ArraySlice<UInt8>?) -> CodeReading? {
    guard CheckDigit.isValidEAN(digits) else { return nil }
    return .rejected(.upcA, code: "0" + text(digits), addOn: addOn.map { text($0) })
  }

  private static func eightDigits(_ digits: [UInt8]) -> CodeReading {
    if CheckDigit.isValidEAN(digits[...]) { return reject(.ean8, digits) }
    if CheckDigit.isValidISSN(digits[...]) { return reject(.issn, digits) }
    return reject(digits.contains(10) ? .badCharacters : .wrongLength, digits)
  }

  /// Nine digits are an ISBN-10 without its leading zero or its X; if both fit nothing is guessed.
  private static func nineDigits(_ digits: [UInt8]) -> CodeReading {
    let withZero = ISBN(digits: ([0] + digits)[...])
    let withX = digits.contains(10) ? nil : ISBN(digits: (digits + [10])[...])
    switch (withZero, withX) {
    case (let isbn?, nil): return accept(isbn, warning: .leadingZeroRestored)
    case (nil, let isbn?): return accept(isbn, warning: .xRestored)
    case (_?, _?): return reject(.ambiguous, digits)
    case (nil, nil): return reject(.wrongLength, digits)
    }
  }

  /// A GTIN-14: with a leading zero the article itself, else a carton of it; or a UPC-A and two.
  private static func fourteenDigits(_ digits: [UInt8]) -> CodeReading {
    if digits[0] == 0, let reading = ean13(digits[1...], addOn: nil) { return reading }
    if CheckDigit.isValidEAN(digits[...]) { return reject(.otherEAN, digits) }
    return upc(digits[..<12], addOn: digits[12...]) ?? reject(.wrongLength, digits)
  }

  /// An EAN-13 with the two or five digits of the small bar, or an ISBN-10 with five.
  private static func withAddOn(_ digits: [UInt8]) -> CodeReading {
    if let reading = ean13(digits[..<13], addOn: digits[13...]) { return reading }
    // A book's code that lost digits must not pass for a ten-digit one.
    let isBookland = digits[0] == 9 && digits[1] == 7
    if isBookland { return reject(.badCheckDigit, digits) }
    guard digits.count == 15, let isbn = ISBN(digits: digits[..<10]) else {
      return reject(.wrongLength, digits)
    }
    return accept(isbn, addOn: text(digits[10...]))
  }

  /// A GS1 element string that begins with AI 01, the article's number of fourteen digits.
  private static func elementString(_ digits: [UInt8]) -> CodeReading? {
    guard digits.count >= 16, digits[0] == 0, digits[1] == 1 else { return nil }
    let article = digits[2..<16]
    guard CheckDigit.isValidEAN(article) else { return nil }
    let isBookland = article.starts(with: [0, 9, 7])
    guard digits.count == 16 || isBookland else { return nil }
    return fourteenDigits(Array(article))
  }
}
