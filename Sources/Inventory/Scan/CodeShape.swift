/// Tells, character by character, whether a burst can still become a code.
struct CodeShape: Sendable {
  /// The longest text that is kept as one burst: a GS1 web address with its qualifiers.
  static let longest = 300

  /// The ways in which a text can still be a code.
  struct Ways: OptionSet, Sendable {
    let rawValue: Int
    static let plain = Ways(rawValue: 1)
    static let french = Ways(rawValue: 2)
    static let czech = Ways(rawValue: 4)
    static let shifted = Ways(rawValue: 8)
    static let words = Ways(rawValue: 16)
    static let alt = Ways(rawValue: 32)
    static let rows: Ways = [.french, .czech, .shifted]
  }

  /// Where a plain code stands: `]E0`, a letter, or nothing; then digits, perhaps an X.
  private enum Stage { case start, bracket, identifier, body, end }

  /// What begins a text that is no bare number: a web address or a label.
  private static let openings = ["https://", "http://", "isbn"].map { Array($0) }

  private(set) var ways: Ways = [.plain, .french, .czech, .shifted, .words, .alt]
  private(set) var count = 0
  private(set) var digits = 0
  private(set) var isBare = true
  private(set) var endsInX = false
  private var stage = Stage.start
  private var opening: [Character] = []

  /// Takes the next character; false, and unchanged, if no way is left with it.
  mutating func take(_ character: Character, isAlt: Bool) -> Bool {
    guard count < Self.longest else { return false }
    var next = self
    next.count += 1
    if isAlt {
      next.ways.formIntersection(character.isDecimalDigit ? .alt : [])
      next.isBare = false
    } else {
      next.ways.remove(.alt)
      if character.isDecimalDigit { next.digits += 1 } else { next.isBare = false }
      if !next.takePlain(character) { next.ways.remove(.plain) }
      if !next.takeWord(character) { next.ways.remove(.words) }
      next.takeRow(character)
    }
    guard !next.ways.isEmpty else { return false }
    self = next
    return true
  }

  /// Whether the text is no number, but has begun as only codes do: an address, a foreign row.
  var isTelling: Bool {
    if ways.contains(.words) { return opening.count >= 7 }
    return !ways.contains(.plain) && !ways.isDisjoint(with: .rows) && count >= 8
  }

  private mutating func takePlain(_ character: Character) -> Bool {
    guard ways.contains(.plain) else { return false }
    switch (stage, character) {
    case (.start, "\u{2}"), (.start, "\u{1D}"), (.start, "*"), (.start, "("): return true
    case (.start, "]"): stage = .bracket
    case (.bracket, _): stage = character.isASCIILetter ? .identifier : .end
    case (.identifier, _): stage = .body
    case (.start, _) where character.isDecimalDigit || character.isASCIILetter: stage = .body
    case (.body, _) where character.isDecimalDigit: break
    case (.body, "x"), (.body, "X"), (.body, "Ｘ"), (.body, "ｘ"):
      if digits < 7 { return false }
      endsInX = true
      stage = .end
    case (.body, "-"), (.body, " "), (.body, "("), (.body, ")"), (.body, "\u{1D}"): break
    case (.body, "*"), (.body, "\u{3}"), (.body, "\u{4}"): stage = .end
    case (.end, "*"), (.end, "\u{3}"), (.end, "\u{4}"): break
    case (.end, _) where character.isDecimalDigit && digits >= 10: stage = .body
    default: return false
    }
    return true
  }

  private mutating func takeWord(_ character: Character) -> Bool {
    guard ways.contains(.words) else { return false }
    guard !character.isDecimalDigit || count > 4 else { return false }
    let small = Character(character.lowercased())
    let place = count - 1
    if place < 8 { opening.append(small) }
    let known = Self.openings.contains { word in
      zip(word, opening).allSatisfy { $0 == $1 }
    }
    return known && character.isASCII && !character.isWhitespace
  }

  private mutating func takeRow(_ character: Character) {
    let isX = digits == 0 && count >= 9 && (character == "x" || character == "X")
    if !isX && !KeyboardRow.french.holds(character) { ways.remove(.french) }
    if !isX && !KeyboardRow.czech.holds(character) { ways.remove(.czech) }
    if !isX && !KeyboardRow.shifted.holds(character) { ways.remove(.shifted) }
  }
}

extension Character {
  /// Whether it is a decimal digit of any script.
  var isDecimalDigit: Bool {
    unicodeScalars.count == 1 && unicodeScalars.allSatisfy { $0.decimalDigit != nil }
  }

  /// Whether it is a letter from A to Z, large or small.
  var isASCIILetter: Bool { isASCII && isLetter }
}
