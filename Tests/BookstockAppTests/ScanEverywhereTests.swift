import BookstockApp
import Inventory
import InventoryStore
import Testing
import TextUI

/// A scan works on every screen, and never answers, saves or types anything.
struct ScanEverywhereTests {
  static let ends: [[KeyPress]] = [
    [.enter], [.enter, .enter], [.tab], [],
  ]

  @Test(arguments: [0, 5, 40], ends)
  func `a scan finds the book on Stock, whatever its speed and its end`(
    gap: Int, ends: [KeyPress]
  ) async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.scan("9780306406157", gap: .milliseconds(gap), ends: ends)
    #expect(stage.state.ui.tab == .stock)
    #expect(stage.state.ui.shelf.selected == Books.timeMachine)
    #expect(stage.stock.movements.isEmpty)
    await stage.pass(.seconds(1))
    #expect(stage.state.ui.tab == .stock)
    #expect(stage.state.ui.fix.isOpen == false)
  }

  @Test(arguments: [0, 5, 40], ends)
  func `a scan counts once on Plus, whatever its speed and its end`(
    gap: Int, ends: [KeyPress]
  ) async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    await stage.scan("9780306406157", gap: .milliseconds(gap), ends: ends)
    await stage.pass(.seconds(1))
    #expect(stage.stock.movements.map(\.change) == [1])
    #expect(stage.state.ui.plus.entry.isEmpty)
    #expect(stage.state.data.plus.lines.count == 1)
  }

  @Test(arguments: [0, 5, 40], ends)
  func `a scan never answers a question`(gap: Int, ends: [KeyPress]) async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("x")
    #expect(stage.screen.contains("Remove this book?"))
    await stage.scan("9780306406157", gap: .milliseconds(gap), ends: ends)
    await stage.pass(.seconds(1))
    #expect(stage.screen.contains("Remove this book?"))
    #expect(stage.hud == "finish this question first: 9780306406157 was not counted")
    #expect(stage.stock.movements.isEmpty)
    #expect(stage.bells == [2])
    await stage.press("n")
    #expect(stage.state.ui.overlay == nil)
    #expect(stage.stock.book(Books.mobyDick) != nil)
  }

  @Test func `a letter before the code answers no question`() async {
    let stage = await Stage(FakeStock(Books.shop))
    for letter in "yn" {
      await stage.press("x")
      await stage.scan("\(letter)9780306406157")
      #expect(stage.screen.contains("Remove this book?"))
      #expect(stage.stock.movements.isEmpty)
      await stage.press(.escape)
    }
  }

  @Test func `Enter never answers a question`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("x")
    await stage.press(.enter)
    #expect(stage.screen.contains("Remove this book?"))
    await stage.press("y")
    #expect(stage.stock.movements.map(\.reason) == [.removed])
  }

  @Test(arguments: [0, 5, 40], ends)
  func `a scan in the help closes it and acts`(gap: Int, ends: [KeyPress]) async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    await stage.press("?")
    #expect(stage.screen.contains("Keys on Plus"))
    await stage.scan("9780306406157", gap: .milliseconds(gap), ends: ends)
    #expect(stage.state.ui.overlay == nil)
    #expect(stage.stock.count(Books.timeMachine) == 7)
  }

  @Test(arguments: [0, 5, 40], ends)
  func `a scan while the filter is typed jumps and keeps what was typed`(
    gap: Int, ends: [KeyPress]
  ) async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("/")
    await stage.type("whale")
    #expect(stage.state.data.page?.total == 1)
    await stage.scan("9789570502145", gap: .milliseconds(gap), ends: ends)
    #expect(stage.state.ui.shelf.selected == Books.dream)
    #expect(stage.state.ui.shelf.filter.text == "whale")
    #expect(stage.state.ui.shelf.isLifted)
    #expect(stage.screen.contains("filter off: whale"))
    #expect(stage.stock.movements.isEmpty)
  }

  @Test(arguments: [0, 5, 40], ends)
  func `a scan into a form with text neither saves nor types nor opens`(
    gap: Int, ends: [KeyPress]
  ) async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("5")
    await stage.scan("9780306406157")
    await stage.type(" 2")
    for field: KeyPress in [.down, .up] {
      await stage.press(field)
      await stage.scan("9780804429573", gap: .milliseconds(gap), ends: ends)
      #expect(stage.state.ui.fix.key == Books.timeMachine)
      #expect(stage.state.ui.fix.text(.title) == "The Time Machine 2")
      #expect(stage.state.ui.fix.text(.author) == "H. G. Wells")
      #expect(stage.hud?.contains("finish this form first") == true)
      #expect(stage.hud?.contains("978-0-8044-2957-3") == true)
    }
    #expect(stage.stock.movements.isEmpty)
  }

  @Test(arguments: [0, 5, 40], ends)
  func `a scan in the last field does not save the form`(gap: Int, ends: [KeyPress]) async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("2")
    await stage.scan(Books.unknown.text)
    await stage.press(.up)
    #expect(stage.state.ui.add.focus == .note)
    await stage.scan("9780804429573", gap: .milliseconds(gap), ends: ends)
    await stage.pass(.seconds(1))
    #expect(stage.stock.movements.isEmpty)
    #expect(stage.stock.book(Books.unknown) == nil)
  }

  @Test func `a scan into a form that holds nothing typed opens the next book`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("5")
    await stage.scan("9780306406157")
    await stage.scan("9780804429573")
    #expect(stage.state.ui.fix.key == Books.mobyDick)
  }

  @Test func `an unknown code on Stock is said, and nothing moves`() async {
    let stage = await Stage(FakeStock(Books.shop))
    let before = stage.state.ui.shelf
    await stage.scan(Books.unknown.text)
    #expect(stage.hud == "not in stock: \(Books.unknown.displayed)")
    #expect(stage.state.ui.shelf == before)
  }

  @Test func `scans survive every size of the window`() async {
    let sizes = [(200, 60), (80, 24), (60, 15), (20, 5), (19, 4), (1, 1), (0, 0), (110, 32)]
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    for (width, height) in sizes {
      await stage.pass(.milliseconds(600))
      for (index, character) in "9780306406157".enumerated() {
        if index == 6 { await stage.resize(width, height) }
        await stage.send(.key(.character(character)))
        _ = stage.picture()
        await stage.pass(.milliseconds(5))
      }
      await stage.send(.key(.enter))
      _ = stage.picture()
    }
    #expect(stage.stock.count(Books.timeMachine) == 6 + sizes.count)
  }

  @Test func `keys that cannot be taken back wait until they are no piece of a scan`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    await stage.scan("9780306406157")
    await stage.pass(.seconds(1))
    await stage.send(.key(.character("u")))
    #expect(stage.stock.count(Books.timeMachine) == 7)
    await stage.pass(.milliseconds(120))
    #expect(stage.stock.count(Books.timeMachine) == 6)
  }

  @Test func `a vendor's letter before the code presses no key`() async {
    let stage = await Stage(FakeStock(Books.shop))
    for letter in "uqxsegyGjALd*" {
      await stage.scan("\(letter)9780306406157")
      #expect(stage.state.ui.tab == .stock, "\(letter)")
      #expect(stage.state.ui.overlay == nil, "\(letter)")
      #expect(stage.state.ui.shelf.isFiltering == false, "\(letter)")
      #expect(stage.state.ui.shelf.request.sort == .title, "\(letter)")
    }
    #expect(stage.quits.isEmpty)
    #expect(stage.stock.movements.isEmpty)
  }
}
