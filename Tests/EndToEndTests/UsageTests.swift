import TestSupport
import Testing

/// How the program is called: where its data is, what it says to a wrong call.
@Suite(.serialized) struct UsageTests {
  @Test func `the data folder is the option's, else the variable's, else XDG's, else the home's`()
    async throws
  {
    let place = try TemporaryPlace()
    let isbn = "9780306406157"
    func add(_ options: [String], _ environment: [String: String]) async throws {
      let result = try await ChildProcess.run(
        Command(
          BuiltProducts.path(of: "bookstock"), ["add", isbn] + options, environment: environment))
      #expect(result.status == 0, "\(result)")
    }
    let home = ["HOME": place.path("home")]
    try await add([], home)
    #expect(Paths.exists(place.path("home/.local/share/bookstock/tree.db")))
    let xdg = home.merging(["XDG_DATA_HOME": place.path("xdg")]) { $1 }
    try await add([], xdg)
    #expect(Paths.exists(place.path("xdg/bookstock/tree.db")))
    let named = xdg.merging(["BOOKSTOCK_DATA": place.path("named")]) { $1 }
    try await add([], named)
    #expect(Paths.exists(place.path("named/tree.db")))
    try await add(["--data", place.path("given")], named)
    #expect(Paths.exists(place.path("given/tree.db")))
    try await add(["--data=" + place.path("equal")], named)
    #expect(Paths.exists(place.path("equal/tree.db")))
  }

  @Test func `a file from a relative folder is found`() async throws {
    let place = try TemporaryPlace()
    let result = try await ChildProcess.run(
      .bookstock("--data", "here", "add", "9780306406157", in: place.path))
    #expect(result.status == 0, "\(result)")
    #expect(Paths.exists(place.path("here/tree.db")))
  }

  @Test(arguments: [
    (["lsit"], "Did you mean list?"), (["list", "--srot", "title"], "Did you mean --sort?"),
    (["db", "gte", "/"], "Did you mean db get?"), (["plus"], "Usage: bookstock plus"),
    (["list", "--sort", "weight"], "title, isbn, count, timestamp"),
    (["plus", "9780306406157", "many"], "many"),
    (["minus", "9780306406157", "1", "2"], "too much"),
    (["plus", "9780306406157", "--reason", "stolen"], "stolen"),
    (["list", "--limit", "0"], "--limit"), (["list", "--limit"], "--limit"),
    (["fix", "9780306406157"], "at least one field"), (["--demo", "list"], "--demo"),
    (["add", "9780306406157", "--count", "-1"], "--count"),
    (["add", "9780306406157", "--price", "cheap"], "--price"),
    (["db", "get", "a.b"], "no path"), (["db", "set", "a", "{"], "cannot be written"),
    (["db", "set", "a", "hello"], "quotes of its own"), (["db"], "db needs one of get, set"),
    (["db", "query", "/", "--limit-to-first", "1", "--limit-to-last", "1"], "limit"),
    (["db", "watch", "/", "--events", "birth"], "birth"),
  ])
  func `a wrong call says what is wrong and makes nothing`(words: [String], part: String)
    async throws
  {
    let shop = try Shop()
    let result = try await ChildProcess.run(shop.command(words))
    #expect(result.status == 2, "\(result)")
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(part), "\(result.errors)")
    #expect(!shop.isMade)
    let json = try await ChildProcess.run(shop.command(words + ["--json"]))
    #expect(json.status == 2)
    if words.last != "--limit" {
      #expect(try JSON(json.output)["reason"] == "usage")
    }
  }

  @Test func `an argument that is no text is refused`() async throws {
    let shop = try Shop()
    let script = #""$0" --data "$1" db set "$(printf '/a\377')" 1"#
    let result = try await ChildProcess.run(
      Command("bash", ["-c", script, BuiltProducts.path(of: "bookstock"), shop.data]))
    #expect(result.status == 2)
    #expect(result.errors.contains("Argument 5 is no UTF-8"), "\(result)")
    #expect(!shop.isMade)
  }

  @Test func `help and version go to standard output`() async throws {
    let shop = try Shop()
    for words in [
      ["--help"], ["-h"], ["help"], ["plus", "--help"], ["help", "db", "query"], ["help", "db"],
      ["db", "--help"],
    ] {
      let result = try await ChildProcess.run(shop.command(words))
      #expect(result.status == 0, "\(words)")
      #expect(result.output.contains("Usage: bookstock"))
      #expect(result.errors.isEmpty)
    }
    let family = try await shop.run("db", "--help").output
    #expect(family.contains("db watch PATH") && !family.contains("plus"))
    #expect(try await shop.run("--version").output.hasPrefix("bookstock "))
    #expect(!shop.isMade)
  }

  @Test func `a reader that goes away does not trouble the writer`() async throws {
    let shop = try Shop()
    try await shop.fill(books: 200)
    let script = "\"$0\" --data \"$1\" list --json | head -n 1; echo ${PIPESTATUS[0]}"
    let result = try await ChildProcess.run(
      Command("bash", ["-c", script, BuiltProducts.path(of: "bookstock"), shop.data]))
    #expect(result.output.hasSuffix("\n0\n"), "\(result)")
    #expect(result.errors.isEmpty)
  }

  @Test func `nothing is asked without a terminal`() async throws {
    let shop = try Shop()
    try await shop.json("add", "9780306406157", "--count", "1")
    // The input stays open: a program that asked would wait for it.
    let child = try await ChildProcess(shop.command(["remove", "9780306406157", "--json"]))
    let result = try await child.result()
    #expect(result.status == 0)
    #expect(try JSON(result.output)["reason"] == "removed")
  }
}
