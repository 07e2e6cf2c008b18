import TestSupport
import Testing

/// Many processes at once: nothing is lost, nothing counts twice.
@Suite(.serialized) struct CrowdTests {
  private static let isbn = "9780306406157"

  @Test func `eight processes that each add one make exactly their sum`() async throws {
    let each = Thorough.pick(12, thorough: 1_000)
    let processes = 8
    let shop = try Shop()
    try await shop.json("add", Self.isbn, "--title", "T")
    let script = "for i in $(seq \"$2\"); do \"$0\" --data \"$1\" plus \(Self.isbn) || exit 9; done"
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<processes {
        group.addTask {
          let result = try await ChildProcess.run(
            Command(
              "bash",
              ["-c", script, BuiltProducts.path(of: "bookstock"), shop.data, String(each)],
              environment: ["BOOKSTOCK_DESK": "desk \(number)"]), within: .seconds(3_000))
          #expect(result.status == 0, "\(result)")
          #expect(result.output.split(separator: "\n").count == each)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await shop.count(of: Self.isbn) == processes * each)
    let movements = try await shop.movements().filter { $0["reason"] == "received" }
    #expect(movements.count == processes * each)
    #expect(Set(movements.compactMap { $0["id"]?.text }).count == processes * each)
    // Every count from 1 to the sum came exactly once.
    #expect(
      Set(movements.compactMap { $0["new"]?.integer }) == Set(1...processes * each))
    #expect(try await shop.findings().isEmpty)
  }

  @Test func `two desks that take the last copy: one gets it`() async throws {
    let shop = try Shop()
    try await shop.json("add", Self.isbn, "--count", "5")
    let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
      for number in 0..<8 {
        group.addTask {
          try await shop.desk("desk \(number)").run("minus", Self.isbn).status
        }
      }
      return try await group.reduce(into: [Int32]()) { $0.append($1) }
    }
    #expect(statuses.sorted() == [0, 0, 0, 0, 0, 1, 1, 1])
    #expect(try await shop.count(of: Self.isbn) == 0)
    #expect(try await shop.findings().isEmpty)
  }

  @Test func `many processes may open a stock that is not there yet`() async throws {
    let shop = try Shop()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let result = try await shop.run("add", BookFile.isbn(of: number), "--count", "1")
          #expect(result.status == 0, "\(result)")
        }
      }
      try await group.waitForAll()
    }
    #expect(try await shop.counts().count == 8)
    #expect(try await shop.findings().isEmpty)
  }

  @Test func `screens and commands write at once`() async throws {
    let scans = Thorough.pick(20, thorough: 200)
    let shop = try Shop()
    try await shop.json("add", Self.isbn, "--title", "T")
    try await shop.fill(books: scans)
    let screens = [try await shop.desk("a").screen(), try await shop.desk("b").screen()]
    for screen in screens {
      try await screen.wait(for: "\(scans + 1) titles")
      try await screen.send("\u{1b}3")
      try await screen.wait(for: "Scan: +1")
    }
    let burst = (0..<scans).map { BookFile.isbn(of: $0) + "\r" }.joined()
    for screen in screens { try await screen.send(burst) }
    for _ in 0..<10 { try await shop.json("plus", Self.isbn) }
    for screen in screens {
      try await screen.wait(for: "this run: \(scans) · \(scans) titles", within: patience * 6)
    }
    var expected = Dictionary(uniqueKeysWithValues: (0..<scans).map { (BookFile.isbn(of: $0), 2) })
    expected[Self.isbn] = 10
    #expect(try await shop.counts() == expected)
    #expect(try await shop.findings().isEmpty)
  }
}
