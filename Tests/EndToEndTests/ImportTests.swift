import Foundation
import TestSupport
import Testing

/// Files that come in: the original app's export, and tables.
@Suite(.serialized) struct ImportTests {
  private static let export =
    Bundle.module.bundleURL.appending(path: "Fixtures/22_firebase_export.json").path

  @Test func `the original app's export comes in as it should`() async throws {
    let shop = try Shop()
    let result = try await shop.run("import", Self.export, "--json")
    #expect(result.status == 0)
    let report = try JSON(result.output)
    #expect(report["new"] == 5)
    #expect(report["changed"] == 0)
    #expect(report["same"] == 0)
    let rejected = report["rejected"]?.items ?? []
    #expect(
      Dictionary(uniqueKeysWithValues: rejected.map { ($0["key"]?.text, $0["reason"]?.text) }) == [
        "9784101010014": "key and isbn differ", "9771234567003": "not an object; issn",
        "306406152": "the same book as 9780306406157; decide which to keep",
      ])
    for line in rejected { #expect(result.errors.contains(line["key"]?.text ?? "?")) }
    #expect(
      report["warnings"]?.items.map { $0["warn"]?.text } == ["negative count"])
    let books = try await shop.json("list", "--sort", "isbn")
    let shown = books.items.map { [$0["isbn"], $0["title"], $0["count"], $0["timestamp"]] }
    #expect(
      shown == [
        ["9780306406157", "The Time Machine", 7, 1_560_470_400],
        ["9780804429573", "Moby-Dick", 0, 1_560_470_401],
        ["9787020002207", "西游记", -2, 1_560_470_404],
        ["9789570502145", "紅樓夢", 3, 1_560_470_403],
        ["9798602477009", "🐳 Moby-Dick 📚", 2, 1_560_470_406],
      ])
    #expect(books.items[0]["url"] == "https://shop.example.test/b/1")
    #expect(books.items[0]["icon"] == "Books/9780306406157.jpg")
    #expect(try await shop.findings().isEmpty)
  }

  @Test func `the same file twice changes nothing the second time`() async throws {
    let shop = try Shop()
    let file = try shop.place.write(BookFile.csv(rows: 60), to: "books.csv")
    let first = try await shop.json("import", file)
    #expect(first["new"] == 60)
    let before = try await shop.json("db", "get", "/")
    let second = try await shop.json("import", file)
    #expect(second["new"] == 0)
    #expect(second["changed"] == 0)
    #expect(second["same"] == 60)
    #expect(try await shop.json("db", "get", "/") == before)
    let third = try await shop.json("import", Self.export)
    let fourth = try await shop.json("import", Self.export)
    #expect(third["new"] == 5 && fourth["same"] == 5)
  }

  @Test func `a dry run says the same and writes nothing`() async throws {
    let shop = try Shop()
    let file = try shop.place.write(BookFile.csv(rows: 10), to: "books.csv")
    let dry = try await shop.json("import", file, "--dry-run")
    #expect(dry["dryRun"] == true)
    #expect(dry["new"] == 10)
    #expect(try await shop.json("list") == [])
    #expect(try await shop.json("db", "get", "/") == nil)
  }

  @Test func `an import is taken back whole`() async throws {
    let shop = try Shop()
    try await shop.json(
      "add", BookFile.isbn(of: 3), "--title", "Mine", "--count", "4", "--note", "kept")
    let before = try await shop.json("db", "get", "BarCode")
    let file = try shop.place.write(BookFile.csv(rows: 10), to: "books.csv")
    let report = try await shop.json("import", file)
    #expect(report["new"] == 9)
    #expect(report["changed"] == 1)
    #expect(try await shop.json("list").items.count == 10)
    let undone = try await shop.json("undo")
    #expect(undone["books"] == 10)
    let after = try await shop.json("db", "get", "BarCode")
    #expect(after.names == before.names)
    for field in ["title", "count", "note", "shelf", "author"] {
      #expect(
        after[BookFile.isbn(of: 3)]?[field] == before[BookFile.isbn(of: 3)]?[field], "\(field)")
    }
    #expect(try await shop.findings().isEmpty)
    // And what was there before it can still be taken back.
    #expect(try await shop.json("undo")["reason"] == "undo")
    #expect(try await shop.json("list") == [])
  }

  @Test func `counts are set, or added when asked for`() async throws {
    let shop = try Shop()
    let file = try shop.place.write("isbn,title,count\n9780306406157,T,4\n", to: "books.csv")
    try await shop.json("add", "9780306406157", "--title", "T", "--count", "3")
    try await shop.json("import", file)
    #expect(try await shop.count(of: "9780306406157") == 4)
    try await shop.json("import", file, "--add")
    #expect(try await shop.count(of: "9780306406157") == 8)
    #expect(try await shop.findings().isEmpty)
  }

  @Test func `bad rows are named with their line, the good ones come in`() async throws {
    let shop = try Shop()
    let text =
      "ISBN;Title;Count\n9780306406157;\"a; \"\"b\"\"\";2\n9780306406158;wrong digit;1\n"
      + "9780804429573;no number;many\n\"9,78031E+12\";spreadsheet;1\n9789570502145;紅樓夢;1\n"
    let file = try shop.place.write(text, to: "books.csv")
    let result = try await shop.run("import", file, "--json")
    #expect(result.status == 0)
    let report = try JSON(result.output)
    #expect(report["new"] == 2)
    let rejected = report["rejected"]?.items ?? []
    #expect(rejected.map { $0["line"] } == [3, 4, 5])
    #expect(rejected[0]["reason"] == "bad_check_digit")
    #expect(rejected[2]["reason"] == "precision_lost")
    for line in 3...5 { #expect(result.errors.contains("line \(line): ")) }
    #expect(try await shop.json("show", "9780306406157")["title"] == #"a; "b""#)
  }

  @Test(arguments: [
    ("isbn,title,count\n9780306406158,x,1\n", 1), ("{\"a\":", 1), ("{}", 1), ("", 1),
    ("title,count\nx,1\n", 1), ("{\"BarCode\":{\"9771234567003\":true}}", 1),
  ])
  func `a file of which nothing can be taken is refused`(text: String, status: Int32) async throws {
    let shop = try Shop()
    let file = try shop.place.write(text, to: "strange")
    let result = try await shop.run("import", file, "--json")
    #expect(result.status == status, "\(result)")
    #expect(!result.errors.isEmpty)
    _ = try JSON(result.output)
    #expect(try await shop.json("list") == [])
  }

  @Test func `a file that is not there is refused`() async throws {
    let shop = try Shop()
    let answer = try await shop.refusal("import", shop.place.path("nowhere.csv"))
    #expect(answer["reason"] == "unreadable")
  }

  @Test func `many rows come in and scroll`() async throws {
    let rows = Thorough.pick(3_000, thorough: 100_000)
    let shop = try Shop()
    let file = try shop.place.write(BookFile.csv(rows: rows), to: "books.csv")
    let report = try await shop.json("import", file, within: .seconds(300))
    #expect(report["new"] == .integer(rows))
    let list = try await ChildProcess.run(shop.command(["list"]), within: .seconds(120))
    #expect(list.output.split(separator: "\n").count == rows)
    let check = try await ChildProcess.run(shop.command(["check"]), within: .seconds(300))
    #expect(check.status == 0, "\(check)")

    let screen = try await shop.screen()
    let titles = digits(rows) + " titles"
    try await screen.wait(for: titles)
    // The list's rows come by a window of their own.
    try await screen.wait(for: "▌")
    let first = try #require(await screen.screen.rows.first { $0.hasPrefix("▌") })
    try await screen.send("G")
    try await screen.wait("another last row") { screen in
      screen.rows.contains { $0.hasPrefix("▌") && $0 != first }
    }
    for _ in 0..<30 { try await screen.send("\u{1b}[5~") }
    try await screen.send("g")
    try await screen.wait("the first row again") { $0.rows.contains(first) }
    try await screen.send("q")
    #expect(try await screen.exitStatus() == 0)
    #expect(await screen.screen.unknown == [])
  }

  /// A number as the screen shows it.
  private func digits(_ number: Int) -> String {
    let text = String(number)
    let head = text.count % 3
    var parts = head > 0 ? [String(text.prefix(head))] : []
    var rest = text.dropFirst(head)
    while !rest.isEmpty {
      parts.append(String(rest.prefix(3)))
      rest = rest.dropFirst(3)
    }
    return parts.joined(separator: " ")
  }
}
