import BookstockApp
import Inventory
import InventoryStore
import Testing
import TextUI

/// A new book is looked up while its form is filled in.
struct SuggestionTests {
  static let facts = BookFacts(
    title: "Bel-Ami", author: "Guy de Maupassant", publisher: "Ollendorff",
    source: "Open Library")

  static func stage(held: Bool = false, facts: BookFacts? = facts) async -> Stage {
    let pictures = FakePictures(looksUp: true)
    pictures.change { $0.facts[Books.unknown] = facts }
    let stage = await Stage(FakeStock(Books.shop), pictures: pictures)
    if held { stage.unanswered = ["facts"] }
    await stage.press("2")
    await stage.scan(Books.unknown.text)
    return stage
  }

  @Test func `what is known fills the empty fields, and says where it is from`() async {
    let stage = await Self.stage()
    #expect(stage.pictures.asked == [Books.unknown])
    expectScreen(
      stage, rows: 2..<18,
      """
       Scan: add   a new book

        ISBN        979-10-90636-07-1
      ▌ Title       Bel-Ami                                  from Open Library
        Author      Guy de Maupassant                        from Open Library
        Publisher   Ollendorff                               from Open Library
        Price
        Currency
        Shelf
        Low below
        Count       1
        Picture
        Link
        Note


      """)
    #expect(stage.state.ui.add.isDirty == false)
    await stage.press(.control("s"))
    let book = stage.stock.book(Books.unknown)
    #expect(book?.title == "Bel-Ami" && book?.author == "Guy de Maupassant")
    #expect(book?.publisher == "Ollendorff" && book?.count == 1)
  }

  @Test func `the form says that the book is being looked up, and can be used meanwhile`() async {
    let stage = await Self.stage(held: true)
    #expect(stage.screen.contains("a new book · looking it up…"))
    await stage.type("My title")
    await stage.press(.down)
    await stage.type("x")
    await stage.press(.backspace)
    stage.unanswered = []
    await stage.settle()
    #expect(!stage.screen.contains("looking it up"))
    #expect(stage.state.ui.add.text(.title) == "My title")
    // Emptied again, but the person's own.
    #expect(stage.state.ui.add.text(.author).isEmpty)
    #expect(stage.state.ui.add.text(.publisher) == "Ollendorff")
    #expect(stage.state.ui.add.suggested == [.publisher: "Open Library"])
  }

  @Test func `typing takes a suggestion's place, other keys edit it`() async {
    let stage = await Self.stage()
    await stage.type("X")
    #expect(stage.state.ui.add.text(.title) == "X")
    await stage.press(.down)
    await stage.press(.backspace)
    #expect(stage.state.ui.add.text(.author) == "Guy de Maupassan")
    await stage.press(.down)
    await stage.press(.left)
    #expect(stage.state.ui.add.suggested == [.publisher: "Open Library"])
    await stage.paste("Ed.")
    #expect(stage.state.ui.add.text(.publisher) == "Ed.")
    #expect(stage.state.ui.add.suggested.isEmpty && stage.state.ui.add.isDirty)
  }

  @Test func `a service that knows nothing changes nothing`() async {
    for facts in [nil, BookFacts(source: "Open Library"), BookFacts(title: " ", source: "x")] {
      let stage = await Self.stage(facts: facts)
      #expect(stage.state.ui.add.text(.title).isEmpty)
      #expect(stage.state.ui.add.suggested.isEmpty)
      #expect(!stage.screen.contains("looking it up"))
      #expect(stage.hud == nil)
    }
  }

  @Test func `a late answer for another book, or a closed form, changes nothing`() async {
    let stage = await Self.stage(held: true)
    await stage.press(.escape)
    #expect(!stage.watched.contains { $0.hasPrefix("facts") })
    await stage.hear(.facts(Books.unknown, Self.facts))
    #expect(stage.state.ui.add.isOpen == false && stage.state.ui.add.text(.title).isEmpty)
    await stage.scan("9791032305690")
    let other = stage.state.ui.add
    #expect(other.key?.text == "9791032305690")
    await stage.hear(.facts(Books.unknown, Self.facts))
    #expect(stage.state.ui.add == other)
    #expect(stage.watched.filter { $0.hasPrefix("facts") } == ["facts 9791032305690"])
  }

  @Test func `an answer that crosses the saving changes nothing`() async {
    let stage = await Self.stage(held: true)
    stage.holdsWrites = true
    await stage.press(.control("s"))
    await stage.hear(.facts(Books.unknown, Self.facts))
    await stage.release()
    #expect(stage.stock.book(Books.unknown)?.title == "")
    #expect(stage.state.ui.add.isOpen == false)
  }

  @Test func `an answer in the middle of a scan is not lost with what the scan takes back`() async {
    let stage = await Self.stage(held: true)
    await stage.pass(.milliseconds(600))
    for (index, character) in "9780306406157".enumerated() {
      await stage.send(.key(.character(character)))
      if index == 5 { await stage.hear(.facts(Books.unknown, Self.facts)) }
    }
    await stage.send(.key(.enter))
    // Nothing was typed: the scan opens its own book, which is in stock.
    #expect(stage.state.ui.add.known?.key == Books.timeMachine)
    #expect(stage.stock.movements.isEmpty)
  }

  @Test func `an answer in the middle of a refused scan is kept`() async {
    let stage = await Self.stage(held: true)
    for _ in 0..<9 { await stage.press(.down) }
    await stage.type("https://a.org")
    await stage.pass(.milliseconds(600))
    for (index, character) in "9780306406157".enumerated() {
      await stage.send(.key(.character(character)))
      if index == 5 { await stage.hear(.facts(Books.unknown, Self.facts)) }
    }
    await stage.send(.key(.enter))
    #expect(stage.state.ui.add.key == Books.unknown)
    #expect(stage.state.ui.add.text(.url) == "https://a.org")
    #expect(stage.state.ui.add.text(.title) == "Bel-Ami")
    #expect(stage.hud?.contains("finish this form first") == true)
  }

  @Test func `scans during a look-up are all counted, and none waits for it`() async {
    let stage = await Self.stage(held: true)
    await stage.press(.alt("3"))
    for _ in 0..<20 { await stage.scan("9780306406157", gap: .zero) }
    #expect(stage.stock.count(Books.timeMachine) == 26)
    // The form waits behind the other screen, and so does its answer.
    stage.unanswered = []
    await stage.settle()
    #expect(stage.state.ui.tab == .plus)
    #expect(stage.state.ui.add.text(.title) == "Bel-Ami")
  }

  @Test func `the first book of an empty shop and an unknown scan are looked up too`() async {
    let pictures = FakePictures(looksUp: true)
    pictures.change { $0.facts[Books.unknown] = Self.facts }
    let first = await Stage(FakeStock(), pictures: pictures)
    await first.scan(Books.unknown.text)
    #expect(first.state.ui.add.text(.title) == "Bel-Ami")
    let desk = await Stage(FakeStock(Books.shop), pictures: pictures)
    await desk.press("3")
    await desk.scan(Books.unknown.text)
    await desk.press("a")
    #expect(desk.state.ui.add.text(.title) == "Bel-Ami")
  }

  @Test func `a key that began a scan opens no form for good, and looks nothing up`() async {
    let stage = await Stage(FakeStock(Books.shop), pictures: FakePictures(looksUp: true))
    stage.unanswered = ["facts"]
    await stage.press("3")
    await stage.scan(Books.unknown.text)
    await stage.pass(.milliseconds(600))
    await stage.send(.key(.character("a")))
    #expect(stage.state.ui.tab == .add)
    for character in "9780306406157" { await stage.send(.key(.character(character))) }
    await stage.send(.key(.enter))
    #expect(stage.state.ui.tab == .plus)
    #expect(stage.stock.count(Books.timeMachine) == 7)
    #expect(!stage.watched.contains { $0.hasPrefix("facts") })
  }

  @Test func `hostile and endless titles are cut and harmless`() async {
    let title = "\u{1B}[31m" + String(repeating: "x", count: 10_000) + "\n\u{202E}"
    let stage = await Self.stage(facts: BookFacts(title: title, source: "\u{1B}]0;x\u{7}"))
    #expect(stage.state.ui.add.text(.title).count <= 500)
    #expect(!stage.state.ui.add.text(.title).contains("\u{1B}"))
    #expect(!stage.screen.contains("\u{1B}"))
  }
}
