import BookstockApp
import Inventory
import InventoryStore
import Testing
import TextUI

/// Plus and Minus: every scan counts at once.
struct DeskTests {
  @Test func `a scan on Plus counts at once and shows what became of it`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    await stage.scan("9780306406157")
    #expect(stage.stock.count(Books.timeMachine) == 7)
    let line = stage.state.data.plus.last
    #expect(line?.outcome == .counted)
    #expect(line?.old == 6 && line?.new == 7)
    #expect(stage.state.data.plus.copies == 1)
    #expect(stage.state.data.plus.titles == 1)
    #expect(stage.stock.movements.last?.reason == .received)
    #expect(stage.bells.isEmpty)
  }

  @Test func `a scan on Minus takes one away with the reason on the screen`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("4")
    await stage.scan("9780306406157")
    await stage.press("r")
    await stage.scan("9780306406157")
    #expect(stage.stock.count(Books.timeMachine) == 4)
    #expect(stage.stock.movements.map(\.reason) == [.sold, .sentBack])
    #expect(stage.state.data.minus.copies == 2)
    #expect(stage.state.data.minus.titles == 1)
  }

  @Test func `a number typed before a scan is its quantity, once`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    await stage.type("12")
    #expect(stage.state.ui.plus.entry == "12")
    await stage.scan("9780306406157")
    #expect(stage.stock.count(Books.timeMachine) == 18)
    #expect(stage.state.ui.plus.entry.isEmpty)
    await stage.scan("9780306406157")
    #expect(stage.stock.count(Books.timeMachine) == 19)
  }

  @Test(arguments: [0, 5, 40])
  func `a number and a code glued together are a quantity and a code`(gap: Int) async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    await stage.scan("129780306406157", gap: .milliseconds(gap))
    #expect(stage.stock.count(Books.timeMachine) == 18)
  }

  @Test func `a number alone and Enter correct the last scan by the difference`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("4")
    await stage.press("r")
    await stage.scan("9780306406157")
    await stage.type("4")
    await stage.press(.enter)
    #expect(stage.stock.count(Books.timeMachine) == 2)
    #expect(stage.stock.movements.map(\.change) == [-1, -3])
    #expect(stage.stock.movements.map(\.reason) == [.sentBack, .sentBack])
    let line = stage.state.data.minus.last
    #expect(line?.quantity == 4 && line?.old == 6 && line?.new == 2)
    #expect(stage.state.data.minus.copies == 4)
    await stage.type("1")
    await stage.press(.enter)
    #expect(stage.stock.count(Books.timeMachine) == 5)
    #expect(stage.state.data.minus.copies == 1)
  }

  @Test func `a correction that comes before the store's answer is sent after it`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    stage.holdsWrites = true
    await stage.scan("9780306406157")
    #expect(stage.state.data.plus.last?.outcome == .pending)
    #expect(stage.screen.contains("…"))
    await stage.type("3")
    await stage.press(.enter)
    await stage.type("5")
    await stage.press(.enter)
    #expect(stage.stock.count(Books.timeMachine) == 6)
    await stage.release()
    #expect(stage.stock.count(Books.timeMachine) == 11)
    #expect(stage.state.data.plus.last?.quantity == 5)
    #expect(stage.state.data.plus.copies == 5)
  }

  @Test func `taking more than there is is refused with the number that is there`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("4")
    await stage.type("12")
    await stage.scan("9780306406157")
    #expect(stage.stock.count(Books.timeMachine) == 6)
    #expect(stage.screen.contains("only 6 there, 12 to take"))
    #expect(stage.bells == [2])
    #expect(stage.state.data.minus.copies == 0)
    await stage.type("5")
    await stage.press(.enter)
    #expect(stage.stock.count(Books.timeMachine) == 1)
    #expect(stage.state.data.minus.last?.outcome == .counted)
  }

  @Test func `a quick second read is shown and not counted, until c counts it`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    await stage.scan("9780306406157")
    await stage.scan("9780306406157", pause: .milliseconds(150))
    #expect(stage.stock.count(Books.timeMachine) == 7)
    #expect(stage.screen.contains("repeat ignored (c counts it)"))
    #expect(stage.bells == [1])
    await stage.press("c")
    #expect(stage.stock.count(Books.timeMachine) == 8)
    await stage.press("c")
    #expect(stage.stock.count(Books.timeMachine) == 8)
  }

  @Test func `a second copy half a second later counts`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    for _ in 0..<3 { await stage.scan("9780306406157", pause: .milliseconds(500)) }
    #expect(stage.stock.count(Books.timeMachine) == 9)
  }

  @Test func `an unknown code is shown, and a opens Add with it and its copies`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    await stage.scan(Books.unknown.text)
    await stage.scan(Books.unknown.text)
    #expect(stage.screen.contains("not in stock: a adds it"))
    #expect(stage.stock.book(Books.unknown) == nil)
    await stage.press("a")
    #expect(stage.state.ui.tab == .add)
    #expect(stage.state.ui.add.key == Books.unknown)
    #expect(stage.state.ui.add.text(.count) == "2")
    await stage.type("Bel ami")
    await stage.press(.control("s"))
    #expect(stage.stock.book(Books.unknown)?.title == "Bel ami")
    #expect(stage.stock.count(Books.unknown) == 2)
    #expect(stage.state.ui.tab == .plus)
    #expect(stage.state.data.plus.lines.map(\.outcome) == [.added, .added])
  }

  @Test func `a scan under the wrong check digit, an ISSN and half a code change nothing`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    for code in ["9780306406158", "9771234567003", "978030640615", "9790260000438"] {
      await stage.scan(code)
      guard case .refused(let why) = stage.state.data.plus.last?.outcome else {
        Issue.record("\(code) was not refused: \(stage.screen)")
        continue
      }
      #expect(!why.isEmpty)
      #expect(stage.screen.contains(String(why.prefix(30))))
    }
    #expect(stage.stock.movements.isEmpty)
    #expect(stage.bells == [2, 2, 2, 2])
  }

  @Test func `a shop's own code counts when it is in stock`() async {
    let own = Books.key("2000000000015")
    let stage = await Stage(FakeStock([Book(key: own, title: "Postcards", count: 10)]))
    await stage.press("4")
    await stage.scan("2000000000015")
    #expect(stage.stock.count(own) == 9)
    await stage.scan("2000000000022")
    #expect(stage.state.data.minus.last?.outcome == .unknown)
  }

  @Test func `two codes without an end between them are two scans`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    await stage.scan("97803064061579780804429573")
    #expect(stage.stock.count(Books.timeMachine) == 7)
    #expect(stage.stock.count(Books.mobyDick) == 1)
  }

  @Test func `a code typed by hand counts at any speed`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    await stage.type("9780306406157")
    await stage.press(.enter)
    #expect(stage.stock.count(Books.timeMachine) == 7)
    await stage.type("080442957X")
    await stage.press(.enter)
    #expect(stage.stock.count(Books.mobyDick) == 1)
  }

  @Test func `a number over four digits never becomes a quantity`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    await stage.scan("9780306406157")
    await stage.type("12345")
    await stage.press(.enter)
    #expect(stage.stock.count(Books.timeMachine) == 7)
    guard case .refused = stage.state.data.plus.last?.outcome else {
      Issue.record("12345 was taken for something: \(stage.screen)")
      return
    }
    await stage.type("0")
    await stage.press(.enter)
    #expect(stage.hud?.contains("no quantity") == true)
    #expect(stage.state.ui.plus.entry.isEmpty)
  }

  @Test func `five hundred scans back to back are all counted, once and in order`() async {
    let books = Books.many(40)
    let stage = await Stage(FakeStock(books))
    await stage.press("3")
    let codes = (0..<500).map { Books.isbn($0 * 7 % 40) }
    for code in codes { await stage.scan(code, gap: .zero, pause: .zero) }
    #expect(stage.stock.movements.map(\.key.text) == codes)
    #expect(stage.state.data.plus.copies == 500)
    #expect(stage.state.data.plus.titles == 40)
    #expect(stage.state.data.plus.lines.count == Run.limit)
  }

  @Test func `scans made while the store is slow are shown at once and counted in order`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    stage.holdsWrites = true
    for code in ["9780306406157", "9780804429573", "9789570502145"] { await stage.scan(code) }
    #expect(stage.state.data.plus.lines.map(\.outcome) == [.pending, .pending, .pending])
    #expect(stage.stock.movements.isEmpty)
    await stage.release()
    #expect(
      stage.stock.movements.map(\.key) == [Books.timeMachine, Books.mobyDick, Books.dream])
  }

  @Test func `trouble is shown with its sentence, and c tries the scan again`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    let sentence = "The disk is full."
    stage.stock.setTrouble(StoreTrouble(code: .full, sentence: sentence))
    await stage.scan("9780306406157")
    #expect(stage.state.data.plus.last?.outcome == .failed(sentence))
    #expect(stage.screen.contains(sentence))
    #expect(stage.bells == [3])
    stage.stock.setTrouble(nil)
    await stage.press("c")
    #expect(stage.stock.count(Books.timeMachine) == 7)
    #expect(stage.state.data.plus.last?.outcome == .counted)
  }

  @Test func `undo takes the last movement back and its line says so`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    await stage.scan("9780306406157")
    await stage.type("3")
    await stage.press(.enter)
    await stage.press("u")
    #expect(stage.stock.count(Books.timeMachine) == 7)
    #expect(stage.state.data.plus.last?.quantity == 1)
    await stage.press("u")
    #expect(stage.stock.count(Books.timeMachine) == 6)
    #expect(stage.state.data.plus.last?.outcome == .undone)
    #expect(stage.state.data.plus.copies == 0)
    #expect(stage.state.data.plus.titles == 0)
    await stage.press("u")
    #expect(stage.hud == "nothing of this desk's to take back")
  }

  @Test func `pasted lines are counted after one confirmation, without repeats`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    await stage.paste("9780306406157\n9780306406157\n\n9780804429573\n")
    #expect(stage.screen.contains("Count the pasted lines?"))
    await stage.press(.enter)
    #expect(stage.stock.movements.isEmpty)
    await stage.press("y")
    #expect(stage.stock.count(Books.timeMachine) == 8)
    #expect(stage.stock.count(Books.mobyDick) == 1)
  }
}
