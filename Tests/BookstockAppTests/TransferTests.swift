import BookstockApp
import Inventory
import InventoryStore
import TestSupport
import Testing
import TextUI

/// Downloads and uploads: seen on every screen, asked to pause, resume and end in the panel.
struct TransferTests {
  static func stage(_ list: [Transfer] = TransferScreenTests.some) async -> Stage {
    await TransferScreenTests.stage(80, 24, list)
  }

  /// A list with one transfer in another state.
  static func list(_ id: String, _ state: Transfer.State) -> [Transfer] {
    TransferScreenTests.some.map { transfer in
      var transfer = transfer
      if transfer.id == id { transfer.state = state }
      return transfer
    }
  }

  @Test func `the header counts what is under way, on every screen`() async {
    let stage = await Self.stage()
    await stage.press(.escape)
    for tab in "12345" {
      await stage.press(.alt(tab))
      #expect(stage.picture().rows.first?.contains("▼ 3  ● live") == true)
    }
    #expect(stage.picture(glyphs: .ascii).rows.first?.contains("v 3  * live") == true)
    for (width, isThere) in [(60, true), (40, true), (24, true), (20, false)] {
      await stage.resize(width, 20)
      #expect(stage.picture().rows.first?.contains("▼ 3") == isThere, "\(width)")
      #expect(stage.picture().rows.first?.contains("●") == true)
    }
    await stage.resize(80, 24)
    await stage.hear(.transfers([]))
    #expect(stage.picture().rows.first?.contains("▼") == false)
  }

  @Test func `p pauses, r resumes and x cancels the marked transfer`() async {
    let stage = await Self.stage()
    await stage.press("p")
    await stage.press("j")
    await stage.press("x")
    await stage.press("j")
    await stage.press("r")
    #expect(stage.pictures.controls == ["pause 1", "cancel 2", "resume 3"])
    await stage.press("p")
    #expect(stage.hud == "this one is paused already")
    await stage.press("k")
    await stage.press("r")
    #expect(stage.hud == "this one is not paused")
    await stage.press("G")
    await stage.press("x")
    #expect(stage.hud == "this one is over")
    #expect(stage.pictures.controls.count == 3)
    await stage.press(.escape)
    #expect(stage.state.ui.overlay == nil)
  }

  @Test func `r tries one again that failed and may be, and its new failure is said again`() async {
    func failed(_ attempt: Int) -> [Transfer] {
      [
        Transfer(
          id: "1", title: "Nana", kind: .download, state: .failed("Nobody is there."),
          book: Books.mobyDick, attempt: attempt, isRepeatable: true)
      ]
    }
    let stage = await Self.stage([])
    await stage.list(failed(1))
    #expect(stage.hud == "Nana: Nobody is there.")
    await stage.pass(.seconds(20))
    await stage.press("x")
    #expect(stage.hud == "this one is over")
    await stage.press("r")
    #expect(stage.pictures.controls == ["resume 1"])
    #expect(stage.hud == "trying again: Nana…")
    await stage.list(failed(2))
    #expect(stage.hud == "Nana: Nobody is there.")
    #expect(stage.state.data.hud?.kind == .refused)
    await stage.press("r")
    await stage.list([
      Transfer(
        id: "1", title: "Nana", kind: .upload, state: .done, book: Books.mobyDick, attempt: 3)
    ])
    #expect(stage.hud == "Nana: this time it went well")
  }

  @Test func `the wheel moves the mark`() async {
    let stage = await Self.stage()
    for _ in 0..<3 {
      await stage.send(.mouse(MouseEvent(.wheelDown, at: Point(x: 10, y: 8))))
    }
    await stage.send(.mouse(MouseEvent(.wheelUp, at: Point(x: 10, y: 8))))
    await stage.send(.mouse(MouseEvent(.press(.left), at: Point(x: 10, y: 4))))
    #expect(stage.marked == "3")
  }

  @Test func `a key never meets another transfer than the one that was marked`() async {
    let stage = await Self.stage()
    await stage.press("j")
    // The marked one vanishes, and others stand in its place.
    await stage.hear(.transfers(TransferScreenTests.some.filter { $0.id != "2" }))
    await stage.press("x")
    #expect(stage.pictures.controls.isEmpty)
    #expect(stage.hud == "mark one first, with the arrows")
    await stage.press("j")
    await stage.press("x")
    #expect(stage.pictures.controls == ["cancel 3"])
  }

  @Test func `a panel that was opened empty marks the first that comes`() async {
    let stage = await Self.stage([])
    await stage.press("p")
    #expect(stage.hud == "mark one first, with the arrows")
    stage.pictures.change { $0.transfers = TransferScreenTests.some }
    await stage.settle()
    await stage.press("p")
    #expect(stage.pictures.controls == ["pause 1"])
  }

  @Test func `the panel opens on what is under way`() async {
    let stage = await Self.stage(
      Array(TransferScreenTests.some.reversed()))
    await stage.press("p")
    #expect(stage.pictures.controls == ["pause 4"])
  }

  @Test func `what is over stays a while and goes, though the world still lists it`() async {
    let stage = await Self.stage(Self.list("1", .running))
    await stage.hear(.transfers(Self.list("1", .done)))
    #expect(stage.screen.contains("The Time Machine"))
    await stage.pass(.seconds(9))
    #expect(!stage.screen.contains("The Time Machine"))
    #expect(!stage.screen.contains("Germinal"))
    #expect(stage.screen.contains("Nana"))
    await stage.hear(.transfers(Self.list("1", .done)))
    #expect(!stage.screen.contains("The Time Machine"))
    await stage.pass(.seconds(60))
    #expect(stage.state.data.board.rows.map(\.id) == ["2", "3", "4"])
    #expect(stage.app.deadline(in: stage.state) == nil)
    // Begun again under the same name, it is there again.
    await stage.hear(.transfers(Self.list("1", .running)))
    #expect(stage.screen.contains("The Time Machine"))
  }

  @Test func `what is over stays a while though the world lists it no more`() async {
    let stage = await Self.stage(Self.list("1", .running))
    await stage.hear(.transfers(Self.list("1", .done)))
    await stage.hear(.transfers([]))
    #expect(stage.screen.contains("The Time Machine"))
    #expect(!stage.screen.contains("紅樓夢"))
    await stage.pass(.seconds(9))
    #expect(!stage.screen.contains("The Time Machine"))
  }

  @Test func `a failure is said once, a look-up that found nothing more quietly`() async {
    let stage = await Self.stage()
    await stage.press(.escape)
    // What had failed before the last act is over with the next.
    await stage.press("+")
    await stage.pass(.seconds(30))
    #expect(stage.hud == nil)
    await stage.list(Self.list("1", .failed("The server is away.")))
    #expect(stage.hud == "The Time Machine: The server is away.")
    #expect(stage.state.hud?.kind == .refused)
    // The person's own acts do not take it away before it can be read.
    await stage.press("3")
    await stage.scan("9780306406157")
    #expect(stage.hud == "The Time Machine: The server is away.")
    await stage.pass(.seconds(12))
    #expect(stage.hud == nil)
    await stage.list(Self.list("1", .failed("The server is away.")))
    #expect(stage.hud == nil)
    await stage.list(Self.list("2", .failed("Nobody has a cover of it.")))
    #expect(stage.state.hud?.kind == .note)
    await stage.pass(.seconds(7))
    #expect(stage.hud == nil)
  }

  @Test func `a notice is said once, and waits for what a person did`() async {
    let stage = await Self.stage([])
    await stage.press(.escape)
    await stage.press("+")
    let done = stage.hud
    #expect(done?.contains("+1") == true)
    stage.pictures.change { $0.notices = ["The network is away.", "It is back."] }
    await stage.settle()
    #expect(stage.hud == done)
    await stage.pass(.seconds(6))
    #expect(stage.hud == "The network is away.")
    await stage.pass(.seconds(6))
    #expect(stage.hud == "It is back.")
    await stage.pass(.seconds(6))
    #expect(stage.hud == nil)
  }

  @Test func `a notice that an outcome covers at once is said again after it`() async {
    let stage = await Self.stage([])
    await stage.press(.escape)
    await stage.hear(.notice("The network is away."))
    await stage.press("+")
    #expect(stage.hud?.contains("+1") == true)
    await stage.pass(.seconds(6))
    #expect(stage.hud == "The network is away.")
    await stage.pass(.seconds(3))
    await stage.press("+")
    await stage.pass(.seconds(7))
    #expect(stage.hud == nil)
    for index in 0..<100 { await stage.hear(.notice("Notice \(index).")) }
    await stage.pass(.seconds(100))
    #expect(stage.hud == nil)
  }

  @Test(arguments: [0, 5, 40])
  func `a scan in the panel closes it and acts`(gap: Int) async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("3")
    await stage.press("d")
    #expect(stage.screen.contains("Downloads and uploads"))
    await stage.scan("9780306406157", gap: .milliseconds(gap))
    #expect(stage.state.ui.overlay == nil)
    #expect(stage.stock.count(Books.timeMachine) == 7)
  }

  @Test func `a vendor's letter before the code presses no key of the panel`() async {
    for letter in "prxdi" {
      let stage = await Self.stage()
      await stage.scan("\(letter)9780306406157")
      #expect(stage.pictures.controls.isEmpty)
      #expect(stage.state.ui.overlay == nil, "\(letter)")
      // An x may be the end of a code, and is told apart from one.
      let isFound = stage.state.ui.shelf.selected == Books.timeMachine
      #expect(isFound || letter == "x", "\(letter)")
    }
    let closed = await Stage(FakeStock(Books.shop))
    for letter in "di" {
      await closed.scan("\(letter)9780306406157")
      #expect(closed.state.ui.overlay == nil)
      #expect(closed.state.ui.isPictureSettingTurned == false)
    }
  }

  @Test func `d is text where text is under edit`() async {
    let stage = await Self.stage()
    await stage.press(.escape)
    await stage.press("/")
    await stage.type("di")
    #expect(stage.state.ui.shelf.filter.text == "di")
    #expect(stage.state.ui.overlay == nil)
    await stage.press(.function(4))
    await stage.press("p")
    #expect(stage.pictures.controls == ["pause 1"])
    await stage.press(.function(4))
    await stage.type("x")
    #expect(stage.state.ui.shelf.filter.text == "dix")
  }

  @Test func `a scan in the panel over a form with text neither types nor saves`() async {
    let stage = await Stage(FakeStock(Books.shop))
    await stage.press("5")
    await stage.scan("9780306406157")
    await stage.type("!")
    await stage.press(.function(4))
    await stage.scan("9780804429573")
    #expect(stage.state.ui.overlay == nil)
    #expect(stage.state.ui.fix.text(.title) == "The Time Machine!")
    #expect(stage.hud?.contains("finish this form first") == true)
    #expect(stage.stock.movements.isEmpty)
  }

  @Test func `titles that would harm a terminal are harmless, at every size`() async {
    let list = HostileTextTests.texts.enumerated().flatMap { index, text in
      [
        Transfer(
          id: "\(index)", title: text, kind: .upload, completed: .max, total: .max,
          state: .running),
        Transfer(
          id: "f\(index)", title: text, kind: .lookUp, completed: .min, total: .min,
          state: .failed(text)),
      ]
    }
    for (width, height) in [(110, 32), (80, 24), (60, 20), (20, 5), (3, 6), (1, 1), (0, 0)] {
      let stage = await TransferScreenTests.stage(width, height, list)
      for row in stage.picture().rows {
        #expect(!row.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        #expect(TextWidth.columns(row) <= width)
      }
    }
  }

  @Test func `random lists and keys keep the mark on its transfer`() async {
    var random = SeededGenerator()
    let stage = await TransferScreenTests.stage(60, 12, [])
    let states: [Transfer.State] = [
      .waiting, .running, .paused, .done, .cancelled, .failed("No."),
    ]
    for _ in 0..<600 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let ids = (0..<12).filter { _ in Bool.random(using: &random) }
        let list = ids.map { id in
          Transfer(
            id: "\(id)", title: "Book \(id)", kind: .download,
            completed: .random(in: -5...5_000, using: &random), total: 4_000,
            state: states.randomElement(using: &random) ?? .waiting)
        }
        await stage.hear(.transfers(list))
      case 1: await stage.pass(.seconds(Int.random(in: 1...20, using: &random)))
      default:
        let key = "jkgGprx".randomElement(using: &random) ?? "j"
        let marked = stage.marked
        let asked = stage.pictures.controls.count
        await stage.press(key)
        let new = stage.pictures.controls.dropFirst(asked)
        #expect(new.count <= 1)
        #expect(new.allSatisfy { $0.hasSuffix(" \(marked ?? "none")") })
      }
      let rows = stage.state.data.board.rows
      #expect(Set(rows.map(\.id)).count == rows.count)
      let markers = stage.picture().rows.dropFirst(2).filter { $0.hasPrefix("▌") }
      #expect(markers.count == (stage.marked == nil ? 0 : 1))
    }
  }
}

extension Stage {
  /// The world lists other transfers.
  func list(_ transfers: [Transfer]) async {
    pictures.change { $0.transfers = transfers }
    await settle()
  }

  /// The transfer that is marked and listed.
  var marked: String? {
    guard case .transfers(let panel) = state.ui.overlay,
      let index = panel.index(in: state.data.board.rows)
    else { return nil }
    return state.data.board.rows[index].id
  }
}

/// Numbers of bytes, and bars.
struct TransferWordsTests {
  @Test(arguments: [
    (Int64(0), Int64(-1), ""), (512, -1, "512 B"), (999, 1_000, "999 B of 1 kB"),
    (1_499, 3_500, "1 of 4 kB"), (999_499, 999_500, "999 kB of 1.0 MB"),
    (1_250_000, 3_400_000, "1.3 of 3.4 MB"), (340_000, 340_000, "340 kB"),
    (2_000_000_000, -1, "2.0 GB"), (.max, 0, "9223372036.9 GB"), (-7, 10, "0 of 10 B"),
  ])
  func `bytes are written in the unit that suits them`(
    completed: Int64, total: Int64, words: String
  ) {
    let transfer = Transfer(
      id: "1", title: "", kind: .download, completed: completed, total: total, state: .running)
    #expect(Wording.bytes(of: transfer) == words)
  }

  @Test func `a bar is full only when everything is there`() {
    for total in [Int64(1), 3, 10, 1_000] {
      for completed in stride(from: Int64(-1), through: total + 1, by: 1) {
        for cells in 0..<12 {
          let transfer = Transfer(
            id: "1", title: "", kind: .upload, completed: completed, total: total)
          let full = ProgressBar(fraction: transfer.fraction).full(of: cells)
          #expect((0...cells).contains(full))
          #expect((full == cells) == (completed >= total || cells == 0))
        }
      }
    }
  }
}
