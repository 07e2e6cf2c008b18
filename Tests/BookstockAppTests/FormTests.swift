import BookstockApp
import Inventory
import InventoryStore
import Testing
import TextUI

/// Add and Fix.
struct FormTests {
  @Test func `scanning an unknown book on Add opens its form with one copy`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("2")
    await stage.scan(Books.unknown.text)
    #expect(stage.state.ui.add.key == Books.unknown)
    #expect(stage.state.ui.add.text(.count) == "1")
    #expect(stage.state.ui.add.focus == .title)
    await stage.type("Bel ami")
    await stage.press(.tab)
    await stage.type("Maupassant")
    await stage.press(.control("s"))
    let book = stage.stock.book(Books.unknown)
    #expect(book?.title == "Bel ami" && book?.author == "Maupassant" && book?.count == 1)
    #expect(stage.hud == "added: Bel ami, 1 copy")
    #expect(stage.state.ui.add.isOpen == false)
  }

  @Test func `a known book on Add is said so, with Fix and one copy more by key`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("2")
    await stage.scan("9780306406157")
    #expect(stage.screen.contains("In stock already:"))
    await stage.press("+")
    #expect(stage.stock.count(Books.timeMachine) == 7)
    await stage.scan("9780306406157")
    await stage.press("e")
    #expect(stage.state.ui.tab == .fix)
    #expect(stage.state.ui.fix.key == Books.timeMachine)
  }

  @Test func `an ISBN typed by hand is looked up by Enter, and a bad one is said beside it`() async
  {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("2")
    await stage.press(.enter)
    await stage.type("9780306406158")
    await stage.press(.enter)
    #expect(stage.screen.contains("✗ The check digit is wrong"))
    await stage.press(.backspace)
    await stage.type("7")
    await stage.press(.enter)
    #expect(stage.state.ui.add.known?.key == Books.timeMachine)
  }

  @Test func `Fix sends only what the person changed`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("5")
    await stage.scan("9780306406157")
    await stage.type("!")
    _ = try? FakeStock.otherDesk(of: stage.stock).move(Books.timeMachine, by: 3, .received)
    await stage.settle()
    #expect(stage.hud == "another desk: count 6 → 9")
    #expect(stage.state.ui.fix.text(.count) == "9")
    await stage.press(.function(2))
    let book = stage.stock.book(Books.timeMachine)
    #expect(book?.title == "The Time Machine!" && book?.count == 9)
    #expect(stage.hud == "fixed: The Time Machine! (title)")
  }

  @Test func `a count that the person typed is sent, whatever other desks did meanwhile`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("5")
    await stage.scan("9780306406157")
    for _ in 0..<7 { await stage.press(.down) }
    #expect(stage.state.ui.fix.focus == .count)
    await stage.press(.backspace)
    await stage.type("4")
    _ = try? FakeStock.otherDesk(of: stage.stock).move(Books.timeMachine, by: 3, .received)
    await stage.settle()
    #expect(stage.state.ui.fix.text(.count) == "4")
    #expect(stage.screen.contains("was 9"))
    await stage.press(.control("s"))
    #expect(stage.stock.count(Books.timeMachine) == 4)
    #expect(stage.hud == "fixed: The Time Machine (count 9 → 4)")
  }

  @Test func `wrong fields are said beside them and nothing is saved`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("5")
    await stage.scan("9780306406157")
    for _ in 0..<3 { await stage.press(.down) }
    #expect(stage.state.ui.fix.focus == .price)
    await stage.type("x")
    await stage.press(.control("s"))
    #expect(stage.screen.contains("✗ a number such as 12.50"))
    #expect(stage.hud == "not saved: see the fields marked")
    #expect(stage.stock.movements.isEmpty)
  }

  @Test func `leaving asks only when text would be lost`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("5")
    await stage.scan("9780306406157")
    await stage.press(.escape)
    #expect(stage.state.ui.fix.isOpen == false && stage.state.ui.overlay == nil)
    await stage.scan("9780306406157")
    await stage.type("x")
    await stage.press(.escape)
    #expect(stage.screen.contains("Leave without saving?"))
    await stage.press("n")
    #expect(stage.state.ui.fix.text(.title) == "The Time Machinex")
    await stage.press(.escape)
    await stage.press("y")
    #expect(stage.state.ui.fix.isOpen == false)
  }

  @Test func `a form keeps its text while other tabs are looked at`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("2")
    await stage.scan(Books.unknown.text)
    await stage.type("Bel")
    await stage.press(.alt("3"))
    await stage.scan("9780306406157")
    #expect(stage.stock.count(Books.timeMachine) == 7)
    await stage.press("q")
    #expect(stage.screen.contains("Quit without saving?"))
    await stage.press("n")
    await stage.press(.alt("2"))
    #expect(stage.state.ui.add.text(.title) == "Bel")
    #expect(stage.quits.isEmpty)
  }

  @Test func `Fix from Stock goes back to Stock`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.scan("9780306406157")
    await stage.pass(.seconds(1))
    await stage.press(.enter)
    #expect(stage.state.ui.tab == .fix)
    await stage.type("!")
    await stage.press(.control("s"))
    #expect(stage.state.ui.tab == .stock)
    #expect(stage.state.ui.shelf.selected == Books.timeMachine)
  }

  @Test func `Enter goes from field to field and saves in the last one`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("2")
    await stage.scan(Books.unknown.text)
    await stage.type("Bel ami")
    for _ in 0..<10 { await stage.press(.enter) }
    #expect(stage.state.ui.add.focus == .note)
    #expect(stage.stock.book(Books.unknown) == nil)
    await stage.press(.enter)
    #expect(stage.stock.book(Books.unknown)?.title == "Bel ami")
  }

  @Test func `a very long title is not cut by a fix of another field`() async {
    let title = String(repeating: "long ", count: 2_000)
    let book = Book(key: Books.timeMachine, title: title + "\u{1B}[31m", count: 1)
    let stage = await Stage(FakeStock([book]))
    await stage.press("5")
    await stage.scan("9780306406157")
    await stage.press(.down)
    await stage.type("W")
    await stage.press(.control("s"))
    #expect(stage.stock.book(Books.timeMachine)?.author == "W")
    #expect(stage.stock.book(Books.timeMachine)?.title == book.title)
  }

  @Test func `a scan that crosses the answer to a save does not bring the form back`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("2")
    await stage.scan(Books.unknown.text)
    await stage.type("Bel ami")
    stage.holdsWrites = true
    await stage.press(.control("s"))
    for character in "978030" { await stage.send(.key(.character(character))) }
    await stage.release()
    for character in "6406157" { await stage.send(.key(.character(character))) }
    await stage.send(.key(.enter))
    #expect(stage.stock.book(Books.unknown)?.title == "Bel ami")
    #expect(stage.state.ui.add.isOpen == false)
    #expect(stage.state.ui.add.known?.key == Books.timeMachine)
  }
}
