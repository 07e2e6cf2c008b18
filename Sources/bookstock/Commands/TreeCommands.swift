import InventoryStore
import JSONTree
import RealtimeDatabase

/// The commands on the tree itself: `bookstock db …`.
enum TreeCommands {
  static let queryOptions = [
    Option("--order-by", "CHILD", "a child's path, $key, $value or $priority"),
    Option("--start-at", "JSON", "from this value on"),
    Option("--start-after", "JSON", "beyond this value"),
    Option("--end-at", "JSON", "up to this value"),
    Option("--end-before", "JSON", "below this value"),
    Option("--equal-to", "JSON", "only this value"),
    Option("--limit-to-first", "N", "the first N"),
    Option("--limit-to-last", "N", "the last N"),
  ]

  static let all = [
    Command(
      "db get", "PATH", 1...1, "print the value at a path",
      [Option("--export", nil, "with priorities")], run: get),
    Command("db set", "PATH JSON", 2...2, "write a value", run: set),
    Command(
      "db update", "PATH JSON", 2...2, "write several children or deep paths at once", run: update),
    Command(
      "db push", "PATH JSON", 2...2, "add a child under a new push id, which is printed",
      run: push),
    Command(
      "db remove", "PATH", 1...1, "remove what is at a path",
      [Option("--force", nil, "also everything, at /")], run: remove),
    Command("db query", "PATH", 1...1, "print children in order", queryOptions, run: query),
    Command(
      "db watch", "PATH", 1...1, "print a line of JSON for each event, until interrupted",
      queryOptions + [
        Option(
          "--events", "LIST",
          "value, child, or kinds like child_added, with commas between (value)")
      ], run: TreeWatch.run),
  ]

  private static func get(_ call: Invocation) async throws -> Int32 {
    let path = try path(call.operands[0])
    let shop = try Shop(call.settings)
    let node = try await shop.store.tree(at: path)
    let text =
      node.isEmpty
      ? "null" : JSONWriter(form: call.has("--export") ? .export : .plain).text(node)
    Output.write(text + "\n", to: 1)
    return 0
  }

  private static func set(_ call: Invocation) async throws -> Int32 {
    let path = try path(call.operands[0])
    let write = try writing { () throws(TreeSyntaxError) in
      try Write.set(path, JSONReader.draft(from: call.operands[1]))
    }
    return try await carryOut(write, at: path, call)
  }

  private static func update(_ call: Invocation) async throws -> Int32 {
    let path = try path(call.operands[0])
    let write = try writing { () throws(TreeSyntaxError) in
      try Write.update(at: path, named: JSONReader.members(from: call.operands[1]))
    }
    return try await carryOut(write, at: path, call)
  }

  private static func push(_ call: Invocation) async throws -> Int32 {
    let path = try path(call.operands[0])
    let shop = try Shop(call.settings)
    let id = shop.database.nextPushID()
    let write = try writing { () throws(TreeSyntaxError) in
      try Write.set(path.child(id), JSONReader.draft(from: call.operands[1]))
    }
    try await shop.store.write(write)
    if call.output.json {
      call.output.document(.object([("name", .text(id.name))]))
    } else {
      call.output.line(id.name)
    }
    return 0
  }

  private static func remove(_ call: Invocation) async throws -> Int32 {
    let path = try path(call.operands[0])
    if path.isRoot, !call.has("--force") {
      throw UsageError(
        "At / stands everything: books, movements, settings. --force removes it all.",
        command: call.command)
    }
    let write = try writing { () throws(TreeSyntaxError) in try Write.remove(path) }
    return try await carryOut(write, at: path, call)
  }

  /// Writes; with JSON asked for, answers what stands at the path now.
  private static func carryOut(_ write: Write, at path: Path, _ call: Invocation) async throws
    -> Int32
  {
    let shop = try Shop(call.settings)
    try await shop.store.write(write)
    if call.output.json { call.output.document(.node(try await shop.store.tree(at: path))) }
    return 0
  }

  private static func query(_ call: Invocation) async throws -> Int32 {
    let query = try query(call.operands[0], call)
    let shop = try Shop(call.settings)
    let children = try await shop.store.tree(query)
    call.output.documents(
      children.map { .object([("key", .text($0.key.name)), ("value", .node($0.node))]) })
    return 0
  }

  static func path(_ text: String) throws -> Path {
    do {
      return try Path(text)
    } catch {
      throw UsageError("“\(printable(text))” is no path: \(error.reason)")
    }
  }

  /// Makes a write, or says what is wrong with it.
  private static func writing(_ body: () throws(TreeSyntaxError) -> Write) throws -> Write {
    do {
      return try body()
    } catch {
      let hint = error.code == .badJSON ? " A text has quotes of its own: '\"text\"'." : ""
      throw UsageError("This cannot be written: \(error.description)\(hint)")
    }
  }

  /// The query that the options describe.
  static func query(_ path: String, _ call: Invocation) throws -> Query {
    do {
      var query = try Query(self.path(path)).ordered(by: ordering(call))
      func bound(_ option: String) throws -> Scalar?? {
        guard let text = call[option] else { return nil }
        return .some(try scalar(text, option, isKey: query.ordering == .key))
      }
      if let value = try bound("--start-at") { query = try query.starting(at: value) }
      if let value = try bound("--start-after") { query = try query.starting(after: value) }
      if let value = try bound("--end-at") { query = try query.ending(at: value) }
      if let value = try bound("--end-before") { query = try query.ending(before: value) }
      if let value = try bound("--equal-to") { query = try query.equal(to: value) }
      let most = 1...Int(Int32.max)
      if let first = try call.number("--limit-to-first", most) {
        query = try query.limited(toFirst: first)
      }
      if let last = try call.number("--limit-to-last", most) {
        query = try query.limited(toLast: last)
      }
      return query
    } catch let error as TreeSyntaxError {
      throw UsageError("This query cannot be asked: \(error.reason)", command: call.command)
    }
  }

  private static func ordering(_ call: Invocation) throws -> Ordering {
    switch call["--order-by"] {
    case nil: .priority
    case "$key": .key
    case "$value": .value
    case "$priority": .priority
    case let child?: .child(try path(child))
    }
  }

  /// A bound as JSON; a text that is no JSON is taken as it stands, which spares quotes in a shell.
  private static func scalar(_ text: String, _ option: String, isKey: Bool) throws -> Scalar? {
    if isKey, !text.hasPrefix("\"") { return .string(text) }
    guard let node = try? JSONReader.node(from: text) else { return .string(text) }
    if node.isEmpty { return nil }
    guard let scalar = node.scalar else {
      throw UsageError("\(option) takes a text, a number, true, false or null.")
    }
    return scalar
  }
}
