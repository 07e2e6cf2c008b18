extension CodeReason {
  /// What people are told when a code is refused: a sentence without the code itself.
  ///
  /// - Parameter code: The code as ``CodeReading/rejected(_:code:addOn:)`` carries it; some
  ///   sentences give a hint that depends on it.
  /// - Returns: The sentence, ending in a period.
  public func sentence(for code: String = "") -> String {
    switch self {
    case .addOnOnly: "Only the small bar beside the code was read; scan the large one."
    case .ambiguous: "This could be more than one book; scan or type the full ISBN."
    case .badCharacters: "No book's number: it holds characters that an ISBN does not have."
    case .badCheckDigit: "The check digit is wrong; scan again or compare with the book."
    case .ean8: "An eight-digit article code (EAN-8), not a book."
    case .empty: "There is no code."
    case .inStore: "A shop's own code, and no book in stock stands under it."
    case .ismn: "Sheet music (ISMN 979-0), not an ISBN."
    case .issn: "A magazine or newspaper (ISSN), not a book."
    case .japaneseMagazine: "A Japanese magazine code (491), not an ISBN."
    case .japaneseSecondBar: "The lower bar of a Japanese book (class and price); scan the upper."
    case .otherEAN: "The code of an article that is no book (EAN)."
    case .precisionLost: "A spreadsheet has rounded this number; its last digits are gone."
    case .upcA: Self.upcSentence
    case .wrongLength: Self.lengthSentence(of: code)
    }
  }

  private static let upcSentence =
    "A UPC code, which on old paperbacks names publisher and price only; type the ISBN."

  private static func lengthSentence(of code: String) -> String {
    if code.utf8.count == 12, ISBN("9" + code) != nil {
      return "Twelve digits: the leading 9 seems to be missing; scan again."
    }
    let digits = code.utf8.count { $0.isDigit }
    if digits == 0 { return "Too long to be a code." }
    return "An ISBN has 13 or 10 digits, this has \(digits); scan again."
  }
}

extension CodeWarning {
  /// What people are told when a code is accepted with a reservation.
  public var sentence: String {
    switch self {
    case .layoutCzech:
      "The scanner types on a Czech keyboard; set it to US, or the desk's layout."
    case .layoutFrench:
      "The scanner types on a French keyboard; set it to US, or the desk's layout."
    case .leadingZeroRestored: "The leading zero was missing and has been restored."
    case .placeholder: "This number is a placeholder rather than a real ISBN."
    case .prefixDropped: "A letter before the code was left out."
    case .trailingText: "The text after the code was left out."
    case .unassignedGroup: "The ISBN's group has not been assigned yet."
    case .xRestored: "The X at the end was missing and has been restored."
    }
  }
}
