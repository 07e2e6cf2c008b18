import TestSupport
import Testing

/// A scan means one thing on each screen, needs no focus, and never answers or saves anything.
extension Scans {
  @Suite struct ScanEverywhereTests {
    private static let book = BookFile.isbn(of: 0)
    private static let other = BookFile.isbn(of: 1)

    /// A screen over three books, of which there are five each.
    private static func open(rows: Int = 24, columns: Int = 80) async throws -> (
      Shop, PseudoTerminal
    ) {
      let shop = try Shop()
      try await shop.fill(books: 3, count: 5)
      let screen = try await shop.screen(rows: rows, columns: columns)
      try await screen.wait(for: "3 titles")
      try await screen.wait(for: "▌")
      return (shop, screen)
    }

    /// The counts nobody should have changed.
    private static func expectUntouched(_ shop: Shop) async throws {
      #expect(try await shop.counts().values.allSatisfy { $0 == 5 })
      #expect(try await shop.movements().count == 3)
    }

    private static let paces = [0, 5]

    @Test(arguments: paces)
    func `on Stock it goes to the book`(milliseconds: Int) async throws {
      try await inPace {
        let (shop, screen) = try await Self.open()
        for (number, isbn) in [(2, BookFile.isbn(of: 2)), (0, Self.book), (1, Self.other)] {
          try await screen.scan(isbn, gapMicroseconds: milliseconds * 1000)
          try await screen.wait("the mark on Book \(number)") { screen in
            screen.rows.contains { $0.hasPrefix("▌") && $0.contains("Book \(number)") }
          }
        }
        #expect(await screen.screen.contains("Scan: find"))
        try await screen.scan("9780306406157")
        try await screen.wait(for: "not in stock: 978-0-306-40615-7")
        try await Self.expectUntouched(shop)
      }
    }

    @Test(arguments: paces)
    func `on Add it opens the form of a new book, and says what a known one is`(milliseconds: Int)
      async throws
    {
      try await inPace {
        let (shop, screen) = try await Self.open()
        try await screen.send("\u{1b}2")
        try await screen.wait(for: "Scan: add")
        try await screen.scan(Self.book, gapMicroseconds: milliseconds * 1000)
        try await screen.wait(for: "In stock already:")
        try await screen.scan("9780306406157", gapMicroseconds: milliseconds * 1000)
        try await screen.wait(for: "a new book")
        #expect(await screen.screen.contains("978-0-306-40615-7"))
        // The scanner's Enter has not saved it.
        #expect(await screen.screen.contains("Scan: add"))
        try await Self.expectUntouched(shop)
        try await screen.send("Time Machine\u{13}")
        try await screen.wait(for: "added: Time Machine, 1 copy")
        #expect(try await shop.count(of: "9780306406157") == 1)
      }
    }

    @Test func `on Fix it opens that book's form`() async throws {
      try await inPace {
        let (shop, screen) = try await Self.open()
        try await screen.send("\u{1b}5")
        try await screen.wait(for: "Scan: fix")
        try await screen.scan(Self.book)
        try await screen.wait(for: "Book 0")
        try await screen.scan(Self.other, gapMicroseconds: 0)
        try await screen.wait(for: "Book 1")
        #expect(await !screen.screen.contains("Book 0"))
        try await Self.expectUntouched(shop)
      }
    }

    @Test(arguments: paces)
    func `in the filter it goes to the book and keeps what was typed`(milliseconds: Int)
      async throws
    {
      try await inPace {
        let (shop, screen) = try await Self.open()
        try await screen.send("/")
        try await screen.wait(for: "filter:")
        for key in ["B", "o", "o", "k"] { try await screen.send(key) }
        try await screen.wait(for: "filter: Book")
        await screen.settle(for: .milliseconds(600))
        try await screen.scan(Self.other, gapMicroseconds: milliseconds * 1000)
        try await screen.wait("the mark on Book 1") { screen in
          screen.rows.contains { $0.hasPrefix("▌") && $0.contains("Book 1") }
        }
        let top = try #require(await screen.screen.rows.first { $0.contains("filter") })
        #expect(top.contains("Book") && !top.contains("978"), "\(top)")
        try await Self.expectUntouched(shop)
      }
    }

    @Test(arguments: 0..<10, paces)
    func `in a form's field nothing is saved, and the field keeps its text`(
      field: Int, milliseconds: Int
    ) async throws {
      try await inPace {
        let (shop, screen) = try await Self.open(rows: 30, columns: 110)
        try await screen.send("\u{1b}5")
        try await screen.wait(for: "Scan: fix")
        try await screen.scan(Self.book)
        try await screen.wait(for: "Book 0")
        for _ in 0..<field { try await screen.send("\u{1b}[B") }
        // Unchanged: the form of the scanned book takes its place.
        try await screen.scan(Self.other, gapMicroseconds: milliseconds * 1000)
        try await screen.wait(for: "Book 1")
        #expect(await !screen.screen.contains("Book 0"))
        // Changed: it stays, and says so.
        for _ in 0..<field { try await screen.send("\u{1b}[B") }
        try await screen.send("7")
        try await screen.wait(for: "changed: ")
        await screen.settle(for: .milliseconds(600))
        let before = await screen.screen.rows[2...20]
        try await screen.scan(Self.book, gapMicroseconds: milliseconds * 1000)
        try await screen.wait(for: "finish this form first")
        #expect(await screen.screen.rows[2...20] == before)
        try await Self.expectUntouched(shop)
      }
    }

    @Test(arguments: [0, 5, 40], ["\r", "\t", ""])
    func `the question before a removal is never answered`(milliseconds: Int, end: String)
      async throws
    {
      try await inPace {
        let (shop, screen) = try await Self.open()
        try await screen.send("x")
        try await screen.wait(for: "Remove this book?")
        // Later than a key could belong to the scan.
        await screen.settle(for: .milliseconds(150))
        for code in [Self.book, "080442957X", Self.other] {
          try await screen.scan(code, gapMicroseconds: milliseconds * 1000, suffix: end)
          try await screen.wait("the answer to \(code)") {
            $0.contains("finish this question first: \(code)")
          }
          #expect(await screen.screen.contains("Remove this book?"))
        }
        try await Self.expectUntouched(shop)
        await screen.settle(for: .milliseconds(350))
        try await screen.send("\r\r\t1")
        await screen.settle(for: .milliseconds(350))
        #expect(await screen.screen.contains("Remove this book?"))
        try await screen.send("n")
        try await screen.wait("the question gone") { !$0.contains("Remove this book?") }
        try await Self.expectUntouched(shop)
      }
    }

    @Test func `a removal is asked for, done by its letter, and taken back`() async throws {
      let (shop, screen) = try await Self.open()
      try await screen.send("x")
      try await screen.wait(for: "Remove this book?")
      try await screen.send("y")
      try await screen.wait(for: "removed: Book 0")
      #expect(try await shop.counts().count == 2)
      try await screen.send("u")
      try await screen.wait(for: "taken back: ")
      #expect(try await shop.count(of: Self.book) == 5)
      #expect(try await shop.findings().isEmpty)
    }

    @Test(arguments: [0, 5])
    func `in help it does what the screen below does`(milliseconds: Int) async throws {
      try await inPace {
        let (shop, screen) = try await Self.open()
        try await screen.send("\u{1b}3")
        try await screen.wait(for: "Scan: +1")
        try await screen.send("?")
        try await screen.wait(for: "Keys on Plus")
        try await screen.scan(Self.book, gapMicroseconds: milliseconds * 1000)
        try await screen.wait(for: "this run: 1 ·")
        #expect(try await shop.count(of: Self.book) == 6)
      }
    }

    @Test(arguments: ["\r", ""])
    func `scans glued to each other are two`(end: String) async throws {
      try await inPace {
        let (shop, screen) = try await Self.open()
        try await screen.send("\u{1b}3")
        try await screen.wait(for: "Scan: +1")
        try await screen.scan(Self.book + Self.other, gapMicroseconds: 0, suffix: end)
        try await screen.wait(for: "this run: 2 · 2 titles")
        #expect(try await shop.count(of: Self.book) == 6)
        #expect(try await shop.count(of: Self.other) == 6)
      }
    }

    @Test(arguments: [
      ("9780306406158", "check digit is wrong"), ("9771234567003", "ISSN"),
      ("9790260000438", "ISMN"), ("4910115880601", "Japanese magazine"),
      ("078073003501", "UPC"), ("780306406157", "leading 9"), ("97803064061", "has 11"),
      ("4006381333931", "EAN"), ("9780306406157", "not in stock"),
    ])
    func `a code that is none is shown in words on every screen`(code: String, words: String)
      async throws
    {
      try await inPace {
        let (shop, screen) = try await Self.open(rows: 32, columns: 110)
        for tab in 1...5 {
          try await screen.send("\u{1b}\(tab)")
          try await screen.wait("tab \(tab)") {
            $0.style(of: " \(tab) ")?.isReversed == true
          }
          if tab == 2, words == "not in stock" { continue }
          // Later than a bounce of the scan on the tab before.
          await screen.settle(for: .milliseconds(350))
          try await screen.scan(code)
          try await screen.wait("“\(words)” on tab \(tab)") { screen in
            screen.rows.contains { $0.contains(words) }
          }
        }
        try await Self.expectUntouched(shop)
      }
    }

    @Test func `taking more than there is says how many there are`() async throws {
      let (shop, screen) = try await Self.open()
      try await screen.send("\u{1b}4")
      try await screen.wait(for: "Scan: −1")
      try await screen.send("6" + Self.book + "\r")
      try await screen.wait(for: "only 5 there, 6 to take")
      try await Self.expectUntouched(shop)
    }

    @Test func `pasted lines are counted after one question`() async throws {
      let (shop, screen) = try await Self.open()
      try await screen.send("\u{1b}3")
      try await screen.wait(for: "Scan: +1")
      try await screen.send("\u{1b}[200~\(Self.book)\n\(Self.book)\r\n\(Self.other)\n\u{1b}[201~")
      try await screen.wait(for: "Count the pasted lines?")
      try await screen.send("y")
      try await screen.wait(for: "this run: 3 · 2 titles")
      #expect(try await shop.count(of: Self.book) == 7)
      #expect(try await shop.count(of: Self.other) == 6)
    }
  }
}
