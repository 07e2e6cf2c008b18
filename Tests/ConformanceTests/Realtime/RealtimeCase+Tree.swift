import Foundation
import JSONTree
import RealtimeDatabase

/// The cases about what a tree holds and shows.
extension RealtimeCase {
  func runOnTree() async throws {
    for name in ["input", "existing", "write", "tree"] {
      try fields[name]?.checkWritable(at: "/case/place")
    }
    if kind == .query { try await runQueryWithLists() }
    try await CaseDatabase.with { client in
      switch kind {
      case .normalize: try await runNormalize(client)
      case .serverValue: try await runServerValue(client)
      case .query: try await runQuery(client)
      case .snapshot: try await runSnapshot(client)
      case .keyOrder, .validate, .script, .hash, .pushIdPrefix, .pushIdNext, .path, .pathOrder,
        .url, .rest, .sse, .rules:
        return
      }
    }
  }

  /// What is read back must be the same for an observer that saw the write, for one that came
  /// later, and for `getData`.
  private func runNormalize(_ client: CaseDatabase) async throws {
    let known: Set = ["value", "export", "exists", "childrenCount", "priority"]
    let expect = try CaseFields(fields.value("expect"), "expect", known: known)
    let place = client.database.reference(withPath: "/case/place")
    let before = CaseLog<DataSnapshot>()
    place.observe(.value) { before.append($0) }
    try await place.setValue(fields.value("input").any)
    try await client.settle()
    let after = try await lastValue(of: place, client)
    let got = try await place.getData()
    guard let last = before.take().last else { throw CaseError("no event") }
    for (snapshot, who) in [(last, "observer"), (after, "late observer"), (got, "getData")] {
      try check(snapshot, expect, who)
    }
  }

  private func check(_ snapshot: DataSnapshot, _ expected: CaseFields, _ who: String) throws {
    let found: [(String, CaseValue)] = [
      ("value", try CaseValue(snapshot.value)),
      ("export", try CaseValue(snapshot.valueInExportFormat())),
      ("exists", .bool(snapshot.exists())),
      ("childrenCount", .integer(Int64(snapshot.childrenCount))),
      ("priority", try CaseValue(snapshot.priority)),
    ]
    for (name, value) in found {
      if let wanted = expected[name] { try expect("\(who): \(name)", value, is: wanted) }
    }
  }

  private func runServerValue(_ client: CaseDatabase) async throws {
    let place = client.database.reference(withPath: "/case/place")
    try await place.setValue(fields.value("existing").any)
    client.setClock(try fields.integer("nowMs"))
    try await place.setValue(fields.value("write").any)
    let export = try CaseValue(await place.getData().valueInExportFormat())
    try expect("the result", export, is: fields.value("expect"))
  }

  /// The same when the file keeps lists in the query's order.
  private func runQueryWithLists() async throws {
    let form = try QueryForm(fields.value("query"))
    let lists = try ["/case/place", "/case/whole"].compactMap { try form.list(of: $0) }
    if lists.isEmpty { return }
    do {
      try await CaseDatabase.with(lists: lists) { try await runQuery($0) }
    } catch {
      throw CaseError("with lists: \(error)")
    }
  }

  private func runQuery(_ client: CaseDatabase) async throws {
    try await runQuery(client, hasWhole: false)
    try await runQuery(client, hasWhole: true)
  }

  /// Observes by the query, with the whole location already observed or without; child events must
  /// come in the snapshot's order, and `getData` must give the same.
  private func runQuery(_ client: CaseDatabase, hasWhole: Bool) async throws {
    let expected = try CaseFields(fields.value("expect"), "expect", known: ["keys", "value"])
    let place = client.database.reference(withPath: hasWhole ? "/case/whole" : "/case/place")
    let query = try QueryForm(fields.value("query")).query(of: place)
    try await place.setValue(fields.value("tree").any)
    if hasWhole {
      place.observe(.value) { _ in }
      try await client.settle()
    }
    let added = CaseLog<(key: String, previous: String?)>()
    query.observe(
      .childAdded, andPreviousSiblingKeyWith: { added.append(($0.key, $1)) })
    let snapshot = try await lastValue(of: query, client)
    let mode = hasWhole ? "with the whole observed" : "alone"
    let events = added.take()
    try expect("\(mode): added", .texts(events.map(\.key)), is: expected.value("keys"))
    let previous = [nil] + events.map(\.key).dropLast()
    guard zip(events, previous).allSatisfy({ $0.previous == $1 }) else {
      throw CaseError("\(mode): previous keys \(events.map(\.previous))")
    }
    let got = try await query.getData()
    for (snapshot, who) in [(snapshot, mode), (got, "\(mode), getData")] {
      try expect("\(who): keys", .texts(snapshot.childKeys), is: expected.value("keys"))
      if let value = expected["value"] {
        try expect("\(who): value", try CaseValue(snapshot.value), is: value)
      }
    }
  }

  private func runSnapshot(_ client: CaseDatabase) async throws {
    let place = client.database.reference(withPath: "/case/place")
    let form = try fields["query"].map { try QueryForm($0) }
    try await place.setValue(fields.value("tree").any)
    let snapshot = try await lastValue(of: QueryForm.query(form, of: place), client)
    for probe in try fields.list("probes") {
      guard let parts = probe.list, parts.count == 3, let method = parts[0].text,
        let path = parts[1].text
      else { throw CaseError("no probe: \(probe)") }
      let found = try snapshot.probe(method, path)
      try expect("\(method) of \"\(path)\"", found, is: parts[2])
    }
  }

  /// The value that a new observer is told.
  private func lastValue(
    of query: DatabaseQuery, _ client: CaseDatabase
  ) async throws -> DataSnapshot {
    let values = CaseLog<DataSnapshot>()
    query.observe(.value) { values.append($0) }
    try await client.settle()
    let told = values.take()
    guard let value = told.last, told.count == 1 else { throw CaseError("\(told.count) values") }
    return value
  }
}

extension DataSnapshot {
  /// The keys of the children in the snapshot's order.
  var childKeys: [String] {
    children.allObjects.compactMap { ($0 as? DataSnapshot)?.key }
  }

  /// What a method gives at a path; the empty path is the snapshot itself.
  func probe(_ method: String, _ path: String) throws -> CaseValue {
    if !path.isEmpty || method == "hasChild" { _ = try Path(path) }
    if method == "hasChild" { return .bool(hasChild(path)) }
    let snapshot = path.isEmpty ? self : childSnapshot(forPath: path)
    switch method {
    case "hasChildren": return .bool(snapshot.hasChildren())
    case "exists": return .bool(snapshot.exists())
    case "value": return try CaseValue(snapshot.value)
    case "export": return try CaseValue(snapshot.valueInExportFormat())
    case "priority": return try CaseValue(snapshot.priority)
    case "key": return .text(snapshot.key)
    case "childrenCount": return .integer(Int64(snapshot.childrenCount))
    case "childKeys": return .texts(snapshot.childKeys)
    default: throw CaseError("unknown probe \(method)")
    }
  }
}
