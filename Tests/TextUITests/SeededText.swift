import TestSupport

/// Random texts of what titles are made of, and of what hurts.
struct SeededText {
  var generator: SeededGenerator

  init(for test: String = #function) {
    generator = SeededGenerator(for: test)
  }

  private static let pieces: [String] = [
    "a", "b", "7", " ", "é", "e\u{301}", "紅", "樓", "한", "\u{1112}", "\u{1161}", "👩", "\u{200D}",
    "🏽", "\u{FE0F}", "ع", "ש", "\u{202E}", "\u{1B}", "\u{9B}", "\t", "\n", "\u{0}", "\u{3164}",
    "\u{1FAE8}", "\u{10FFFF}", "ไ", "\u{E31}", "\u{301}", "🇹", "🇼", "－",
  ]

  mutating func text(length: Int) -> String {
    (0..<Int.random(in: 0...length, using: &generator))
      .map { _ in Self.pieces.randomElement(using: &generator) ?? "" }
      .joined()
  }
}
