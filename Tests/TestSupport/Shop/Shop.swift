/// A data folder of its own, and the built program that works on it.
///
/// Nothing of the user's is touched: the folders of the program's log and of what it keeps at hand
/// are temporary ones too.
package struct Shop: Sendable {
  package let place: TemporaryPlace
  /// The folder of the database; made by the program, not by this.
  package var data: String
  /// What every call of the program finds in its environment, beside the plain one.
  package var environment: [String: String]

  /// A shop that is not there yet, with one desk.
  package init(desk: String = "till") throws {
    place = try TemporaryPlace()
    data = place.path("data")
    environment = [
      "BOOKSTOCK_DESK": desk, "XDG_STATE_HOME": place.path("state"),
      "XDG_CACHE_HOME": place.path("cache"), "USER": "ada",
    ]
  }

  /// The same shop, seen from another desk.
  package func desk(_ name: String) -> Shop {
    var other = self
    other.environment["BOOKSTOCK_DESK"] = name
    return other
  }

  /// The program with the shop's folder and some arguments.
  package func command(_ arguments: [String]) -> Command {
    Command(
      BuiltProducts.path(of: "bookstock"), ["--data", data] + arguments, environment: environment)
  }

  /// Runs one command to its end.
  package func run(
    _ arguments: String..., input: String = "", within limit: Duration = patience
  ) async throws -> ChildProcess.Result {
    try await ChildProcess.run(command(arguments), input: input, within: limit)
  }

  /// Runs one command that must succeed, and gives its answer.
  @discardableResult
  package func json(_ arguments: String..., within limit: Duration = patience) async throws -> JSON
  {
    let result = try await ChildProcess.run(command(arguments + ["--json"]), within: limit)
    guard result.status == 0 else {
      throw ProcessFailure("status 0 of \(arguments)", seen: result.description)
    }
    return try JSON(result.output)
  }

  /// Runs one command that must be refused, and gives the answer, which names the reason.
  package func refusal(_ arguments: String..., status: Int32 = 1) async throws -> JSON {
    let result = try await ChildProcess.run(command(arguments + ["--json"]))
    guard result.status == status, result.errors.hasPrefix("bookstock: ") else {
      throw ProcessFailure("status \(status) of \(arguments)", seen: result.description)
    }
    return try JSON(result.output)
  }

  /// Starts the screen in a terminal of its own.
  package func screen(
    _ arguments: String..., rows: Int = 24, columns: Int = 80
  ) async throws -> PseudoTerminal {
    try await PseudoTerminal(command(arguments), rows: rows, columns: columns)
  }
}

extension Shop {
  /// Puts made-up books in stock, all with one count: `Book 0`, `Book 1` and so on.
  package func fill(books: Int, count: Int = 0, from first: Int = 0) async throws {
    var text = "isbn,title,count\n"
    for row in first..<first + books {
      text += "\(BookFile.isbn(of: row)),Book \(row),\(count)\n"
    }
    let path = try place.write(text, to: "books-\(first).csv")
    try await json("import", path, within: patience * 3)
  }

  /// The count of a book, as another process sees it.
  package func count(of isbn: String) async throws -> Int {
    guard let count = try await json("show", isbn)["count"]?.integer else {
      throw ProcessFailure("a count of \(isbn)", seen: "none")
    }
    return count
  }

  /// The counts of all books, by ISBN.
  package func counts() async throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for book in try await json("list").items {
      if let isbn = book["isbn"]?.text { counts[isbn] = book["count"]?.integer }
    }
    return counts
  }

  /// The movements, newest first, of all books or of one.
  package func movements(of isbn: String? = nil) async throws -> [JSON] {
    let some = isbn.map { ["--isbn", $0] } ?? []
    let result = try await ChildProcess.run(
      command(["history", "--limit", "1000000", "--json"] + some), within: patience * 3)
    return try JSON(result.output).items
  }

  /// What `check` finds; empty when it is content.
  package func findings() async throws -> [JSON] {
    let result = try await ChildProcess.run(
      command(["check", "--json"]), within: patience * 3)
    let answer = try JSON(result.output)
    guard let findings = answer["findings"] else {
      throw ProcessFailure("a report of check", seen: result.description)
    }
    if (result.status == 0) != findings.items.isEmpty || answer["ok"] != .bool(result.status == 0) {
      throw ProcessFailure("a status that fits the findings", seen: result.description)
    }
    return findings.items
  }

  /// Whether the program has made anything at the data folder's place.
  package var isMade: Bool { Paths.exists(data) }
}
