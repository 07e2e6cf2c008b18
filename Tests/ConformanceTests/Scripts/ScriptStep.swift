import RealtimeDatabase

/// One step of a script, and what the client's callbacks must tell during it.
struct ScriptStep: Sendable {
  /// What happens.
  enum Act: Sendable {
    case remoteSet(path: String, CaseValue)
    case remoteUpdate(path: String, [CaseValue.Member])
    case observe(String, path: String, [DataEventType], QueryForm?)
    case once(String, path: String, DataEventType)
    case unobserve(String)
    case removeAll(path: String)
    case write(id: String, path: String, ScriptWrite)
    case transaction(id: String, path: String, UpdateFunction, ScriptRuns)
    case get(id: String, path: String)
    case onDisconnect(id: String, path: String, ScriptWill)
    /// The server's clock, in milliseconds since 1970.
    case clock(Int64)
    case offline
    case online
    /// What only a server can do: hold, refuse or lose.
    case server(String)
  }

  let name: String
  let act: Act
  let log: [LogEntry]

  /// Reads a step; what is not known in it is refused.
  init(_ value: CaseValue) throws {
    guard let name = value["do"]?.text, let known = Self.fields[name] else {
      throw CaseError("an unknown step: \(value)")
    }
    self.name = name
    let fields = try CaseFields(value, name, known: known.union(["do", "log"]))
    log = try (fields.optional("log") { $0.list } ?? []).map { try LogEntry($0) }
    act = try Self.act(name, fields)
    try check()
  }

  private static let fields: [String: Set<String>] = [
    "remoteSet": ["path", "value"], "remoteUpdate": ["path", "values"],
    "observe": ["obs", "path", "events", "query"], "once": ["obs", "path", "event"],
    "unobserve": ["obs"], "removeAll": ["path"], "set": ["id", "path", "value", "priority"],
    "remove": ["id", "path"], "setPriority": ["id", "path", "value"],
    "update": ["id", "path", "values"],
    "transaction": ["id", "path", "update", "localEvents", "runs"], "get": ["id", "path"],
    "hold": [], "release": [], "offline": [], "online": [], "denyRead": ["path"],
    "denyWrite": ["path"], "denyWriteOnce": ["path"], "staleTransactions": ["count"],
    "clock": ["serverMs", "localMs", "offsetMs"], "onDisconnectSet": ["id", "path", "value"],
    "onDisconnectRemove": ["id", "path"], "onDisconnectUpdate": ["id", "path", "values"],
    "onDisconnectCancel": ["id", "path"],
  ]

  private static func act(_ name: String, _ fields: CaseFields) throws -> Act {
    switch name {
    case "remoteSet": return .remoteSet(path: try fields.text("path"), try fields.value("value"))
    case "remoteUpdate":
      return .remoteUpdate(path: try fields.text("path"), try fields.members("values"))
    case "observe":
      let events = try fields.texts("events").map { try DataEventType(word: $0) }
      let query = try fields["query"].map { try QueryForm($0) }
      return .observe(try fields.text("obs"), path: try fields.text("path"), events, query)
    case "once":
      let event = try DataEventType(word: fields.text("event"))
      return .once(try fields.text("obs"), path: try fields.text("path"), event)
    case "unobserve": return .unobserve(try fields.text("obs"))
    case "removeAll": return .removeAll(path: try fields.text("path"))
    case "get": return .get(id: try fields.text("id"), path: try fields.text("path"))
    case "transaction":
      let runs = ScriptRuns(
        expected: try fields.optional("runs") { $0.list },
        localEvents: try fields.optional("localEvents") { $0.bool })
      return .transaction(
        id: try fields.text("id"), path: try fields.text("path"),
        try UpdateFunction(fields.value("update")), runs)
    case "clock":
      _ = try fields.integer("localMs")
      _ = try fields.optional("offsetMs") { $0.integer }
      return .clock(try fields.integer("serverMs"))
    case "offline": return .offline
    case "online": return .online
    case "hold", "release": return .server(name)
    case "denyRead", "denyWrite", "denyWriteOnce":
      _ = try fields.text("path")
      return .server(name)
    case "staleTransactions":
      _ = try fields.integer("count")
      return .server(name)
    default: return try writing(name, fields)
    }
  }

  private static func writing(_ name: String, _ fields: CaseFields) throws -> Act {
    let (id, path) = (try fields.text("id"), try fields.text("path"))
    switch name {
    case "set":
      let write = ScriptWrite.set(try fields.value("value"), priority: fields["priority"])
      return .write(id: id, path: path, write)
    case "remove": return .write(id: id, path: path, .remove)
    case "setPriority": return .write(id: id, path: path, .priority(try fields.value("value")))
    case "update": return .write(id: id, path: path, .update(try fields.members("values")))
    case "onDisconnectSet":
      return .onDisconnect(id: id, path: path, .set(try fields.value("value")))
    case "onDisconnectRemove": return .onDisconnect(id: id, path: path, .remove)
    case "onDisconnectUpdate":
      return .onDisconnect(id: id, path: path, .update(try fields.members("values")))
    case "onDisconnectCancel": return .onDisconnect(id: id, path: path, .cancel)
    default: throw CaseError("an unknown step: \(name)")
    }
  }
}

/// A local write.
enum ScriptWrite: Sendable {
  case set(CaseValue, priority: CaseValue?)
  case remove
  case priority(CaseValue)
  case update([CaseValue.Member])
}

/// A write for the end of the connection.
enum ScriptWill: Sendable {
  case set(CaseValue)
  case remove
  case update([CaseValue.Member])
  case cancel
}

/// How a transaction's block must be called.
struct ScriptRuns: Sendable {
  /// The inputs in order; nil when they do not matter.
  let expected: [CaseValue]?
  /// Whether intermediate outputs may be seen; nil when it is not said.
  let localEvents: Bool?
}

extension DataEventType {
  private static let words: [(String, DataEventType)] = [
    ("child_added", .childAdded), ("child_removed", .childRemoved),
    ("child_changed", .childChanged), ("child_moved", .childMoved), ("value", .value),
  ]

  /// Reads a kind by the name it has in case files.
  init(word: String) throws {
    guard let found = Self.words.first(where: { $0.0 == word }) else {
      throw CaseError("an unknown kind of event: \(word)")
    }
    self = found.1
  }

  /// Its name in case files.
  var word: String { Self.words.first { $0.1 == self }?.0 ?? "" }
}
