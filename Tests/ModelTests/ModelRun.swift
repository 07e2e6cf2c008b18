import Foundation
import JSONTree
import RealtimeDatabase
import Synchronization
import TestSupport

/// One run of actions against a real database in a folder of its own, beside the naive tree.
final class ModelRun {
  /// What differed, after how many actions.
  struct Difference: Error, CustomStringConvertible {
    var action: Int
    var what: String
    var description: String { "action \(action): \(what)" }
  }

  private let place: TemporaryPlace
  private let database: Database
  private let writers: [any Writer]
  private let tape = Tape()
  private var tree = NaiveTree()
  private var queries: [Int: NaiveQuery] = [:]
  private var handles: [Int: [DatabaseHandle]] = [:]

  /// Opens a new database; `writers` make those that write beside this program.
  init(writers: (TemporaryPlace) async throws -> [any Writer] = { _ in [] }) async throws {
    place = try TemporaryPlace()
    database = try await Database.open(at: place.url)
    self.writers = try await writers(place)
  }

  /// Runs actions on a new database; nil when everything was as the naive tree says.
  static func difference(
    in actions: [Action], writers: (TemporaryPlace) async throws -> [any Writer] = { _ in [] }
  ) async throws -> Difference? {
    let run = try await ModelRun(writers: writers)
    var found: Difference?
    do {
      for (number, action) in actions.enumerated() { try await run.carryOut(action, number) }
    } catch let difference as Difference {
      found = difference
    }
    for writer in run.writers { await writer.close() }
    await run.database.close()
    return found
  }

  private func carryOut(_ action: Action, _ number: Int) async throws {
    var expected: [Int: [String]] = [:]
    switch action {
    case .write(let steps, let writer):
      let old = tree
      tree.apply(steps)
      for (id, query) in queries { expected[id] = NaiveEvents.step(query, from: old, to: tree) }
      if writer == 0 || writers.isEmpty {
        try await database.carryOut(steps)
      } else {
        try await writers[(writer - 1) % writers.count].write(steps)
      }
    case .transaction(let place, let delta):
      let old = tree
      let isNumber = tree.subtree(at: place).scalar?.isNumber == true
      if isNumber { tree.apply([.increment(place, .integer(Int64(delta)))]) }
      for (id, query) in queries { expected[id] = NaiveEvents.step(query, from: old, to: tree) }
      let (isCommitted, _) = try await add(delta, at: place)
      guard isCommitted == isNumber else {
        throw Difference(action: number, what: "the transaction was committed: \(isCommitted)")
      }
    case .observe(let id, let query):
      queries[id] = query
      expected[id] = NaiveEvents.initial(query, in: tree)
      handles[id] = observe(id, query)
    case .unobserve(let id):
      guard let query = queries.removeValue(forKey: id) else { return }
      for handle in handles[id] ?? [] {
        query.built(on: database).removeObserver(withHandle: handle)
      }
    case .get(let query):
      let snapshot = try await query.built(on: database).getData()
      try compare("get \(query)", NaiveTree(snapshot.node), query.value(in: tree), number)
    }
    try await database.settle()
    let seen = tape.taken()
    for id in Set(seen.keys).union(expected.keys).sorted() {
      let what = "observer \(id) of \(queries[id].map { "\($0)" } ?? "nothing")"
      try compare(what, seen[id] ?? [], expected[id] ?? [], number)
    }
    let whole = NaiveTree(try await database.read { try $0.node(at: .root) })
    try compare("the tree", whole, tree, number)
  }

  private func compare<Value: Equatable>(
    _ what: String, _ seen: Value, _ expected: Value, _ number: Int
  ) throws {
    if seen == expected { return }
    throw Difference(action: number, what: "\(what):\n  seen     \(seen)\n  expected \(expected)")
  }

  /// Observes all kinds, the value last, as the lines of a newcomer are put together.
  private func observe(_ id: Int, _ query: NaiveQuery) -> [DatabaseHandle] {
    let observed = query.built(on: database)
    let types: [DataEventType] = [
      .childRemoved, .childAdded, .childMoved, .childChanged, .value,
    ]
    return types.map { type in
      observed.observe(
        type,
        andPreviousSiblingKeyWith: { [tape] snapshot, previous in
          tape.note(NaiveEvents.line(type, snapshot, previous), of: id)
        })
    }
  }

  private func add(_ delta: Int, at place: NaiveTree.Place) async throws -> (Bool, DataSnapshot) {
    let reference = database.reference(withPath: "/" + place.joined(separator: "/"))
    return try await reference.runTransactionBlock { data in
      guard let number = NaiveTree(data.node).scalar, number.isNumber else { return .abort() }
      data.value = Scalar.sum(number, .integer(Int64(delta))).plain
      return .success(withValue: data)
    }
  }
}

/// What the observers of a run have been told, by their numbers.
private final class Tape: Sendable {
  private let lines = Mutex<[Int: [String]]>([:])

  func note(_ line: String, of observer: Int) {
    lines.withLock { $0[observer, default: []].append(line) }
  }

  func taken() -> [Int: [String]] {
    lines.withLock { lines in
      defer { lines = [:] }
      return lines
    }
  }
}
