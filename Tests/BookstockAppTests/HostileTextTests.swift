import BookstockApp
import Inventory
import InventoryStore
import Testing
import TextUI

/// Titles that would harm a terminal are shown harmless on every screen, at every size.
struct HostileTextTests {
  static let texts = [
    "\u{1B}[31mred\u{1B}[0m \u{1B}]0;title\u{7}", "\u{9B}31m\u{85}\u{90}x\u{9C}",
    "\u{202E}evil\u{202C}\u{2066}x\u{2069}\u{200F}", "a\u{0}b\u{8}c\r\nd\te",
    String(repeating: "x", count: 10_000), String(repeating: "紅", count: 10_000),
    "e" + String(repeating: "\u{301}", count: 500), "👨‍👩‍👧‍👦 𓀀 \u{FFFE}", "", " ",
  ]

  @Test(arguments: [(110, 32), (80, 24), (60, 15), (20, 5), (1, 1)])
  func `no control character reaches the canvas`(width: Int, height: Int) async {
    for text in Self.texts {
      let hostile = Book(
        key: Books.timeMachine, title: text, url: text, count: 6, timestamp: .max, author: text,
        publisher: text, price: text, currency: text, shelf: text, minimum: 9, note: text)
      let own = StockKey("2" + text).map { Book(key: $0, title: text, count: .min) }
      let stage = await Stage(
        FakeStock([hostile] + (own.map { [$0] } ?? []), desk: "desk" + text), width: width,
        height: height)
      check(stage)
      await stage.press("x")
      check(stage)
      await stage.press("n")
      await stage.scan("9780306406157")
      check(stage)
      await stage.press("+")
      check(stage)
      await stage.press(.enter)
      check(stage)
      await stage.press(.escape)
      for tab in ["3", "4"] {
        await stage.press(.alt(Character(tab)))
        await stage.scan("9780306406157")
        check(stage)
      }
      await stage.paste(text)
      check(stage)
      await stage.press(.escape)
      await stage.press(.alt("2"))
      await stage.scan("9780306406157")
      check(stage)
      await stage.press("?")
      check(stage)
    }
  }

  private func check(_ stage: Stage, sourceLocation: SourceLocation = #_sourceLocation) {
    let canvas = stage.picture()
    for y in 0..<canvas.fullSize.height {
      var columns = 0
      for x in 0..<canvas.fullSize.width {
        guard let cell = canvas[Point(x: x, y: y)] else { continue }
        columns += cell.width
        for scalar in cell.text.unicodeScalars {
          let isHarmful =
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            || (0x202A...0x202E).contains(scalar.value)
            || (0x2066...0x2069).contains(scalar.value)
          #expect(!isHarmful, "\(scalar.value)", sourceLocation: sourceLocation)
        }
      }
      #expect(columns == canvas.fullSize.width, sourceLocation: sourceLocation)
    }
  }
}
