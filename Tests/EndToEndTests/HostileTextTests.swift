import Foundation
import TestSupport
import Testing

/// Texts that would take the terminal over, from files and from the database: shown, never obeyed.
@Suite(.serialized) struct HostileTextTests {
  /// What titles may hold, and what must never come out of them.
  private static let titles = [
    "esc \u{1b}[2J\u{1b}[31mred\u{1b}]0;owned\u{7}\u{1b}[?1049l\u{1b}c end",
    "c1 \u{9b}2J\u{9d}0;owned\u{9c}\u{90}q\u{85}\u{8d} end",
    "bidi \u{202e}desrever\u{2066}iso\u{2069}\u{200f}\u{202a} end",
    "nul \u{0}\u{1}\u{7}\u{8}\u{b}\u{c}\u{e}\u{f}\u{7f} end",
    "long " + String(repeating: "0123456789", count: 1_000),
    "marks " + String(repeating: "\u{301}\u{fe0f}\u{200d}", count: 3_000) + "end",
    "zwj 👩\u{200d}👩\u{200d}👧\u{200d}👦🏽 \u{2028}\u{2029}\u{feff} end",
    "lines one\ntwo\r\nthree\tfour end",
  ]

  private static func isbn(_ number: Int) -> String { BookFile.isbn(of: number) }

  /// The beginning of a text: a command line has no room for all of it in every field.
  private static func cut(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(40)))
  }

  /// A shop whose tree holds every title as it is.
  private static func written() async throws -> Shop {
    let shop = try Shop(desk: "de\u{1b}[31msk\u{202e}")
    var books: [String: [String: Any]] = [:]
    for (number, title) in titles.enumerated() {
      books[isbn(number)] = [
        "isbn": Int(isbn(number)) ?? 0, "title": title, "author": title, "note": title,
        "publisher": cut(title), "shelf": cut(title), "currency": cut(title), "url": cut(title),
        "count": number, "timestamp": 1_560_470_400,
      ]
    }
    for (number, book) in books {
      let text = String(decoding: try JSONSerialization.data(withJSONObject: book), as: UTF8.self)
      let set = try await shop.run("db", "set", "BarCode/\(number)", text)
      #expect(set.status == 0, "\(set.errors)")
    }
    return shop
  }

  /// A shop that has the titles from a file.
  private static func imported() async throws -> Shop {
    let shop = try Shop()
    var text = "isbn,title,author,count\n"
    for (number, title) in titles.enumerated() {
      let cell = "\"" + title.replacing("\"", with: "\"\"") + "\""
      text += "\(isbn(number)),\(cell),\(cell),1\n"
    }
    let report = try await shop.json("import", try shop.place.write(text, to: "hostile.csv"))
    #expect(report["new"] == .integer(titles.count))
    return shop
  }

  /// Bytes that steer a terminal, apart from what full-screen programs use themselves.
  private static func strangers(in bytes: [UInt8], screen: Bool) -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    var found: [String] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A, 0x0D: break
      case 0x1B, 0x08, 0x07, 0x0E, 0x0F, 0x09: if !screen { found.append("\(scalar.value)") }
      case 0..<0x20, 0x7F...0x9F, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029,
        0x061C:
        found.append("U+\(String(scalar.value, radix: 16))")
      default: break
      }
    }
    return found
  }

  private static func expectHarmless(_ screen: VTScreen, _ bytes: [UInt8]) {
    #expect(screen.unknown == [])
    #expect(screen.title.isEmpty)
    #expect(screen.clipboard == nil)
    #expect(strangers(in: bytes, screen: true).isEmpty)
    let text = String(decoding: bytes, as: UTF8.self)
    for piece in ["\u{1b}]0;", "\u{1b}[2J\u{1b}[31mred", "\u{1b}c", "[?1049l"] {
      #expect(!text.contains(piece) || piece == "[?1049l", "\(piece.debugDescription)")
    }
  }

  @Test(arguments: [true, false])
  func `what commands print to a terminal steers nothing`(isImported: Bool) async throws {
    let shop = try await isImported ? Self.imported() : Self.written()
    for number in Self.titles.indices {
      _ = try await shop.run("plus", Self.isbn(number), "--note", Self.titles[number % 3])
    }
    var commands = [["list"], ["history"], ["list", "--json"], ["history", "--json"], ["check"]]
    commands += [
      ["db", "get", "/"], ["db", "query", "BarCode"], ["list", "--filter", "\u{1b}[31m"],
    ]
    for number in Self.titles.indices {
      commands += [["show", Self.isbn(number)], ["show", Self.isbn(number), "--json"]]
      commands += [["minus", Self.isbn(number), "999"], ["add", Self.isbn(number)]]
    }
    commands += [["undo"], ["plus", "\u{1b}[31m\u{9b}2J"], ["\u{1b}[2J"], ["--\u{202e}x"]]
    for words in commands {
      let terminal = try await PseudoTerminal(shop.command(words), rows: 50, columns: 200)
      _ = try await terminal.ending()
      let bytes = await terminal.transcript
      #expect(!bytes.isEmpty, "\(words)")
      #expect(Self.strangers(in: bytes, screen: false).isEmpty, "\(words)")
      #expect(await terminal.screen.unknown.isEmpty, "\(words)")
    }
  }

  @Test(arguments: [true, false], [(110, 32), (80, 24), (20, 5)])
  func `the screen shows hostile titles harmless everywhere`(
    isImported: Bool, size: (columns: Int, rows: Int)
  ) async throws {
    let shop = try await isImported ? Self.imported() : Self.written()
    let screen = try await shop.screen(rows: size.rows, columns: size.columns)
    try await screen.wait("a picture") { $0.isAlternate && $0.contains("1") }
    await screen.settle()
    for _ in Self.titles.indices {
      try await screen.send("\u{1b}[B")
      await screen.settle()
    }
    try await screen.send("x")
    await screen.settle()
    try await screen.send("n")
    try await screen.send("\u{1b}3")
    for number in Self.titles.indices {
      try await screen.scan(Self.isbn(number), gapMicroseconds: 0)
      try await eventually("the scan of \(number)") {
        try await shop.movements(of: Self.isbn(number)).contains { $0["reason"] == "received" }
      }
      await screen.settle()
    }
    try await screen.send("\u{1b}5")
    for number in Self.titles.indices {
      try await screen.scan(Self.isbn(number), gapMicroseconds: 0)
      await screen.settle()
    }
    try await screen.send("\u{1b}2")
    for number in Self.titles.indices {
      try await screen.scan(Self.isbn(number), gapMicroseconds: 0)
      await screen.settle()
    }
    try await screen.send("\u{1b}1")
    await screen.settle()
    try await screen.send("/\u{1b}[200~\u{1b}[31m\u{202e}\u{9b}2J\u{1b}[201~")
    // The smallest has no room for it.
    if size.rows > 5 {
      try await screen.wait("the filter's answer") { $0.contains("[31m") && $0.contains("0 of ") }
    }
    await screen.settle()
    Self.expectHarmless(await screen.screen, await screen.transcript)
    let (before, count) = (await screen.screen.rows, await screen.outputCount)
    try await screen.send("\u{c}")
    try await eventually("the same picture, painted from nothing, as \(before)") {
      guard await screen.outputCount > count else { return false }
      return await screen.screen.rows == before
    }
    #expect(await screen.screen.isAlternate)
  }

  @Test func `imported text loses its controls, keeps the rest, and says so`() async throws {
    let shop = try await Self.imported()
    let titles = try await shop.json("list", "--sort", "isbn").items.compactMap {
      $0["title"]?.text
    }
    #expect(titles.count == Self.titles.count)
    for title in titles {
      #expect(
        title.unicodeScalars.allSatisfy {
          $0 == "\n" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
        })
    }
    #expect(titles.contains { $0.contains("\u{202e}desrever") })
    #expect(titles.contains { $0.count > 10_000 })
    #expect(try await shop.findings().isEmpty)
  }
}
