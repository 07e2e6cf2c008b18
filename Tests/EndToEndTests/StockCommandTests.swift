import TestSupport
import Testing

/// The commands that change and show the stock, as a script sees them.
@Suite(.serialized) struct StockCommandTests {
  private let machine = "9780306406157"
  private let whale = "9780804429573"

  @Test func `add answers the book and its opening movement`() async throws {
    let shop = try Shop()
    let answer = try await shop.json(
      "add", "0306406152", "--title", "The Time Machine", "--count", "3", "--author", "H. G. Wells",
      "--price", "12.50", "--currency", "GBP", "--shelf", "A-3", "--minimum", "2")
    #expect(answer["isbn"] == .text(machine))
    #expect(answer["title"] == "The Time Machine")
    #expect(answer["count"] == 3)
    #expect(answer["author"] == "H. G. Wells")
    #expect(answer["price"] == "12.50")
    #expect(answer["minimum"] == 2)
    #expect(answer["old"] == 0)
    #expect(answer["new"] == 3)
    #expect(answer["change"] == 3)
    #expect(answer["reason"] == "opening")
    #expect(answer["desk"] == "till")
    #expect(answer["user"] == "ada")
    #expect(try await shop.findings().isEmpty)
  }

  @Test func `plus and minus answer what was there and what is there now`() async throws {
    let shop = try Shop()
    try await shop.json("add", machine, "--title", "T", "--count", "3")
    let plus = try await shop.json("plus", machine, "4")
    for (name, value) in [("old", 3), ("new", 7), ("change", 4), ("count", 7)] {
      #expect(plus[name] == .integer(value))
    }
    #expect(plus["reason"] == "received")
    #expect(plus["title"] == "T")
    let minus = try await shop.json("minus", "978-0-306-40615-7", "--reason", "damaged")
    #expect(minus["change"] == -1)
    #expect(minus["new"] == 6)
    #expect(minus["reason"] == "damaged")
    #expect(try await shop.json("minus", machine)["reason"] == "sold")
    #expect(try await shop.movements().count == 4)
    #expect(try await shop.findings().isEmpty)
  }

  @Test func `show and list leave out what is empty, but never title and count`() async throws {
    let shop = try Shop()
    try await shop.json("add", machine)
    let bare: Set = ["isbn", "title", "count", "timestamp"]
    #expect(try await shop.json("show", machine).names == bare)
    #expect(try await shop.json("show", machine)["count"] == 0)
    #expect(try await shop.json("list").items.map(\.names) == [bare])
  }

  @Test func `lists are empty arrays where there is nothing`() async throws {
    let shop = try Shop()
    for command in [["list"], ["history"], ["db", "query", "BarCode"]] {
      let result = try await ChildProcess.run(shop.command(command + ["--json"]))
      #expect(result.status == 0)
      #expect(try JSON(result.output) == [], "\(command)")
      #expect(result.errors.isEmpty)
    }
  }

  @Test func `list sorts, filters and limits`() async throws {
    let shop = try Shop()
    let books = [(machine, "zebra", "1"), (whale, "Élan", "3"), ("9789570502145", "紅樓夢", "2")]
    for (isbn, title, count) in books {
      try await shop.json("add", isbn, "--title", title, "--count", count)
    }
    func titles(_ options: String...) async throws -> [String?] {
      let result = try await ChildProcess.run(shop.command(["list", "--json"] + options))
      return try JSON(result.output).items.map { $0["title"]?.text }
    }
    #expect(try await titles() == ["Élan", "zebra", "紅樓夢"])
    #expect(try await titles("--sort", "count") == ["zebra", "紅樓夢", "Élan"])
    #expect(try await titles("--sort", "count", "--descending") == ["Élan", "紅樓夢", "zebra"])
    #expect(try await titles("--sort", "isbn", "--limit", "2") == ["zebra", "Élan"])
    #expect(try await titles("--filter", "elan") == ["Élan"])
    #expect(try await titles("--filter", "樓") == ["紅樓夢"])
    #expect(try await titles("--filter", "978-0-3") == ["zebra"])
    #expect(try await titles("--filter", "nothing") == [])
  }

  @Test func `history is newest first and can be of one book`() async throws {
    let shop = try Shop()
    try await shop.json("add", machine, "--count", "1")
    try await shop.json("add", whale, "--count", "1")
    try await shop.json("plus", machine, "2", "--note", "from the fair")
    let all = try await shop.json("history")
    #expect(all.items.map { $0["change"] } == [2, 1, 1])
    #expect(all.items.first?["note"] == "from the fair")
    let own = try await shop.json("history", "--isbn", machine)
    #expect(own.items.map { $0["change"] } == [2, 1])
    #expect(own.items.allSatisfy { $0["isbn"] == .text(machine) })
    #expect(try await shop.json("history", "--limit", "1").items.count == 1)
  }

  @Test func `fix changes fields, clears one, and corrects the count`() async throws {
    let shop = try Shop()
    try await shop.json("add", machine, "--title", "T", "--shelf", "A", "--count", "5")
    let fixed = try await shop.json("fix", machine, "--title", "U", "--shelf", "", "--count", "2")
    #expect(fixed["title"] == "U")
    #expect(fixed["shelf"] == nil)
    #expect(fixed["change"] == -3)
    #expect(fixed["reason"] == "correction")
    #expect(try await shop.json("undo")["change"] == 3)
    let back = try await shop.json("show", machine)
    #expect(back["title"] == "T")
    #expect(back["shelf"] == "A")
    #expect(back["count"] == 5)
    #expect(try await shop.findings().isEmpty)
  }

  @Test func `remove and undo give the record back whole`() async throws {
    let shop = try Shop()
    try await shop.json("add", machine, "--title", "T", "--shelf", "A", "--count", "5")
    let before = try await shop.json("db", "get", "BarCode")
    let removed = try await shop.json("remove", machine)
    #expect(removed["change"] == -5)
    #expect(removed["new"] == 0)
    #expect(removed["reason"] == "removed")
    #expect(try await shop.json("list") == [])
    let undone = try await shop.json("undo")
    #expect(undone["reason"] == "undo")
    #expect(undone["count"] == 5)
    #expect(try await shop.json("db", "get", "BarCode") == before)
    #expect(try await shop.findings().isEmpty)
  }

  @Test func `undo walks back through this desk's movements only`() async throws {
    let shop = try Shop()
    try await shop.json("add", machine, "--count", "1")
    try await shop.json("plus", machine, "10")
    try await shop.desk("back room").json("plus", machine, "100")
    try await shop.json("minus", machine, "2")
    #expect(try await shop.json("undo")["new"] == 111)
    #expect(try await shop.json("undo")["new"] == 101)
    let refusal = try await shop.desk("nobody").refusal("undo")
    #expect(refusal["reason"] == "nothing_to_undo")
    #expect(try await shop.desk("back room").json("undo")["new"] == 1)
    #expect(try await shop.json("undo")["new"] == 0)
    #expect(try await shop.refusal("undo")["reason"] == "nothing_to_undo")
    #expect(try await shop.findings().isEmpty)
  }

  @Test func `an undo that would go below zero is refused`() async throws {
    let shop = try Shop()
    try await shop.json("add", machine, "--count", "0")
    try await shop.json("plus", machine, "5")
    try await shop.desk("other").json("minus", machine, "3")
    let refusal = try await shop.refusal("undo")
    #expect(refusal["reason"] == "below_zero")
    #expect(refusal["count"] == 2)
    #expect(try await shop.count(of: machine) == 2)
  }

  @Test func `check names a count that was changed behind the ledger, and adopts it`() async throws
  {
    let shop = try Shop()
    try await shop.json("add", machine, "--count", "3")
    #expect(try await shop.run("db", "set", "BarCode/\(machine)/count", "8").status == 0)
    let findings = try await shop.findings()
    #expect(findings.map { $0["count"] } == [8])
    #expect(findings.map { $0["expected"] } == [3])
    #expect(try await shop.run("check").status == 1)
    let adopted = try await shop.json("check", "--adopt")
    #expect(adopted["ok"] == true)
    #expect(adopted["adopted"] == 1)
    #expect(try await shop.count(of: machine) == 8)
    #expect(try await shop.movements().first?["reason"] == "correction")
  }

  @Test func `an old negative count loads, can be added to and can be fixed`() async throws {
    let shop = try Shop()
    try await shop.json("add", machine, "--title", "T")
    #expect(try await shop.run("db", "set", "BarCode/\(machine)/count", "-4").status == 0)
    #expect(try await shop.count(of: machine) == -4)
    #expect(try await shop.json("plus", machine)["new"] == -3)
    let refusal = try await shop.refusal("minus", machine)
    #expect(refusal["reason"] == "below_zero")
    #expect(refusal["count"] == -3)
    #expect(try await shop.json("fix", machine, "--count", "2")["new"] == 2)
  }
}
