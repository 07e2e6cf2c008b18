import BookstockApp
import Inventory
import InventoryStore
import Testing
import TextUI

/// Keys, footers and help come from one table.
struct KeysTests {
  /// Every screen and overlay there is.
  static func interfaces() async -> [(name: String, ui: Interface)] {
    var all: [(String, Interface)] = []
    let stage = await Stage(FakeStock(Books.shop))
    func keep(_ name: String) { all.append((name, stage.state.ui)) }
    keep("stock")
    await stage.press("/")
    keep("filter")
    await stage.press(.escape)
    await stage.press("x")
    keep("question")
    await stage.press("n")
    await stage.press("?")
    keep("help")
    await stage.press("?")
    await stage.press("d")
    keep("transfers")
    await stage.press("d")
    await stage.press("2")
    keep("add, waiting")
    await stage.scan("9780306406157")
    keep("add, known")
    await stage.scan(Books.unknown.text)
    keep("add, form")
    await stage.press(.alt("3"))
    keep("plus")
    await stage.press(.alt("4"))
    keep("minus")
    await stage.press(.alt("5"))
    await stage.scan("9780306406157")
    keep("fix, form")
    return all
  }

  @Test func `no key means two things on a screen`() async {
    for (name, ui) in await Self.interfaces() {
      #expect(Keys.table(in: ui).duplicateKeys().isEmpty, "\(name)")
    }
  }

  @Test func `every screen has at least five keys and a help that lists them all`() async {
    let stage = await Stage(FakeStock(Books.shop), width: 80, height: 60)
    for tab in ["1", "2", "3", "4", "5"] {
      await stage.press(.alt(Character(tab)))
      await stage.press(.function(1))
      let screen = stage.screen
      for binding in Keys.screen(stage.state.ui) {
        #expect(screen.contains(binding.help), "\(tab) \(binding.help)")
      }
      await stage.press(.escape)
    }
  }

  @Test func `digits change the tab where they are no quantity, Alt and a digit everywhere`() async
  {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("5")
    #expect(stage.state.ui.tab == .fix)
    await stage.press("3")
    #expect(stage.state.ui.tab == .plus)
    await stage.press("1")
    #expect(stage.state.ui.tab == .plus)
    #expect(stage.state.ui.plus.entry == "1")
    await stage.press(.alt("1"))
    #expect(stage.state.ui.tab == .stock)
    await stage.press(.backTab)
    #expect(stage.state.ui.tab == .fix)
    await stage.press(.tab)
    #expect(stage.state.ui.tab == .stock)
  }

  @Test func `q quits, Ctrl-C cancels first, Ctrl-Z suspends`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("/")
    await stage.type("q")
    await stage.press(.control("c"))
    #expect(stage.state.ui.shelf.filter.text.isEmpty)
    await stage.press("x")
    await stage.press(.control("c"))
    #expect(stage.state.ui.overlay == nil)
    await stage.press(.alt("3"))
    await stage.type("12")
    await stage.press(.control("c"))
    #expect(stage.state.ui.plus.entry.isEmpty)
    #expect(stage.quits.isEmpty)
    await stage.press(.control("z"))
    #expect(stage.suspensions == 1)
    await stage.press(.control("c"))
    #expect(stage.quits == [0])
    await stage.press("q")
    #expect(stage.quits == [0, 0])
  }

  @Test func `the cursor stands in the field that is typed, and hidden on the row in use`() async {
    let stage = await Stage(FakeStock(Books.shop), width: 110, height: 32)
    await stage.press("j")
    #expect(stage.picture().cursor?.at == Point(x: 0, y: 5))
    #expect(stage.picture().cursor?.isVisible == false)
    await stage.press("/")
    await stage.type("t")
    #expect(stage.picture().cursor?.at.y == 2)
    #expect(stage.picture().cursor?.isVisible == true)
    await stage.press(.alt("3"))
    #expect(stage.picture().cursor?.isVisible == false)
    await stage.type("12")
    #expect(stage.picture().cursor?.at == Point(x: 10, y: 2))
    #expect(stage.picture().cursor?.isVisible == true)
    await stage.press(.alt("5"))
    await stage.scan("9780306406157")
    #expect(stage.picture().cursor?.at == Point(x: 30, y: 5))
    #expect(stage.picture().cursor?.isVisible == true)
  }

  @Test func `the bell can be turned off`() async {
    let stage = await Stage(FakeStock(Books.shop), settings: Settings(hasBell: false))
    await stage.press("3")
    await stage.scan(Books.unknown.text)
    #expect(stage.bells.isEmpty)
  }
}
