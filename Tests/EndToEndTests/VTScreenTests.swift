import TestSupport
import Testing

@Suite struct VTScreenTests {
  private func shown(_ output: String, rows: Int = 4, columns: Int = 10) -> VTScreen {
    var screen = VTScreen(rows: rows, columns: columns)
    _ = screen.feed(Array(output.utf8))
    return screen
  }

  @Test func `wide characters take two columns and wrap whole`() {
    #expect(shown("紅樓夢一二\r\nab").rows == ["紅樓夢一二", "ab", "", ""])
    #expect(shown("123456789紅").rows == ["123456789", "紅", "", ""])
    #expect(shown("紅樓\u{1b}[1;2Hx").rows[0] == " x樓")
    #expect(shown("紅樓\u{1b}[1;3Hx").rows[0] == "紅x")
  }

  @Test func `marks go onto the character before them`() {
    let screen = shown("e\u{301}x")
    #expect(screen.rows[0] == "e\u{301}x")
    #expect(screen.cursor.column == 2)
    #expect(shown("123456789e\u{301}").rows[0] == "123456789e\u{301}")
  }

  @Test func `a line break at the right edge waits for the next character`() {
    #expect(shown("1234567890\r\nx").rows == ["1234567890", "x", "", ""])
    #expect(shown("12345678901").rows == ["1234567890", "1", "", ""])
  }

  @Test func `scrolling stays inside its region`() {
    let four = "a\r\nb\r\nc\r\nd"
    #expect(shown(four + "\u{1b}[2;3r\u{1b}[3;1H\n").rows == ["a", "c", "", "d"])
    #expect(shown(four + "\u{1b}[2;3r\u{1b}[S").rows == ["a", "c", "", "d"])
    #expect(shown(four + "\u{1b}[2;3r\u{1b}[T").rows == ["a", "", "b", "d"])
    #expect(shown(four + "\u{1b}[2;1H\u{1b}[L").rows == ["a", "", "b", "c"])
    #expect(shown(four + "\u{1b}[2;1H\u{1b}[M").rows == ["a", "c", "d", ""])
    #expect(shown(four + "\u{1b}[1;1H\u{1b}M").rows == ["", "a", "b", "c"])
  }

  @Test func `characters are inserted, deleted, erased and repeated`() {
    #expect(shown("abcdef\u{1b}[1;3H\u{1b}[2@").rows[0] == "ab  cdef")
    #expect(shown("abcdef\u{1b}[1;3H\u{1b}[2P").rows[0] == "abef")
    #expect(shown("abcdef\u{1b}[1;3H\u{1b}[2X").rows[0] == "ab  ef")
    #expect(shown("abcdef\u{1b}[1;3H\u{1b}[K").rows[0] == "ab")
    #expect(shown("abcdef\u{1b}[1;3H\u{1b}[1K").rows[0] == "   def")
    #expect(shown("-\u{1b}[5b").rows[0] == "------")
    #expect(shown("abc\r\u{1b}[4hX\u{1b}[4lY").rows[0] == "XYbc")
  }

  @Test func `deleting cuts a wide character clean`() {
    #expect(shown("紅樓夢\u{1b}[1;2H\u{1b}[P").rows[0] == " 樓夢")
    #expect(shown("紅樓夢\u{1b}[1;2H\u{1b}[2P").rows[0] == "  夢")
  }

  @Test func `colours and weights are kept with the cell`() {
    let screen = shown("\u{1b}[1;38;5;208mA\u{1b}[0;48;2;1;2;3mB\u{1b}[38:2::9:8:7;4mC\u{1b}[mD")
    #expect(screen.style(of: "A")?.foreground == .indexed(208))
    #expect(screen.style(of: "A")?.isBold == true)
    #expect(screen.style(of: "B")?.background == .rgb(1, 2, 3))
    #expect(screen.style(of: "B")?.isBold == false)
    #expect(screen.style(of: "C")?.foreground == .rgb(9, 8, 7))
    #expect(screen.style(of: "C")?.isUnderlined == true)
    #expect(screen.style(of: "D") == VTStyle())
    #expect(shown("\u{1b}[38;5m\u{1b}[97;101mE").style(of: "E")?.foreground == .indexed(15))
  }

  @Test func `the alternate screen gives back what was there`() {
    var screen = shown("shell\u{1b}[?1049h\u{1b}[2J\u{1b}[1;1Happ\u{1b}[?25l\u{1b}[?1000;1006h")
    #expect(screen.rows[0] == "app")
    #expect(screen.isAlternate)
    #expect(!screen.isCursorVisible)
    #expect(screen.modes.isSuperset(of: [1000, 1006]))
    _ = screen.feed(Array("\u{1b}[?1049l\u{1b}[?25h!".utf8))
    #expect(screen.rows[0] == "shell!")
    #expect(!screen.isAlternate)
  }

  @Test func `drawing characters come from the special set`() {
    #expect(shown("\u{1b}(0lqk\u{1b}(Blqk").rows[0] == "┌─┐lqk")
    #expect(shown("\u{1b})0\u{e}x\u{f}x").rows[0] == "│x")
  }

  @Test func `a sequence may come in pieces, a character too`() {
    let output = Array("\u{1b}[1;31m紅\u{1b}]0;title\u{7}\u{1b}[?2004hx".utf8)
    var whole = VTScreen(rows: 2, columns: 10)
    _ = whole.feed(output)
    for cut in output.indices {
      var screen = VTScreen(rows: 2, columns: 10)
      _ = screen.feed(Array(output[..<cut]))
      _ = screen.feed(Array(output[cut...]))
      #expect(screen.cells == whole.cells)
      #expect(screen.title == "title")
      #expect(screen.modes.contains(2004))
    }
  }

  @Test func `what is not known is listed`() {
    #expect(
      shown("\u{1b}[?4711h\u{1b}[5yx\u{1b}]999;a\u{7}\u{1b}_Gi=31\u{1b}\\").unknown == [
        "CSI ?4711h", "CSI 5y", "OSC 999;a", "APC Gi=31",
      ])
  }

  @Test func `any bytes leave a screen of its size`() {
    var random = SeededGenerator()
    let pieces = [
      "\u{1b}[", "\u{1b}", "紅", "1", ";", "H", "r", "@", "P", "L", "M", "S", "T", "J", "X",
    ]
    var screen = VTScreen(rows: 5, columns: 7)
    for _ in 0..<20_000 {
      _ = screen.feed(Array((pieces.randomElement(using: &random) ?? "").utf8))
      if Int.random(in: 0..<50, using: &random) == 0 {
        screen.resize(
          rows: .random(in: 1...6, using: &random), columns: .random(in: 1...9, using: &random))
      }
      let (row, column) = screen.cursor
      #expect(screen.cells.indices.contains(row) && (0..<screen.columnCount).contains(column))
      for row in screen.cells {
        let width = row.reduce(0) { $0 + $1.width }
        guard row.count == screen.columnCount, width == row.count else {
          Issue.record("a row of \(row.count) cells is \(width) wide\n\(screen.framed)")
          return
        }
      }
    }
  }
}
