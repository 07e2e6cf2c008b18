import TestSupport
import Testing

/// Several terminals on one stock.
@Suite(.serialized) struct TwoTerminalsTests {
  @Test func `a scan at one terminal is on the other's screen`() async throws {
    try await inPace {
      let shop = try Shop()
      try await shop.fill(books: 5)
      let first = try await shop.desk("first").screen()
      let second = try await shop.desk("second").screen()
      for screen in [first, second] { try await screen.wait(for: "5 titles · 0 copies") }
      try await second.send("\u{1b}3")
      try await second.wait(for: "Scan: +1")
      for number in 0..<5 { try await second.scan(BookFile.isbn(of: number), gapMicroseconds: 0) }
      try await second.wait(for: "this run: 5 ·")
      try await first.wait("every count") { screen in
        screen.contains("5 titles · 5 copies")
          && (0..<5).allSatisfy { number in
            screen.rows.contains { $0.contains("Book \(number) ") && $0.contains(" 1 ") }
          }
      }
      // And back.
      try await first.send("+")
      try await first.wait(for: "+1 Book 0: 1 → 2")
      try await second.send("\u{1b}1")
      try await second.wait(for: "5 titles · 6 copies")
    }
  }

  @Test func `a row changed elsewhere is marked, one's own is not`() async throws {
    let shop = try Shop()
    try await shop.fill(books: 3)
    let screen = try await shop.screen()
    try await screen.wait(for: "3 titles")
    try await screen.wait(for: "▌")
    await screen.settle()
    // The mark may have gone before the other process has ended.
    async let change = shop.desk("elsewhere").json("plus", BookFile.isbn(of: 1), "7")
    try await screen.wait("the mark, and no other") { screen in
      screen.rows.contains { $0.contains("Book 1 ") && $0.contains("*7") }
        && screen.rows.count { $0.contains("*") } == 1
    }
    _ = try await change
    try await screen.wait("the mark gone") { screen in
      !screen.rows.contains { $0.contains("*") }
    }
    let marks = await screen.transcript.count { $0 == UInt8(ascii: "*") }
    try await screen.send("+")
    try await screen.wait(for: "+1 Book 0: 0 → 1")
    await screen.settle()
    #expect(await screen.transcript.count { $0 == UInt8(ascii: "*") } == marks)
  }

  @Test func `the mark stays on its book when rows arrive above, and follows its changes`()
    async throws
  {
    let shop = try Shop()
    try await shop.fill(books: 10, from: 50)
    let screen = try await shop.screen()
    try await screen.wait(for: "10 titles")
    try await screen.wait(for: "▌")
    for _ in 0..<4 { try await screen.send("\u{1b}[B") }
    func selected(_ title: String) async throws {
      try await screen.wait("the mark on \(title)") { screen in
        screen.rows.contains { $0.hasPrefix("▌") && $0.contains(title) }
      }
    }
    try await selected("Book 54")
    try await shop.fill(books: 30)
    try await screen.wait(for: "40 titles")
    try await selected("Book 54")
    // Its own title changes its place in the list.
    try await shop.desk("elsewhere").json("fix", BookFile.isbn(of: 54), "--title", "Aardvark")
    try await selected("Aardvark")
    // Removed elsewhere: a neighbour is marked, and nothing jumps.
    try await shop.desk("elsewhere").json("remove", BookFile.isbn(of: 54))
    try await screen.wait(for: "39 titles")
    try await screen.wait("a mark on another book") { screen in
      screen.rows.contains { $0.hasPrefix("▌") && $0.contains("Book ") }
    }
    #expect(await screen.screen.unknown == [])
  }

  @Test func `a form shows what changed elsewhere and saves only what was changed here`()
    async throws
  {
    try await inPace {
      let shop = try Shop()
      try await shop.fill(books: 2, count: 5)
      let screen = try await shop.screen(rows: 30, columns: 110)
      try await screen.wait(for: "2 titles")
      try await screen.send("\u{1b}5")
      try await screen.wait(for: "Scan: fix")
      try await screen.scan(BookFile.isbn(of: 0))
      try await screen.wait(for: "Book 0")
      try await screen.send("!")
      try await screen.wait(for: "changed: title")
      try await shop.desk("elsewhere").json("minus", BookFile.isbn(of: 0), "2")
      try await screen.wait(for: "another desk: count 5 → 3")
      try await screen.send("\u{13}")
      try await screen.wait(for: "fixed: Book 0!")
      let book = try await shop.json("show", BookFile.isbn(of: 0))
      #expect(book["title"] == "Book 0!")
      #expect(book["count"] == 3)
      #expect(try await shop.findings().isEmpty)
    }
  }

  @Test func `undo works on every screen and after a new start`() async throws {
    let shop = try Shop()
    try await shop.fill(books: 2)
    let screen = try await shop.screen()
    try await screen.wait(for: "2 titles")
    try await screen.send("\u{1b}3")
    try await screen.wait(for: "Scan: +1")
    try await screen.send("9" + BookFile.isbn(of: 0) + "\r")
    try await screen.wait(for: "this run: 9 ·")
    try await screen.send("q")
    #expect(try await screen.exitStatus() == 0)
    let again = try await shop.screen()
    try await again.wait(for: "2 titles · 9 copies")
    try await again.send("u")
    try await again.wait(for: "taken back: +9 Book 0, now 0")
    try await again.wait(for: "2 titles · 0 copies")
    #expect(try await shop.findings().isEmpty)
  }
}
