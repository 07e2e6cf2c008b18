import Testing

@testable import TextUI

struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("紅樓夢", 6), ("e\u{301}", 1), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
    ("❤️", 1), ("1️⃣", 1), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("👩🏽‍🚀", 2), ("🇹🇼", 2), ("ภาษาไทย", 7),
    ("שָׁלוֹם", 4), ("①±…€", 4), ("駆a駆a駆a", 9), ("\u{1FAE8}", 1), ("a\u{200B}b", 2),
    ("co\u{AD}op", 4), ("\u{3164}", 0), ("ｱｲｳ", 3),
  ])
  func `text takes as many columns as terminals give it`(text: String, columns: Int) {
    #expect(TextWidth.columns(text) == columns)
  }

  @Test(arguments: [
    ("a\u{1B}[31mb", "a[31mb"), ("a\u{9B}b\u{7F}c\u{0}d", "abcd"), ("a\tb\r\nc", "a b  c"),
    ("x\u{202E}978\u{202C}", "x978"), ("x\u{2067}y\u{2069}\u{200F}", "xy"),
    ("👩‍👩‍👧!", "👩!"), ("👍🏽", "👍"), ("❤️", "\u{2764}"), ("\u{301}a", "a"),
    ("a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", "a\u{301}\u{302}\u{303}\u{304}"),
    ("\u{1FAE8}\u{10FFFD}", "\u{FFFD}\u{FFFD}"), ("🏴\u{E0067}\u{E007F}", "🏴"),
    ("क\u{94D}\u{200D}ष", "क\u{94D}ष"),
  ])
  func `what would break a grid of cells is taken out`(text: String, clean: String) {
    #expect(Array(TextWidth.clean(text).unicodeScalars) == Array(clean.unicodeScalars))
  }

  @Test(arguments: [
    ("abc", 5, "abc  "), ("abcdef", 4, "abc…"), ("紅樓夢", 6, "紅樓夢"), ("紅樓夢", 5, "紅樓…"),
    ("紅樓夢", 4, "紅… "), ("紅樓夢", 2, "… "), ("紅", 1, "…"), ("紅", 0, ""), ("", 3, "   "),
    ("a紅", 2, "a…"), ("駆a駆a駆a", 8, "駆a駆a… "),
  ])
  func `a field is filled exactly and a wide character is never cut`(
    text: String, columns: Int, field: String
  ) {
    #expect(TextWidth.fit(text, columns: columns) == field)
  }

  @Test func `a field may stand at the right or in the middle`() {
    #expect(TextWidth.fit("7", columns: 4, align: .right) == "   7")
    #expect(TextWidth.fit("7", columns: 4, align: .center) == " 7  ")
    #expect(TextWidth.fit("abcdef", columns: 3, ellipsis: "~") == "ab~")
  }

  @Test func `titles made to hurt cost no more than what is shown`() {
    let marks = "a" + String(repeating: "\u{301}", count: 1_000_000) + "b"
    #expect(TextWidth.fit(marks, columns: 10) == "a\u{301}\u{301}\u{301}\u{301}…        ")
    let joiners = String(repeating: "\u{200D}", count: 1_000_000) + "x"
    #expect(TextWidth.fit(joiners, columns: 3) == "…  ")
    let long = String(repeating: "紅", count: 1_000_000)
    let clock = ContinuousClock()
    let time = clock.measure {
      for _ in 0..<1_000 { _ = TextWidth.fit(long, columns: 80) }
    }
    // Not a measure of speed: a thousand passes over the whole would take minutes.
    #expect(time < .seconds(30))
    #expect(TextWidth.columns(long) == TextWidth.limit)
  }

  @Test func `any text fits any field exactly`() {
    var random = SeededText()
    for _ in 0..<2_000 {
      let text = random.text(length: 30)
      let columns = Int.random(in: 0...20, using: &random.generator)
      let field = TextWidth.fit(text, columns: columns)
      #expect(TextWidth.columns(field) == columns, "\(text.debugDescription)")
      #expect(TextWidth.clean(field) == field)
    }
  }

  @Test func `Hebrew and Arabic are known as right to left`() {
    func isRightToLeft(_ text: String) -> Bool {
      GridGlyphs(text).contains(where: \.isRightToLeft)
    }
    #expect(isRightToLeft("978 عربي"))
    #expect(isRightToLeft("שלום"))
    #expect(!isRightToLeft("紅樓夢 The Time Machine é"))
  }

  @Test(arguments: [
    ("the time machine", 8, ["the time", "machine"]), ("紅樓夢紅樓", 5, ["紅樓", "夢紅", "樓"]),
    ("abcdefgh", 3, ["abc", "def", "gh"]), ("a\nb", 5, ["a", "b"]), ("", 5, [""]),
    ("the 紅樓夢", 7, ["the 紅", "樓夢"]), ("a", 0, []), ("紅a", 1, ["", "a"]),
  ])
  func `lines break at spaces and beside wide characters`(
    text: String, columns: Int, lines: [String]
  ) {
    #expect(TextWrap.lines(text, columns: columns) == lines)
  }

  @Test func `the last line allowed says that there was more`() {
    #expect(TextWrap.lines("the time machine", columns: 8, limit: 1) == ["the tim…"])
  }
}
