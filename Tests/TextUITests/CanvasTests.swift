import Testing

@testable import TextUI

struct CanvasTests {
  @Test func `text is clipped at the edges of the grid`() {
    var canvas = Canvas(size: Size(width: 5, height: 2))
    #expect(canvas.put("abcdefgh", x: 2, y: 0) == 3)
    #expect(canvas.put("xyz", x: -1, y: 1) == 3)
    #expect(canvas.put("never", x: 0, y: 7) == 0)
    #expect(canvas.put("never", x: 9, y: 0) == 0)
    #expect(canvas.description == "  abc\nyz")
  }

  @Test func `a wide character is not cut by an edge`() {
    var canvas = Canvas(size: Size(width: 5, height: 2))
    canvas.put("紅樓夢", x: 0, y: 0)
    canvas.put("紅樓夢", x: -1, y: 1)
    #expect(canvas.description == "紅樓\n 樓夢")
  }

  @Test func `overwriting one half of a wide character blanks the other`() {
    var canvas = Canvas(size: Size(width: 6, height: 3))
    for y in 0..<3 { canvas.put("紅樓夢", x: 0, y: y) }
    canvas.put("a", x: 1, y: 0)
    canvas.put("b", x: 2, y: 1)
    canvas.put("好", x: 1, y: 2)
    #expect(canvas.description == " a樓夢\n紅b 夢\n 好 夢")
  }

  @Test func `a field overwrites all of its columns`() {
    var canvas = Canvas(size: Size(width: 8, height: 2))
    canvas.fill(canvas.bounds, with: "x")
    canvas.put("ab", x: 1, y: 0, width: 4)
    canvas.put("abcdef", x: 1, y: 1, width: 4, align: .right)
    #expect(canvas.description == "xab  xxx\nxabc…xxx")
  }

  @Test func `drawing within a rectangle has its own origin and stays inside`() {
    var canvas = Canvas(size: Size(width: 8, height: 3))
    canvas.within(Rect(x: 2, y: 1, width: 3, height: 1)) { canvas in
      #expect(canvas.size == Size(width: 3, height: 1))
      canvas.put("abcdef", x: 0, y: 0)
      canvas.put("above", x: 0, y: -1)
      canvas.within(Rect(x: 1, y: 0, width: 9, height: 9)) { canvas in
        canvas.put("ZZZZ", x: 0, y: 0)
        canvas.setCursor(x: 1, y: 0, isVisible: true)
      }
    }
    #expect(canvas.description == "\n  aZZ\n")
    #expect(canvas.cursor == Cursor(at: Point(x: 4, y: 1), isVisible: true))
  }

  @Test func `right-to-left text gets marks on the blanks around it and nowhere else`() {
    var canvas = Canvas(size: Size(width: 20, height: 2))
    canvas.put("978", x: 0, y: 0)
    canvas.put("عربي", x: 5, y: 0, width: 8)
    canvas.put("14", x: 15, y: 0)
    canvas.put("plain", x: 0, y: 1)
    let sealed = canvas.sealed()
    let marked = (0..<20).filter {
      sealed[Point(x: $0, y: 0)]?.text.hasSuffix(Canvas.leftToRightMark) ?? false
    }
    #expect(marked == [4, 9])
    #expect(sealed.description == canvas.description)
    #expect(sealed.cells[20...] == canvas.cells[20...])
  }

  @Test func `any drawing leaves a grid of whole characters`() {
    var random = SeededText()
    for _ in 0..<500 {
      var canvas = Canvas(size: Size(width: 12, height: 3))
      for _ in 0..<12 {
        let x = Int.random(in: -4...14, using: &random.generator)
        let y = Int.random(in: -1...3, using: &random.generator)
        let rect = Rect(
          x: x, y: y, width: Int.random(in: 0...8, using: &random.generator), height: 2)
        let text = random.text(length: 12)
        canvas.within(rect) { _ = $0.put(text, x: -1, y: 0) }
        canvas.put(text, x: x, y: y, width: rect.width)
        canvas.fill(rect, with: ".")
        canvas.put(text, x: y, y: y)
      }
      for y in 0..<3 {
        var x = 0
        while x < 12, let cell = canvas[Point(x: x, y: y)] {
          #expect(cell.width == 1 || cell.width == 2)
          #expect(TextWidth.columns(cell.text) == cell.width)
          if cell.width == 2 { #expect(canvas[Point(x: x + 1, y: y)]?.width == 0) }
          x += max(1, cell.width)
        }
        #expect(x == 12)
      }
    }
  }

  @Test func `the smallest grids take every widget`() {
    for size in [(0, 0), (1, 1), (2, 1), (1, 5), (5, 2), (20, 5)] {
      var canvas = Canvas(size: Size(width: size.0, height: size.1))
      Table(
        columns: [TableColumn("ISBN", minimum: 13), TableColumn("Title", minimum: 5)],
        rows: [TableRow([TableCell("9780306406157"), TableCell("紅樓夢")])], selected: 0,
        scroll: ScrollPosition(before: 5, total: 100)
      ).draw(on: &canvas)
      Dialog(
        title: "Remove", lines: ["Remove 紅樓夢 from stock?"],
        choices: [.init("r", "Remove", answer: true)]
      ).draw(on: &canvas)
      Frame(title: "紅樓夢").draw(on: &canvas)
      Footer([.init("u", "undo")], last: .init("?", "keys")).draw(on: &canvas)
      BigText("The Time Machine").draw(on: &canvas)
      TextField("紅樓夢").draw(on: &canvas, x: 0, y: 0, width: size.0, hasFocus: true)
      #expect(canvas.rows.count == size.1)
    }
  }
}
