import Glibc
import TestSupport
import Testing

/// Processes killed at random moments: what was shown as done is there.
@Suite(.serialized) struct KillTests {
  private static let isbn = "9780306406157"

  @Test func `every success that was printed before a kill is there`() async throws {
    var random = SeededGenerator()
    let shop = try Shop()
    try await shop.json("add", Self.isbn, "--title", "T")
    // A session of its own, so that the loop and the program die at one instant.
    let script = "while \"$0\" --data \"$1\" plus \(Self.isbn) --json; do :; done"
    for round in 0..<Thorough.pick(5, thorough: 50) {
      let loop = try await ChildProcess(
        Command(
          "setsid", ["bash", "-c", script, BuiltProducts.path(of: "bookstock"), shop.data],
          environment: ["BOOKSTOCK_DESK": "round \(round)"]))
      try await loop.wait("a first success") { !$0.lines.isEmpty }
      try await moment(within: 300_000, &random)
      #expect(kill(-loop.number, SIGKILL) == 0)
      let result = try await loop.result()
      #expect(result.errors.isEmpty)
      let printed = try result.output.split(separator: "\n").filter { $0.hasSuffix("}") }
        .compactMap { try JSON(String($0))["movement"]?.text }
      let kept = Set(try await shop.movements().compactMap { $0["id"]?.text })
      #expect(kept.isSuperset(of: printed), "round \(round)")
      #expect(try await shop.findings().isEmpty, "round \(round)")
    }
  }

  @Test func `every scan that a screen showed as counted before a kill is there`() async throws {
    var random = SeededGenerator()
    let books = 200
    let shop = try Shop()
    try await shop.fill(books: books)
    let burst = (0..<books).map { BookFile.isbn(of: $0) + "\r" }.joined()
    for round in 0..<Thorough.pick(4, thorough: 50) {
      let desk = "round \(round)"
      let screen = try await shop.desk(desk).screen()
      try await screen.wait(for: "\(books) titles")
      try await screen.send("\u{1b}3")
      try await screen.wait(for: "Scan: +1")
      try await screen.send(burst)
      try await screen.wait("a first success") { counted(on: $0) > 0 }
      try await moment(within: 400_000, &random)
      screen.kill(SIGKILL)
      #expect(try await screen.ending() == .killed(by: SIGKILL))
      let shown = counted(on: await screen.screen)
      let kept = try await shop.movements().filter { $0["desk"] == .text(desk) }
      #expect(kept.count >= shown, "round \(round)")
      // In order, from the first on, none twice.
      let isbns = kept.reversed().compactMap { $0["isbn"]?.text }
      #expect(isbns == (0..<kept.count).map { BookFile.isbn(of: $0) }, "round \(round)")
      #expect(try await shop.findings().isEmpty, "round \(round)")
    }
  }

  @Test func `an import that is killed is whole or not there`() async throws {
    var random = SeededGenerator()
    let rows = Thorough.pick(1_500, thorough: 20_000)
    let shop = try Shop()
    try await shop.json("add", Self.isbn, "--title", "T", "--count", "1")
    let file = try shop.place.write(BookFile.csv(rows: rows), to: "books.csv")
    for round in 0..<Thorough.pick(3, thorough: 20) {
      let child = try await ChildProcess(shop.command(["import", file, "--json"]))
      try await moment(within: UInt64(rows) * 400, &random)
      child.kill()
      _ = try await child.result(within: patience * 3)
      let books = try await shop.counts().count
      #expect([1, rows, rows + 1].contains(books), "round \(round): \(books)")
      #expect(try await shop.findings().isEmpty, "round \(round)")
      if books > 1 {
        try await shop.json("undo", within: patience * 3)
        #expect(try await shop.counts().count == 1)
      }
    }
  }

  /// Waits for a moment that nobody can foresee, in microseconds from now.
  private func moment(within limit: UInt64, _ random: inout SeededGenerator) async throws {
    let end =
      ContinuousClock.now + .microseconds(Int64.random(in: 0...Int64(limit), using: &random))
    try await eventually("a random moment") { ContinuousClock.now >= end }
  }
}

/// Copies of a run that the screen shows as counted.
private func counted(on screen: VTScreen) -> Int {
  let row = screen.rows.first { $0.contains("this run: ") } ?? ""
  return row.firstMatch(of: /this run: (\d+)/).flatMap { Int($0.output.1) } ?? 0
}
