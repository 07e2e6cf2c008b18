import TestSupport
import Testing

/// What a scanner types; one after another, because the pace of keystrokes is what is tested.
@Suite(.serialized) enum Scans {}

/// Scans through a terminal at every pace and with every end: each counts once.
extension Scans {
  @Suite struct ScanPaceTests {
    /// What stands behind a code: return, line feed, both, tab, nothing.
    private static let ends = ["\r", "\n", "\r\n", "\t", ""]

    @Test(arguments: [0, 5, 40])
    func `a scan counts once, whatever its pace and its end`(milliseconds: Int) async throws {
      try await inPace {
        let shop = try Shop()
        try await shop.fill(books: 12)
        let screen = try await shop.screen()
        try await screen.wait(for: "12 titles")
        try await screen.send("\u{1b}3")
        try await screen.wait(for: "Scan: +1")
        var scanned: [String] = []
        for _ in 0..<2 {
          for end in Self.ends {
            let isbn = BookFile.isbn(of: scanned.count)
            try await screen.scan(isbn, gapMicroseconds: milliseconds * 1000, suffix: end)
            scanned.append(isbn)
            let total = "this run: \(scanned.count) · \(scanned.count) titles"
            try await screen.wait("\(total) after the end \(end.debugDescription)") { screen in
              screen.contains(total.replacing(" 1 titles", with: " 1 title"))
            }
            #expect(await screen.screen.contains("Scan: +1"))
          }
        }
        try await Self.expectOnce(scanned, in: shop)
        try await screen.send("q")
        #expect(try await screen.exitStatus() == 0)
        #expect(await screen.screen.unknown == [])
      }
    }

    @Test(arguments: ["", "\r"], [0, 5])
    func `a number before a scan counts so many copies`(end: String, milliseconds: Int) async throws
    {
      try await inPace {
        let shop = try Shop()
        try await shop.fill(books: 3, count: 20)
        let screen = try await shop.screen()
        try await screen.wait(for: "3 titles")
        try await screen.send("\u{1b}3")
        try await screen.wait(for: "Scan: +1")
        try await screen.send("1")
        try await screen.wait(for: "Scan: +1")
        try await screen.send("2")
        try await screen.wait(for: "Scan: +12")
        try await screen.scan(
          BookFile.isbn(of: 0), gapMicroseconds: milliseconds * 1000, suffix: end)
        try await screen.wait(for: "this run: 12 · 1 title")
        // Glued to the code, in one write: the content decides.
        try await screen.send("15" + BookFile.isbn(of: 1) + "\r")
        try await screen.wait(for: "this run: 27 · 2 titles")
        try await screen.send("\u{1b}4")
        try await screen.wait(for: "Scan: −1")
        try await screen.send("3" + BookFile.isbn(of: 2) + "\r")
        try await screen.wait(for: "this run: 3 · 1 title")
        #expect(
          try await shop.counts() == [
            BookFile.isbn(of: 0): 32, BookFile.isbn(of: 1): 35, BookFile.isbn(of: 2): 17,
          ])
      }
    }

    @Test func `a number alone corrects the last scan`() async throws {
      try await inPace {
        let shop = try Shop()
        try await shop.fill(books: 1)
        let screen = try await shop.screen()
        try await screen.wait(for: "1 title ")
        try await screen.send("\u{1b}3")
        try await screen.scan(BookFile.isbn(of: 0))
        try await screen.wait(for: "this run: 1 ·")
        try await screen.send("7")
        try await screen.wait(for: "Scan: +7")
        // Later than a scanner's Enter could come.
        await screen.settle(for: .milliseconds(350))
        try await screen.send("\r")
        try await screen.wait(for: "this run: 7 ·")
        #expect(try await shop.counts().values.sorted() == [7])
        #expect(try await shop.findings().isEmpty)
      }
    }

    @Test(arguments: [("\r", 0), ("\r\n", 0), ("", 0), ("\r", 1)])
    func `scans back to back are neither lost nor doubled`(end: String, milliseconds: Int)
      async throws
    {
      try await inPace {
        let count = Thorough.pick(60, thorough: 500)
        let shop = try Shop()
        try await shop.fill(books: count)
        let screen = try await shop.screen()
        try await screen.wait(for: "\(count) titles")
        try await screen.send("\u{1b}3")
        try await screen.wait(for: "Scan: +1")
        let isbns = (0..<count).map { BookFile.isbn(of: $0) }
        try await screen.scan(
          isbns.joined(separator: end), gapMicroseconds: milliseconds * 1000, suffix: end)
        try await screen.wait("all of them", within: patience * 6) {
          $0.contains("this run: \(count) · \(count) titles")
        }
        try await Self.expectOnce(isbns, in: shop)
        #expect(try await shop.findings().isEmpty)
      }
    }

    @Test func `the same code twice at once is one copy and a visible repeat`() async throws {
      let shop = try Shop()
      try await shop.fill(books: 1)
      let isbn = BookFile.isbn(of: 0)
      let screen = try await shop.screen()
      try await screen.wait(for: "1 title ")
      try await screen.send("\u{1b}3")
      try await screen.wait(for: "Scan: +1")
      try await screen.send("\(isbn)\r\(isbn)\r")
      try await screen.wait(for: "repeat ignored")
      try await screen.wait(for: "this run: 1 ·")
      #expect(try await shop.count(of: isbn) == 1)
      try await screen.send("c")
      try await screen.wait(for: "this run: 2 ·")
      #expect(try await shop.count(of: isbn) == 2)
    }

    @Test func `quitting at once after a scan loses nothing`() async throws {
      let shop = try Shop()
      try await shop.fill(books: 20)
      let screen = try await shop.screen()
      try await screen.wait(for: "20 titles")
      try await screen.send("\u{1b}3")
      try await screen.wait(for: "Scan: +1")
      let scans = (0..<20).map { BookFile.isbn(of: $0) + "\r" }.joined()
      try await screen.send(scans + "q")
      #expect(try await screen.exitStatus() == 0)
      #expect(try await shop.counts().values.allSatisfy { $0 == 1 })
    }

    /// Expects one copy and one movement of each of these, and none of any other.
    private static func expectOnce(_ isbns: [String], in shop: Shop) async throws {
      let counts = try await shop.counts()
      #expect(counts.filter { $0.value != 0 } == Dictionary(isbns.map { ($0, 1) }) { $0 + $1 })
      let received = try await shop.movements().filter { $0["reason"] == "received" }
      #expect(received.compactMap { $0["isbn"]?.text }.sorted() == isbns.sorted())
    }
  }
}
