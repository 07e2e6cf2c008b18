import BookstockApp
import Inventory
import InventoryStore
import TestSupport
import Testing
import TextUI

/// Covers: the right one, at once where it is made already, and never that of another book.
struct CoverTests {
  @Test func `a cover that is made already is there in the same picture as its book`() async {
    let stage = await Stage(
      FakeStock(Books.shop), width: 110, height: 32,
      pictures: FakePictures(covers: true, isCached: true))
    await stage.tell(.colored)
    stage.unanswered = ["cover"]
    for key in [Books.timeMachine, Books.dream, Books.west] {
      await stage.send(.key(.down))
      #expect(stage.shownBooks == ["\(key)"])
    }
  }

  @Test func `while a cover is on its way there are corners, not the cover before it`() async {
    let stage = await CoverScreenTests.stage(110, 32)
    #expect(stage.shownBooks == ["\(Books.mobyDick)"])
    stage.unanswered = ["cover"]
    await stage.send(.key(.down))
    #expect(stage.shownBooks.isEmpty)
    #expect(stage.screen.contains("┌─  "))
    #expect(!stage.screen.contains("no cover"))
  }

  @Test func `a late cover of another book is not shown, and its place is not watched`() async {
    let stage = await CoverScreenTests.stage(110, 32)
    stage.unanswered = ["cover"]
    guard let late = stage.state.coverRequest else {
      Issue.record("no cover is wanted")
      return
    }
    await stage.send(.key(.down))
    await stage.hear(.cover(late, .picture(FakePictures.picture(late))))
    #expect(stage.shownBooks.isEmpty)
    #expect(stage.watched.filter { $0.hasPrefix("cover") }.count == 1)
    #expect(!stage.watched.contains { $0.contains(Books.mobyDick.text) })
    stage.unanswered = []
    await stage.settle()
    #expect(stage.shownBooks == ["\(Books.timeMachine)"])
  }

  @Test func `a cover of another size or for another terminal is not shown`() async {
    let stage = await CoverScreenTests.stage(110, 32)
    stage.unanswered = ["cover"]
    guard let old = stage.state.coverRequest else {
      Issue.record("no cover is wanted")
      return
    }
    await stage.resize(110, 40)
    await stage.hear(.cover(old, .picture(FakePictures.picture(old))))
    #expect(stage.shownBooks.isEmpty)
    await stage.resize(110, 32)
    var kitty = TerminalAbilities.colored
    kitty.hasKittyPictures = true
    await stage.tell(kitty)
    await stage.hear(.cover(old, .picture(FakePictures.picture(old))))
    #expect(stage.shownBooks.isEmpty)
    #expect(stage.state.coverRequest?.abilities.pictures == .kitty)
  }

  @Test func `a cover that is replaced is asked for again`() async throws {
    let stage = await CoverScreenTests.stage(110, 32)
    let before = stage.state.coverRequest
    stage.pictures.change { $0.covers[Books.mobyDick] = .absent }
    await stage.settle()
    #expect(stage.shownBooks.isEmpty && stage.screen.contains("no cover"))
    #expect(stage.state.coverRequest == before)
    try stage.stock.setIcon(Books.mobyDick, "covers/new.jpg")
    await stage.settle()
    #expect(stage.state.coverRequest?.icon == "covers/new.jpg")
  }

  @Test func `a cover that cannot be renewed stays`() async {
    let stage = await CoverScreenTests.stage(110, 32)
    stage.pictures.change { $0.covers[Books.mobyDick] = .failed("The network is away.") }
    await stage.settle()
    #expect(stage.shownBooks == ["\(Books.mobyDick)"])
  }

  @Test func `a cover that is not in the storage any more does not stay`() async {
    let stage = await CoverScreenTests.stage(110, 32)
    stage.pictures.change { $0.covers[Books.mobyDick] = .missing("It is gone.") }
    await stage.settle()
    #expect(stage.shownBooks.isEmpty && stage.screen.contains("It is gone."))
  }

  @Test func `a repeat, and a book added since, keep their cover on the desk`() async {
    let stage = await CoverScreenTests.stage(110, 32)
    await stage.press("3")
    await stage.scan("9780306406157")
    await stage.scan("9780306406157", pause: .milliseconds(150))
    #expect(stage.state.data.plus.last?.outcome == .repeated)
    #expect(stage.shownBooks == ["\(Books.timeMachine)"])
    await stage.scan(Books.unknown.text)
    #expect(stage.shownBooks.isEmpty)
    await stage.press("a")
    await stage.type("Bel ami")
    await stage.press(.control("s"))
    #expect(stage.state.ui.tab == .plus)
    #expect(stage.shownBooks == ["\(Books.unknown)"])
  }

  @Test func `i turns pictures off and on again, on every screen`() async {
    let stage = await CoverScreenTests.stage(110, 32)
    await stage.press("i")
    #expect(stage.shownBooks.isEmpty && stage.state.coverRequest == nil)
    #expect(stage.hud == "pictures are off (i shows them)")
    #expect(!stage.watched.contains { $0.hasPrefix("cover") })
    await stage.press("3")
    await stage.scan("9780306406157")
    #expect(stage.shownBooks.isEmpty)
    await stage.press("i")
    #expect(stage.shownBooks == ["\(Books.timeMachine)"])
    await stage.press(.alt("1"))
    #expect(stage.shownBooks == ["\(Books.mobyDick)"])
  }

  @Test func `pictures that were off from the start come as cells`() async {
    var off = TerminalAbilities.colored
    off.images = .off
    let stage = await CoverScreenTests.stage(110, 32, abilities: off)
    #expect(stage.shownBooks.isEmpty && stage.state.coverRequest == nil)
    await stage.press("i")
    #expect(stage.shownBooks == ["\(Books.mobyDick)"])
    #expect(stage.state.coverRequest?.abilities.pictures == .cells)
  }

  @Test func `without a word from the terminal nothing is asked for and i says so`() async {
    let stage = await CoverScreenTests.stage(110, 32, abilities: nil)
    await stage.press("i")
    #expect(stage.hud == "this terminal shows no pictures")
    #expect(stage.state.coverRequest == nil)
    #expect(!stage.screen.contains("┌"))
  }

  @Test(arguments: [(80, 24), (60, 20), (99, 40), (100, 20), (20, 5), (19, 4), (1, 1), (0, 0)])
  func `small screens are what they were without pictures`(width: Int, height: Int) async {
    let stage = await CoverScreenTests.stage(width, height, abilities: nil)
    await stage.scan("9780306406157")
    let before = stage.screen
    await stage.tell(.colored)
    #expect(stage.screen == before)
    #expect(stage.state.coverRequest == nil)
  }

  @Test func `no place is larger than its screen, whatever cells measure`() async {
    let cells = [(8, 16), (1, 100), (100, 1), (10, 12), (0, 0), (7, 15)]
    let stage = await CoverScreenTests.stage(110, 32)
    for (width, height) in cells {
      var abilities = TerminalAbilities.colored
      abilities.cellPixels = PixelSize(width: width, height: height)
      await stage.tell(abilities)
      for columns in stride(from: 10, through: 240, by: 23) {
        for rows in stride(from: 4, through: 90, by: 7) {
          await stage.resize(columns, rows)
          for tab in 1...5 {
            await stage.press(.alt(Character("\(tab)")))
            guard let rect = stage.state.coverRect else { continue }
            #expect(rect.x >= 0 && rect.maxX < columns && rect.y > 1 && rect.maxY < rows - 2)
            #expect(rect.height >= 5)
          }
        }
      }
    }
  }

  @Test func `a picture that is too large stays in its place`() async {
    let stage = await CoverScreenTests.stage(110, 32)
    let before = stage.screen
    guard var request = stage.state.coverRequest else {
      Issue.record("no cover is wanted")
      return
    }
    let wanted = request
    request.size = Size(width: 400, height: 100)
    await stage.hear(.cover(wanted, .picture(FakePictures.picture(request))))
    #expect(stage.screen == before)
    request.size = Size(width: 2, height: 1)
    await stage.hear(.cover(wanted, .picture(FakePictures.picture(request))))
    #expect(stage.screen.filter { $0 == "M" }.count == before.filter { $0 == "M" }.count - 264)
  }

  @Test func `without colours the place and the panel are words, signs and weight`() async {
    let stage = await Stage(
      FakeStock(Books.shop), width: 110, height: 32, settings: Settings(hasColor: false))
    await stage.tell(TerminalAbilities(images: .auto))
    #expect(stage.screen.contains("no cover"))
    stage.pictures.change { $0.transfers = TransferScreenTests.some }
    await stage.settle()
    for key: Character in ["d", "j"] {
      await stage.press(key)
      let canvas = stage.picture()
      for cell in canvas.cells {
        #expect(cell.style.foreground == .default && cell.style.background == .default)
      }
    }
  }

  @Test func `a scan is shown and counted before its cover is there`() async {
    let stage = await CoverScreenTests.stage(80, 24)
    stage.unanswered = ["cover"]
    await stage.press("3")
    stage.holdsWrites = true
    await stage.scan("9780306406157")
    #expect(stage.screen.contains("T H E   T I M E   M A C H I N E"))
    await stage.scan("9789570502145")
    #expect(stage.screen.contains("+1…"))
    await stage.release()
    #expect(stage.stock.movements.count == 2)
    #expect(stage.shownBooks.isEmpty)
    stage.unanswered = []
    await stage.settle()
    #expect(stage.shownBooks == ["\(Books.dream)"])
  }

  @Test func `a cover that comes in the middle of a scan disturbs nothing`() async {
    let stage = await CoverScreenTests.stage(110, 32)
    stage.unanswered = ["cover"]
    await stage.press("3")
    await stage.scan("9780306406157")
    await stage.pass(.milliseconds(600))
    for (index, character) in "9780804429573".enumerated() {
      await stage.send(.key(.character(character)))
      if index == 0 || index == 7, let request = stage.state.coverRequest {
        await stage.hear(.cover(request, .picture(FakePictures.picture(request))))
        #expect(stage.shownBooks == ["\(Books.timeMachine)"])
      }
    }
    await stage.send(.key(.enter))
    #expect(stage.stock.movements.map(\.key) == [Books.timeMachine, Books.mobyDick])
    #expect(stage.shownBooks.isEmpty)
  }

  @Test func `a key that began a scan takes its cover back with it`() async {
    let stage = await CoverScreenTests.stage(110, 32)
    await stage.pass(.milliseconds(600))
    // j marks the next book at once; then it proves to be the first character of a scan.
    await stage.send(.key(.character("j")))
    #expect(stage.shownBooks == ["\(Books.timeMachine)"])
    for character in "9789570502145" { await stage.send(.key(.character(character))) }
    await stage.send(.key(.enter))
    #expect(stage.state.ui.shelf.selected == Books.dream)
    #expect(stage.shownBooks == ["\(Books.dream)"])
  }

  @Test func `random keys, scans and news never show the cover of another book`() async throws {
    var random = SeededGenerator()
    let stage = await Stage(
      FakeStock(Books.shop), width: 110, height: 32,
      pictures: FakePictures(covers: true, looksUp: true))
    await stage.tell(.colored)
    var requests: [CoverRequest] = []
    var seen: Set<String> = []
    let keys: [KeyPress] =
      "12345jkgGdipruxecay?/+sS".map { .character($0) } + [
        .enter, .escape, .tab, .up, .down, .control("p"), .control("s"), .alt("1"), .alt("3"),
        .alt("5"), .backspace,
      ]
    let codes = ["9780306406157", "9780804429573", "9789570502145", Books.unknown.text, "2000"]
    for _ in 0..<1_500 {
      switch Int.random(in: 0..<14, using: &random) {
      case 0:
        let size = [(110, 32), (80, 24), (60, 20), (160, 50), (20, 5), (1, 1), (100, 24)]
          .randomElement(using: &random)
        if let size { await stage.resize(size.0, size.1) }
      case 1, 2:
        if let code = codes.randomElement(using: &random) { await stage.scan(code) }
      case 3, 4:
        if let late = requests.randomElement(using: &random) {
          await stage.hear(.cover(late, .picture(FakePictures.picture(late))))
        }
      case 5:
        stage.unanswered = [[], ["cover"], ["facts"]].randomElement(using: &random) ?? []
        await stage.refresh()
      case 6:
        let facts = BookFacts(title: "Facts", source: "Open Library")
        let key = Bool.random(using: &random) ? Books.unknown : Books.west
        await stage.hear(.facts(key, facts))
      case 7:
        let list = TransferScreenTests.some.shuffled(using: &random).prefix(4)
        await stage.hear(.transfers(Array(list)))
      case 8: await stage.pass(.seconds(3))
      default:
        if let key = keys.randomElement(using: &random) { await stage.send(.key(key)) }
      }
      if let request = stage.state.coverRequest { requests.append(request) }
      let shown = stage.shownBooks
      seen.formUnion(shown)
      #expect(shown.count <= 1)
      #expect(shown.allSatisfy { $0 == stage.bookAtHand.map { "\($0)" } })
    }
    #expect(seen.count > 2)
  }
}

extension Stage {
  /// The books whose pictures are drawn, by the names of the pictures.
  var shownBooks: [String] { picture().pictures.map(\.picture.identity) }

  /// The book that the screen speaks of.
  var bookAtHand: StockKey? {
    switch state.ui.tab {
    case .stock: state.ui.shelf.selected
    case .plus: state.data.plus.last?.key
    case .minus: state.data.minus.last?.key
    case .add, .fix: state.ui.form(state.ui.tab).known?.key ?? state.ui.form(state.ui.tab).key
    }
  }
}

extension FakeStock {
  /// Gives a book another picture's name, as another desk does.
  func setIcon(_ key: StockKey, _ icon: String?) throws {
    try change { $0.books[key]?.icon = icon }
  }
}
