import Testing

@testable import TextUI

struct PictureTests {
  private func picture(_ width: Int = 3, _ height: Int = 2) -> TerminalPicture {
    let symbols = (0..<width * height).map { index in
      TerminalPicture.Symbol("▀", foreground: .rgb(red: UInt8(index), green: 0, blue: 0))
    }
    return TerminalPicture(
      identity: "p", size: Size(width: width, height: height), symbols: symbols)
  }

  private func canvas(_ draw: (inout Canvas) -> Void) -> Canvas {
    var canvas = Canvas(size: Size(width: 8, height: 5))
    draw(&canvas)
    return canvas
  }

  @Test func `a picture is seen as its cells`() {
    let canvas = canvas { $0.place(picture(), at: Point(x: 2, y: 1)) }
    #expect(canvas.description == "\n  ▀▀▀\n  ▀▀▀\n\n")
    #expect(
      canvas[Point(x: 4, y: 2)]?.style.foreground == .rgb(red: 5, green: 0, blue: 0))
    #expect(
      canvas.pictures == [PlacedPicture(picture(), in: Rect(x: 2, y: 1, width: 3, height: 2))])
  }

  @Test func `a style keeps every colour it is given`() {
    let colors: [Color] =
      [.default] + [0, 7, 255].map(Color.palette)
      + [(0, 0, 0), (1, 2, 3), (255, 254, 253)].map { .rgb(red: $0.0, green: $0.1, blue: $0.2) }
    for foreground in colors {
      for background in colors {
        var style = Style(.bold, foreground: foreground, background: background)
        #expect(style.foreground == foreground && style.background == background)
        style.foreground = background
        style.background = foreground
        #expect(style == Style(.bold, foreground: background, background: foreground))
      }
    }
    #expect(Set(colors.map { Style(foreground: $0) }).count == colors.count)
  }

  @Test func `only a picture that is whole and off the last row may be an overlay`() {
    func isOpen(_ x: Int, _ y: Int) -> Bool? {
      canvas { $0.place(picture(), at: Point(x: x, y: y)) }.pictures.first.map { !$0.isCovered }
    }
    #expect(isOpen(0, 0) == true)
    #expect(isOpen(5, 2) == true)
    #expect(isOpen(6, 0) == false)
    #expect(isOpen(-1, 0) == false)
    #expect(isOpen(0, -1) == false)
    #expect(isOpen(0, 3) == false)
    let inner = canvas { canvas in
      canvas.within(Rect(x: 1, y: 1, width: 3, height: 1)) {
        $0.place(picture(), at: Point(x: 0, y: 0))
      }
    }
    #expect(inner.description == "\n ▀▀▀\n\n\n")
    #expect(inner.pictures.map(\.isCovered) == [true])
  }

  @Test func `a cell drawn over covers the picture, one beside it does not`() {
    func isCovered(_ draw: (inout Canvas) -> Void) -> Bool? {
      canvas {
        $0.place(picture(), at: Point(x: 2, y: 1))
        draw(&$0)
      }.pictures.first?.isCovered
    }
    let beside = [
      isCovered { $0.put("ab", x: 0, y: 1) },
      isCovered { $0.put("x", x: 5, y: 1) },
      isCovered { $0.fill(Rect(x: 0, y: 0, width: 8, height: 1)) },
    ]
    #expect(beside == [false, false, false])
    let over = [
      isCovered { $0.put("abc", x: 0, y: 1) },
      isCovered { $0.put("紅", x: 1, y: 2) },
      isCovered { $0.fill(Rect(x: 4, y: 2, width: 1, height: 1)) },
      // The same cells again are not the picture's own.
      isCovered { $0.place(picture(), at: Point(x: 2, y: 1)) },
    ]
    #expect(over == [true, true, true, true])
  }

  @Test func `symbols that do not fit a cell are spaces, and too few are filled up`() {
    let odd = TerminalPicture(
      identity: "", size: Size(width: 7, height: 1),
      symbols: ["紅", "\u{1B}", "a", "\n", "ع", "e\u{301}"].map { TerminalPicture.Symbol($0) })
    #expect(odd.cells.map(\.text) == [" ", " ", "a", " ", " ", "e\u{301}", " "])
    #expect(odd.cells.allSatisfy { $0.width == 1 })
    let cut = TerminalPicture(
      identity: "", size: Size(width: 1, height: 1), symbols: [.init("a"), .init("b")])
    #expect(cut.cells.map(\.text) == ["a"])
  }

  private func escaped(_ text: String) -> [UInt8] {
    Array(text.replacing("^", with: "\u{1B}").utf8)
  }

  @Test(arguments: [
    ("^_Ga=t,f=100,i=7,q=2,m=1;AAAA^\\^_Gm=0;BB==^\\", true), ("^_Ga=t,i=7,q=2;AAAA^\\", true),
    ("^_Ga=t,i=7,q=2,t=f;AAAA^\\", false), ("^_Ga=t,i=7,q=2;AAAA^\\q", false),
    ("^_Ga=t,i=8,q=2;AAAA^\\", false), ("^_Ga=T,i=7,q=2;AAAA^\\", false),
    ("^_Ga=t,i=7;AAAA^\\", false), ("^_Ga=t,i=7,q=2;AA\u{7}A^\\", false),
    ("^_Ga=t,i=7,q=2;AAAA^\\^_Ga=d,d=A;^\\", false), ("^_Ga=t,i=7,q=2;AAAA", false),
    ("^]0;title^\\", false), ("", false), ("^_G", false), ("^_Ga=t,i=7,q=2^\\^[2J", false),
  ])
  func `only a transmission is taken for one`(text: String, isTaken: Bool) {
    let overlay = PictureOverlay.kitty(number: 7, transmission: escaped(text))
    #expect((overlay != nil) == isTaken)
  }

  @Test(arguments: [
    ("^P0;1;0q\"1;1;8;16#0;2;0;0;0~~-\n~~^\\", true), ("^Pq~^\\", true), ("^Pq^[2J^\\", false),
    ("^Pq\u{7}^\\", false), ("^Pq~", false), ("^P$q\"p^\\", false), ("^P^\\", false), ("", false),
    ("^Pq~^\\^\\", false), ("^P", false), ("^Pq~^\\x^\\", false),
  ])
  func `only a sixel picture is taken for one`(text: String, isTaken: Bool) {
    let overlay = PictureOverlay.sixel(escaped(text), cell: PixelSize(width: 8, height: 16))
    #expect((overlay != nil) == isTaken)
  }

  @Test func `a picture over the limit is refused`() {
    let size = PictureOverlay.limit
    let long = escaped("^Pq") + Array(repeating: 0x7E, count: size - 5) + escaped("^\\")
    #expect(long.count == size)
    #expect(PictureOverlay.sixel(long, cell: PixelSize(width: 8, height: 16)) != nil)
    let longer = escaped("^Pq~") + long.dropFirst(3)
    #expect(PictureOverlay.sixel(longer, cell: PixelSize(width: 8, height: 16)) == nil)
  }

  @Test func `rows that stand elsewhere on the next screen have moved`() {
    func cells(_ rows: [String]) -> [Cell] {
      var canvas = Canvas(size: Size(width: 8, height: rows.count))
      for (y, row) in rows.enumerated() { canvas.put(row, x: 0, y: y) }
      return canvas.cells
    }
    func moved(_ old: [String], _ new: [String], _ rect: Rect) -> Bool {
      RowMotion.crosses([rect], from: cells(old), to: cells(new), width: 8)
    }
    let middle = Rect(x: 4, y: 1, width: 2, height: 2)
    #expect(moved(["a", "b", "c", "d"], ["b", "c", "d", "e"], middle))
    #expect(moved(["a", "b", "c", "d"], ["z", "a", "b", "c"], middle))
    #expect(!moved(["a", "b", "c", "d"], ["a", "b", "c", "d"], middle))
    #expect(!moved(["a", "b", "c", "d"], ["a", "x", "y", "d"], middle))
    #expect(!moved(["a", "", "", "d"], ["a", "b", "c", "d"], middle))
    // What stands in the picture's own columns does not count.
    #expect(moved(["a   1", "b   2", "c   3", "d"], ["b   4", "c   5", "d", "e"], middle))
    // Below the picture rows may move as they like.
    let top = Rect(x: 4, y: 0, width: 2, height: 1)
    #expect(!moved(["", "b", "c", "d"], ["", "c", "d", "e"], top))
  }
}
