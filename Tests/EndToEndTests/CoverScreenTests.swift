import Foundation
import TestSupport
import Testing

/// Covers beside the list, on a real screen.
@Suite struct CoverScreenTests {
  private static let isbn = "9780306406157"
  private static let other = "9781402894626"

  /// A shop with a red book, and one without a cover behind it.
  private func shop() async throws -> Shop {
    let shop = try Shop()
    try await shop.json("add", Self.isbn, "--title", "Emma", "--count", "2")
    try await shop.json("add", Self.other, "--title", "Zazie", "--count", "1")
    try await shop.json("cover", Self.isbn, "--file", try TestCover.red.file(in: shop))
    return shop
  }

  private func open(
    _ shop: Shop, _ words: String..., manner: VTManner = .plain
  ) async throws -> PseudoTerminal {
    let screen = try await PseudoTerminal(
      shop.command(words), rows: 36, columns: 120, manner: manner)
    try await screen.wait(for: "2 titles")
    return screen
  }

  private func quit(_ screen: PseudoTerminal) async throws {
    try await screen.send("q")
    #expect(try await screen.exitStatus() == 0)
  }

  @Test func `the selected book's cover is drawn beside the list, and goes with the selection`()
    async throws
  {
    let shop = try await shop()
    let screen = try await open(shop)
    try await screen.wait("a red cover") { TestCover.red.cells(on: $0) > 100 }
    try await screen.send("j")
    try await screen.wait("no cover") {
      TestCover.red.cells(on: $0) == 0 && $0.contains("no cover")
    }
    try await screen.send("k")
    try await screen.wait("a red cover") { TestCover.red.cells(on: $0) > 100 }
    try await quit(screen)
  }

  @Test func `a cover that another desk sets is seen at once, also at the same address`()
    async throws
  {
    let shop = try await shop()
    let screen = try await open(shop)
    try await screen.wait("a red cover") { TestCover.red.cells(on: $0) > 100 }
    let before = try await shop.json("show", Self.isbn)["icon"]
    try await shop.desk("desk-2").json(
      "cover", Self.isbn, "--file", try TestCover.green.file(in: shop))
    #expect(try await shop.json("show", Self.isbn)["icon"] == before)
    try await screen.wait("a green cover") {
      TestCover.green.cells(on: $0) > 100 && TestCover.red.cells(on: $0) == 0
    }
    try await shop.json("cover", Self.isbn, "--remove")
    try await screen.wait("no cover") {
      TestCover.green.cells(on: $0) == 0 && $0.contains("no cover")
    }
    try await quit(screen)
  }

  @Test func `a cover deleted from the storage is gone at the next look`() async throws {
    let shop = try await shop()
    let screen = try await open(shop)
    try await screen.wait("a red cover") { TestCover.red.cells(on: $0) > 100 }
    #expect(try await shop.run("storage", "rm", "Books/\(Self.isbn).jpg").status == 0)
    for _ in 0..<2 {
      try await screen.send("j")
      try await screen.wait(for: "no cover")
      try await screen.send("k")
      try await screen.wait("a missing cover") {
        TestCover.red.cells(on: $0) == 0 && $0.contains("not in the storage")
      }
    }
    try await quit(screen)
  }

  @Test func `kitty shows the picture itself, and holds none when the program has ended`()
    async throws
  {
    let shop = try await shop()
    let screen = try await open(shop, manner: .kitty)
    try await screen.wait("a placed picture") { $0.placements.count == 1 }
    let placement = try #require(await screen.screen.placements.first)
    #expect(placement.rows >= 5 && placement.column > 60)
    try await screen.send("j")
    try await screen.wait("no picture") { $0.placements.isEmpty }
    try await screen.send("k")
    try await screen.wait("the picture again") { $0.placements.count == 1 }
    #expect(await screen.screen.transmissionCount == 1)
    try await quit(screen)
    #expect(await screen.screen.kittyPictures == [])
  }

  @Test func `a terminal that draws sixels gets sixels, within the cover's place`() async throws {
    let shop = try await shop()
    let screen = try await open(shop, manner: .sixel)
    try await screen.wait("sixels") { !$0.sixelCells.isEmpty }
    #expect(await screen.screen.sixelCells.allSatisfy { $0[0] > 1 && $0[1] > 60 })
    #expect(await screen.screen.sixelScrolls == 0)
    try await quit(screen)
  }

  @Test func `with images off there are none, and the terminal is asked nothing`() async throws {
    let shop = try await shop()
    let screen = try await open(shop, "--images", "off", manner: .kitty)
    try await screen.wait(for: "Emma")
    try await screen.wait(for: "2 copies")
    await screen.settle()
    #expect(TestCover.red.cells(on: await screen.screen) == 0)
    #expect(await screen.screen.kittyPictures == [])
    let written = String(decoding: await screen.transcript, as: UTF8.self)
    #expect(!written.contains("\u{1B}[>0q") && !written.contains("\u{1B}_G"))
    try await quit(screen)
  }

  @Test func `the demo shows covers that are drawn for it, and leaves nothing behind`()
    async throws
  {
    let shop = try Shop()
    let screen = try await PseudoTerminal(
      shop.command(["--demo"]), rows: 36, columns: 120, manner: .kitty)
    try await screen.wait(for: "41 titles")
    try await screen.wait("a cover") { $0.placements.count == 1 }
    try await quit(screen)
    #expect(!shop.isMade)
    #expect(!Paths.exists(shop.place.path("cache")))
  }

  @Test func `on the command line a terminal shows the cover in its best form`() async throws {
    let shop = try await shop()
    let kitty = try await PseudoTerminal(
      shop.command(["cover", Self.isbn]), rows: 36, columns: 120, manner: .kitty)
    #expect(try await kitty.exitStatus() == 0)
    #expect(await kitty.screen.placements.count == 1)
    #expect(await kitty.screen.contains("978-0-306-40615-7  Emma"))
    let sixel = try await PseudoTerminal(
      shop.command(["cover", Self.isbn]), rows: 36, columns: 120, manner: .sixel)
    #expect(try await sixel.exitStatus() == 0)
    #expect(await sixel.screen.sixelCount == 1)
    for manner in [VTManner.plain, .mute] {
      let cells = try await PseudoTerminal(
        shop.command(["cover", Self.isbn]), rows: 36, columns: 120, manner: manner)
      #expect(try await cells.exitStatus() == 0)
      #expect(TestCover.red.cells(on: await cells.screen) > 100)
      #expect(await cells.screen.unknown == [])
    }
  }
}

/// Look-ups on a real screen, of a service on this machine.
@Suite struct LookUpScreenTests {
  private static let isbn = "9780306406157"

  private func open(_ server: ScriptedServer) async throws -> (Shop, PseudoTerminal) {
    var shop = try Shop()
    shop.environment["BOOKSTOCK_LOOKUP"] = "on"
    shop.environment["BOOKSTOCK_OPENLIBRARY"] = server.base.absoluteString
    let screen = try await shop.screen(rows: 36, columns: 120)
    try await screen.wait(for: "Stock")
    try await screen.send("2")
    try await screen.wait(for: "Scan a new book")
    return (shop, screen)
  }

  @Test
  func `a new book's title is proposed, its cover comes by itself, and the panel tells of it`()
    async throws
  {
    let cover = try TestCover.green.bytes
    let server = try ScriptedServer { request in
      if request.rawPath == "/api/books" {
        return .json(
          #"{"ISBN:9780306406157":{"url":"http://a.example","key":"/books/OL1M","#
            + #""title":"Emma","authors":[{"name":"Jane Austen"}]}}"#)
      }
      return .bytes(cover, headers: [("Content-Type", "image/jpeg")])
    }
    let (shop, screen) = try await open(server)
    try await screen.scan(Self.isbn)
    try await screen.wait(for: "from Open Library")
    #expect(await screen.screen.contains("Jane Austen"))
    try await screen.send("\u{13}")
    try await screen.wait(for: "added: Emma")
    try await screen.send("d")
    try await screen.wait(for: "Downloads and uploads")
    try await screen.wait(for: "done")
    try await screen.send("\u{1B}")
    try await screen.wait(for: "Scan a new book")
    try await screen.send("1")
    try await screen.wait("a green cover") { TestCover.green.cells(on: $0) > 100 }
    #expect(try await shop.json("cover", Self.isbn)["origin"] == "openlibrary")
    try await screen.send("q")
    #expect(try await screen.exitStatus() == 0)
  }

  @Test func `without a network that is said, and the book is added as ever`() async throws {
    let server = try ScriptedServer { _ in .reset }
    let (shop, screen) = try await open(server)
    try await screen.scan(Self.isbn)
    try await screen.wait(for: "Open Library cannot be reached")
    try await screen.send("Emma")
    try await screen.send("\u{13}")
    try await screen.wait(for: "added: Emma")
    #expect(try await shop.count(of: Self.isbn) == 1)
    try await screen.send("q")
    #expect(try await screen.exitStatus() == 0)
  }
}
