import BookstockApp
import Inventory
import InventoryStore
import TestSupport
import Testing
import TextUI

/// The live list.
struct ShelfTests {
  @Test func `the mark stays on its book, and the book on its line, when rows arrive above`() async
  {
    let stage = await Stage(FakeStock(Books.many(100)))
    for _ in 0..<5 { await stage.press("j") }
    let selected = stage.state.ui.shelf.selected
    #expect(selected == Books.key(Books.isbn(5)))
    let other = FakeStock.otherDesk(of: stage.stock)
    try? other.add(title: "Book 000000a", Books.isbn(900))
    await stage.settle()
    #expect(stage.state.ui.shelf.selected == selected)
    #expect(stage.state.ui.shelf.line == 5)
    #expect(stage.state.data.page?.total == 101)
  }

  @Test func `the neighbour is marked when the marked book vanishes`() async throws {
    let stage = await Stage(FakeStock(Books.many(20)))
    await stage.press("j")
    _ = try stage.stock.remove(Books.key(Books.isbn(1)))
    await stage.settle()
    #expect(stage.state.ui.shelf.selected == Books.key(Books.isbn(2)))
    await stage.press("G")
    _ = try stage.stock.remove(Books.key(Books.isbn(19)))
    await stage.settle()
    #expect(stage.state.ui.shelf.selected == Books.key(Books.isbn(18)))
  }

  @Test func `holding down goes through the whole list and asks once a screen`() async {
    let stage = await Stage(FakeStock(Books.many(500)))
    var requests: Set<ShelfRequest> = []
    for step in 1..<500 {
      await stage.send(.key(.down))
      requests.insert(stage.state.ui.shelf.request)
      #expect(stage.state.ui.shelf.selected == Books.key(Books.isbn(step)))
      #expect(stage.state.isMarkInView)
    }
    #expect(requests.count < 40)
    await stage.press("g")
    #expect(stage.state.ui.shelf.selected == Books.key(Books.isbn(0)))
    await stage.press(.end)
    #expect(stage.state.ui.shelf.selected == Books.key(Books.isbn(499)))
    #expect(stage.screen.contains("Book 000499"))
    for step in 1..<500 {
      await stage.send(.key(.up))
      #expect(stage.state.ui.shelf.selected == Books.key(Books.isbn(499 - step)))
      #expect(stage.state.isMarkInView)
    }
  }

  @Test func `pages turn by a screen and stop at the ends`() async {
    let stage = await Stage(FakeStock(Books.many(100)))
    await stage.press(.pageDown)
    #expect(stage.state.ui.shelf.selected == Books.key(Books.isbn(17)))
    for _ in 0..<9 { await stage.press(.pageDown) }
    #expect(stage.state.ui.shelf.selected == Books.key(Books.isbn(99)))
    for _ in 0..<9 { await stage.press(.pageUp) }
    #expect(stage.state.ui.shelf.selected == Books.key(Books.isbn(0)))
  }

  @Test func `random walks keep the mark in the list and in view`() async throws {
    var random = SeededGenerator()
    let stage = await Stage(FakeStock(Books.many(120)))
    let keys: [KeyPress] = [
      .up, .down, .pageUp, .pageDown, .home, .end, .character("s"), .character("S"),
    ]
    for _ in 0..<400 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0:
        let size = [(80, 24), (110, 32), (60, 15), (20, 5), (1, 1)].randomElement(using: &random)
        if let size { await stage.resize(size.0, size.1) }
      case 1:
        let key = Books.key(Books.isbn(Int.random(in: 0..<120, using: &random)))
        if stage.stock.book(key) != nil {
          _ = try stage.stock.move(key, by: 1, .received)
          await stage.settle()
        }
      case 2:
        let key = Books.key(Books.isbn(Int.random(in: 0..<120, using: &random)))
        if stage.stock.book(key) != nil {
          _ = try stage.stock.remove(key)
          await stage.settle()
        }
      default:
        if let key = keys.randomElement(using: &random) { await stage.send(.key(key)) }
      }
      #expect(stage.state.isMarkInView)
      _ = stage.picture()
    }
  }

  @Test func `sorting goes through the fields and both ways, and the mark stays on its book`() async
  {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.scan("9780306406157")
    for (field, arrow) in [("ISBN", "▲"), ("Count", "▲"), ("Changed", "▼"), ("Title", "▲")] {
      await stage.press("s")
      #expect(stage.state.ui.shelf.selected == Books.timeMachine)
      #expect(stage.screen.contains("\(field) \(arrow)"), "\(stage.screen)")
    }
    await stage.press("S")
    #expect(stage.screen.contains("Title ▼"))
  }

  @Test func `plus and minus on the marked book move one copy with the usual reason`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.scan("9780306406157")
    await stage.press("+")
    await stage.press("-")
    await stage.press("-")
    #expect(stage.stock.count(Books.timeMachine) == 5)
    #expect(stage.stock.movements.map(\.reason) == [.received, .sold, .sold])
    #expect(stage.hud == "−1 The Time Machine: 6 → 5, sold")
    await stage.press("u")
    #expect(stage.stock.count(Books.timeMachine) == 6)
  }

  @Test func `an old negative count is shown with a minus sign and can only go up`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.scan("9787020002207")
    #expect(stage.screen.contains("−2"))
    #expect(stage.picture(glyphs: .ascii).rows.joined(separator: "\n").contains(" -2 "))
    await stage.press("-")
    #expect(stage.stock.count(Books.west) == -2)
    #expect(stage.hud == "refused: −2 copies of 西游记, 1 to take")
    await stage.press("+")
    #expect(stage.stock.count(Books.west) == -1)
  }

  @Test func `a row changed at another desk is marked for a second, an own one is not`()
    async throws
  {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.scan("9780306406157")
    await stage.press("+")
    await stage.press("u")
    await stage.press(.alt("3"))
    await stage.scan("9780306406157")
    await stage.press(.alt("1"))
    #expect(stage.state.data.marks.isEmpty)
    _ = try FakeStock.otherDesk(of: stage.stock).move(Books.timeMachine, by: 1, .received)
    await stage.settle()
    #expect(Set(stage.state.data.marks.keys) == [Books.timeMachine])
    await stage.pass(.seconds(2))
    _ = try FakeStock.otherDesk(of: stage.stock).move(Books.dream, by: 1, .received)
    await stage.settle()
    #expect(Set(stage.state.data.marks.keys) == [Books.dream])
    #expect(stage.screen.contains("*"))
    await stage.pass(.milliseconds(900))
    #expect(!stage.state.data.marks.isEmpty)
    await stage.pass(.milliseconds(200))
    #expect(stage.state.data.marks.isEmpty)
  }

  @Test func `the filter works as it is typed, and Escape shows everything again`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("/")
    await stage.type("wells")
    #expect(stage.state.data.page?.rows.map(\.book.key) == [Books.timeMachine])
    await stage.press(.enter)
    #expect(stage.state.ui.shelf.isFiltering == false)
    #expect(stage.screen.contains("filter: wells"))
    await stage.press(.escape)
    #expect(stage.state.data.page?.total == 4)
    #expect(stage.state.ui.shelf.selected == Books.timeMachine)
    await stage.press("/")
    await stage.type("nothing at all")
    #expect(stage.screen.contains("No book holds"))
    await stage.press(.escape)
    #expect(stage.state.data.page?.total == 4)
  }

  @Test func `removing asks, and undo brings the book back`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.scan("9780306406157")
    await stage.press("x")
    await stage.press("n")
    #expect(stage.stock.book(Books.timeMachine) != nil)
    await stage.press("x")
    await stage.press("y")
    #expect(stage.stock.book(Books.timeMachine) == nil)
    #expect(stage.hud == "removed: The Time Machine (u takes it back)")
    await stage.press("u")
    #expect(stage.stock.count(Books.timeMachine) == 6)
  }

  @Test func `an empty stock says the ways to begin`() async {
    let stage = await Stage()
    for words in ["scan a book", "bookstock import FILE", "bookstock --demo"] {
      #expect(stage.screen.contains(words))
    }
  }

  @Test func `the first book scanned in an empty shop opens Add`() async {
    let stage = await Stage()
    await stage.scan("9780306406157")
    #expect(stage.state.ui.tab == .add)
    await stage.type("The Time Machine")
    await stage.press(.control("s"))
    #expect(stage.stock.count(Books.timeMachine) == 1)
    #expect(stage.state.ui.tab == .stock)
    await stage.scan("9780804429573")
    #expect(stage.state.ui.tab == .stock)
    #expect(stage.hud == "not in stock: 978-0-8044-2957-3")
  }

  @Test func `a click marks a row and the wheel moves the mark`() async {
    let stage = await Stage(FakeStock(Books.many(50)))
    await stage.send(.mouse(MouseEvent(.press(.left), at: Point(x: 10, y: 8))))
    #expect(stage.state.ui.shelf.selected == Books.key(Books.isbn(4)))
    await stage.send(.mouse(MouseEvent(.wheelDown, at: Point(x: 10, y: 8))))
    #expect(stage.state.ui.shelf.selected == Books.key(Books.isbn(7)))
  }
}

extension State {
  /// Whether the marked book is among the rows, and its line on the screen.
  var isMarkInView: Bool {
    guard let page = data.page, !page.rows.isEmpty else { return true }
    let height = Layout(size: size).listHeight
    guard let index = ui.shelf.index(in: page) else { return false }
    let top = ui.shelf.top(in: page, height: height)
    return index - top == ui.shelf.line && (0..<height).contains(ui.shelf.line)
  }
}
