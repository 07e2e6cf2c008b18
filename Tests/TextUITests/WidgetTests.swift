import Testing

@testable import TextUI

struct WidgetTests {
  static let columns = [
    TableColumn("ISBN", minimum: 13, ideal: 17, priority: 2),
    TableColumn("Title", minimum: 8, ideal: 20, isFlexible: true, priority: 4),
    TableColumn("Count", minimum: 5, priority: 3, align: .right),
    TableColumn("Changed", minimum: 7, priority: 1),
  ]

  private func draw(_ width: Int, _ height: Int, _ body: (inout Canvas) -> Void) -> [String] {
    var canvas = Canvas(size: Size(width: width, height: height))
    body(&canvas)
    return canvas.rows
  }

  private static let rows = [
    TableRow(["978-957-05-0214-5", "紅樓夢", "3", "12:04"].map { TableCell($0) }),
    TableRow(["978-0-306-40615-7", "The Time Machine", "7", "11:58"].map { TableCell($0) }),
  ]

  @Test func `a table shows its columns, its mark and its scroll bar`() {
    let table = Table(
      columns: Self.columns, rows: Self.rows, selected: 0,
      scroll: ScrollPosition(before: 0, total: 4), sort: (1, true))
    let rows = draw(62, 3) { table.draw(on: &$0) }
    #expect(
      rows == [
        "  ISBN               Title ▲                  Count  Changed",
        "▌ 978-957-05-0214-5  紅樓夢                       3  12:04   █",
        "  978-0-306-40615-7  The Time Machine             7  11:58   │",
      ])
  }

  @Test func `a narrow table drops the least of its columns first`() {
    let table = Table(columns: Self.columns, rows: Self.rows, selected: 1)
    #expect(
      draw(34, 3) { table.draw(on: &$0) }
        == [
          "  ISBN           Title       Count", "  978-957-05-0…  紅樓夢          3",
          "▌ 978-0-306-40…  The Time …      7",
        ])
    #expect(draw(20, 2) { table.draw(on: &$0) } == ["  Title        Count", "  紅樓夢           3"])
    #expect(draw(7, 2) { table.draw(on: &$0) } == ["  Title", "  紅樓…"])
    #expect(draw(1, 1) { table.draw(on: &$0) } == [""])
  }

  @Test func `the bar touches an end only when the view does`() {
    func bar(_ before: Int, _ total: Int) -> Range<Int>? {
      ScrollBar(ScrollPosition(before: before, total: total), visible: 10).thumb(length: 10)
    }
    #expect(bar(0, 10) == nil)
    #expect(bar(0, 20) == 0..<5)
    #expect(bar(10, 20) == 5..<10)
    #expect(bar(1, 1_000_000) == 1..<2)
    #expect(bar(999_989, 1_000_000) == 8..<9)
    #expect(bar(999_990, 1_000_000) == 9..<10)
    #expect(bar(Int.max, Int.max) != nil)
  }

  @Test func `a dialog is answered by its letters, never by Enter for what is dangerous`() {
    let dialog = Dialog(
      title: "Remove", lines: ["Remove 紅樓夢 and its 3 copies?"],
      choices: [
        .init("r", "Remove", answer: 1), .init("k", "Keep", answer: 2, isCancel: true),
      ])
    #expect(dialog.answer(for: .character("R")) == 1)
    #expect(dialog.answer(for: .escape) == 2)
    #expect(dialog.answer(for: .enter) == nil)
    #expect(dialog.answer(for: .character("9")) == nil)
    #expect(
      draw(40, 7) { dialog.draw(on: &$0) } == [
        "", "  ┌─ Remove ────────────────────────┐", "  │ Remove 紅樓夢 and its 3 copies? │",
        "  │                                 │", "  │ r Remove   k Keep               │",
        "  └─────────────────────────────────┘", "",
      ])
  }

  @Test func `a footer drops hints from the right and keeps the last`() {
    let footer = Footer(
      [.init("u", "undo"), .init("c", "count the repeat"), .init("a", "add")],
      last: .init("?", "keys"))
    #expect(
      draw(60, 1) { footer.draw(on: &$0) } == [
        "u undo   c count the repeat   a add   ? keys"
      ])
    #expect(draw(43, 1) { footer.draw(on: &$0) } == ["u undo   c count the repeat   ? keys"])
    #expect(draw(15, 1) { footer.draw(on: &$0) } == ["u undo   ? keys"])
    #expect(draw(6, 1) { footer.draw(on: &$0) } == ["? keys"])
    #expect(draw(3, 1) { footer.draw(on: &$0) } == ["? k"])
  }

  @Test func `a big text sets its letters apart where there is room`() {
    let text = BigText("The Time Machine")
    #expect(draw(40, 2) { _ = text.draw(on: &$0) } == ["T H E   T I M E   M A C H I N E", ""])
    #expect(draw(10, 2) { _ = text.draw(on: &$0) } == ["The Time", "Machine"])
    #expect(draw(10, 1) { _ = text.draw(on: &$0) } == ["The Time…"])
    #expect(draw(20, 1) { _ = BigText("紅樓夢").draw(on: &$0) } == ["紅 樓 夢"])
    #expect(draw(20, 1) { _ = BigText("عربي").draw(on: &$0) } == ["عربي"])
  }

  @Test func `ASCII drawing has no other characters`() {
    var canvas = Canvas(size: Size(width: 60, height: 12), glyphs: .ascii)
    Table(
      columns: Self.columns,
      rows: [TableRow([TableCell("9780306406157"), TableCell("The Time Machine and the rest")])],
      selected: 0, scroll: ScrollPosition(before: 0, total: 100), sort: (0, false)
    ).draw(on: &canvas)
    canvas.within(Rect(x: 0, y: 4, width: 60, height: 8)) { canvas in
      Dialog(
        title: "Remove", lines: ["Sure?"], choices: [.init("r", "Remove", answer: 1)]
      ).draw(on: &canvas)
    }
    let isPlain = canvas.description.allSatisfy { $0.isASCII }
    #expect(isPlain, "\(canvas)")
    #expect(KeyPress.enter.label(.ascii) == "Enter")
  }

  @Test func `bindings are looked up by key and may not share one`() {
    let bindings = [
      Binding(.character("u"), .control("z"), request: 1, help: "Take back", hint: "undo"),
      Binding(.character("?"), .function(1), request: 2, help: "Show the keys"),
      Binding(.character("u"), request: 3, help: "Twice"),
    ]
    #expect(bindings.request(for: .function(1)) == 2)
    #expect(bindings.request(for: .enter) == nil)
    #expect(bindings.duplicateKeys() == [.character("u")])
    #expect(bindings.hints() == [Footer.Hint("u", "undo")])
  }
}
