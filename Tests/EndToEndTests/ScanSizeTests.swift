import TestSupport
import Testing

/// No size of the window, and no change of it, costs a scan.
extension Scans {
  @Suite struct ScanSizeTests {
    private static let sizes = [(200, 60), (110, 32), (80, 24), (60, 15), (20, 5), (1, 1)]

    @Test(arguments: sizes)
    func `scans count at every size`(columns: Int, rows: Int) async throws {
      try await inPace {
        let shop = try Shop()
        try await shop.fill(books: 4)
        let screen = try await shop.screen(rows: rows, columns: columns)
        try await screen.wait("a first picture") { $0.isAlternate }
        // Until the program has the keyboard to itself, what is typed is echoed.
        await screen.settle()
        try await screen.send("\u{1b}3")
        await screen.settle()
        for number in 0..<4 {
          try await screen.scan(
            BookFile.isbn(of: number), gapMicroseconds: number % 2 == 0 ? 0 : 5000)
        }
        try await eventually("four copies") {
          try await shop.counts().values.allSatisfy { $0 == 1 }
        }
        let unknown = await screen.screen.unknown
        #expect(unknown == [])
        try await screen.send("q")
        #expect(try await screen.exitStatus() == 0)
      }
    }

    @Test(arguments: [1, 3, 5])
    func `a window that changes its size during a scan loses nothing`(tab: Int) async throws {
      try await inPace {
        let shop = try Shop()
        try await shop.fill(books: 8)
        let screen = try await shop.screen()
        try await screen.wait(for: "8 titles")
        try await screen.send("\u{1b}3")
        try await screen.wait(for: "Scan: +1")
        var number = 0
        for (columns, rows) in Self.sizes + [(80, 24)] {
          let isbn = BookFile.isbn(of: number)
          try await screen.send(String(isbn.prefix(6)))
          try await screen.resize(rows: rows, columns: columns)
          try await screen.send(String(isbn.dropFirst(6).prefix(3)))
          try await screen.resize(rows: 24, columns: 80)
          try await screen.send(String(isbn.dropFirst(9)) + "\r")
          try await screen.resize(rows: rows, columns: columns)
          number += 1
        }
        try await screen.wait(for: "this run: \(number) · \(number) titles")
        #expect(try await shop.counts().values.count { $0 == 1 } == number)
        // Text in a form outlives the smallest size.
        try await screen.send("\u{1b}5")
        try await screen.wait(for: "Scan: fix")
        try await screen.scan(BookFile.isbn(of: 0))
        try await screen.wait(for: "Book 0")
        try await screen.send(" more")
        try await screen.wait(for: "Book 0 more")
        for (columns, rows) in Self.sizes { try await screen.resize(rows: rows, columns: columns) }
        await screen.settle()
        try await screen.resize(rows: 24, columns: 80)
        try await screen.wait(for: "Book 0 more")
        try await screen.send("\u{1b}\(tab)")
        let unknown = await screen.screen.unknown
        #expect(unknown == [])
      }
    }

    @Test func `a storm of sizes ends in the right picture`() async throws {
      let shop = try Shop()
      try await shop.fill(books: 60)
      let screen = try await shop.screen()
      try await screen.wait(for: "60 titles")
      var random = SeededGenerator()
      for _ in 0..<200 {
        try await screen.resize(
          rows: Int.random(in: 1...60, using: &random),
          columns: Int.random(in: 1...200, using: &random))
      }
      try await screen.resize(rows: 24, columns: 80)
      try await screen.wait(for: "60 titles")
      await screen.settle()
      // What stands there after a repaint from nothing is what must have stood there before.
      let (before, count) = (await screen.screen.text, await screen.outputCount)
      try await screen.send("\u{c}")
      try await eventually("the same picture, painted from nothing, as \(before)") {
        guard await screen.outputCount > count else { return false }
        return await screen.screen.text == before
      }
      #expect(await screen.screen.unknown == [])
    }
  }
}
