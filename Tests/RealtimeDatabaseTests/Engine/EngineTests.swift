import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

@Suite struct EngineTests {
  @Test func `what is written is there, also after closing and opening again`() async throws {
    let desk = try Desk()
    try await desk.database.reference(withPath: "BarCode/978").setValue([
      "title": "Dune", "count": 3, "used": true, "price": 9.5, "gone": NSNull(),
    ])
    await desk.database.close()
    let again = try desk.other()
    let node = try await again.read { try $0.node(at: "/BarCode/978") }
    #expect(node == ["title": "Dune", "count": 3, "used": true, "price": 9.5])
    await again.close()
  }

  @Test func `an observer sees what is there, then every write, before its completion`()
    async throws
  {
    let desk = try Desk()
    let seen = Recorder<String>()
    let list = desk.database.reference(withPath: "list")
    atOnce { list.setValue(["b": 2]) }
    list.queryOrderedByValue().record(into: seen)
    list.child("a").setValue(1) { error, reference in
      seen.note("done \(reference.path) \(error == nil)")
    }
    list.child("b").setValue(0) { error, _ in seen.note("done b \(error == nil)") }
    list.child("a").removeValue { error, _ in seen.note("done c \(error == nil)") }
    let expected = [
      "added b after - = 2", "value {\"b\":2}",
      "added a after - = 1", "value {\"a\":1,\"b\":2}", "done /list/a true",
      "moved b after - = 0", "changed b after - = 0", "value {\"a\":1,\"b\":0}", "done b true",
      "removed a = 1", "value {\"b\":0}", "done c true",
    ]
    // Writes that are committed together are announced together: the tape may be shorter, and then
    // the completions stand behind the events of all.
    let lines = try await seen.last("done c true")
    let isMerged = lines != expected
    if isMerged {
      #expect(lines.last == "done c true")
      #expect(lines.filter { $0.hasPrefix("value") }.last == "value {\"b\":0}")
    }
    let dones = lines.filter { $0.hasPrefix("done") }
    #expect(dones == ["done /list/a true", "done b true", "done c true"])
    await desk.database.close()
  }

  @Test func `awaited writes are announced one by one, each before it returns`() async throws {
    let desk = try Desk()
    let seen = Recorder<String>()
    let list = desk.database.reference(withPath: "list")
    list.queryOrderedByValue().record(into: seen)
    try await list.setValue(["a": 1, "b": 2])
    #expect(
      seen.all == [
        "value null", "added a after - = 1", "added b after a = 2", "value {\"a\":1,\"b\":2}",
      ])
    try await list.updateChildValues(["a": 3, "c": 0, "b/x": true])
    #expect(
      seen.all.dropFirst(4) == [
        "added c after - = 0", "moved a after c = 3", "moved b after a = {\"x\":true}",
        "changed a after c = 3", "changed b after a = {\"x\":true}",
        "value {\"a\":3,\"b\":{\"x\":true},\"c\":0}",
      ])
    await desk.database.close()
  }

  @Test func `a value and a value again of the same content raise one event`() async throws {
    let desk = try Desk()
    let seen = Recorder<String>()
    let place = desk.database.reference(withPath: "n")
    place.record([.value], into: seen)
    try await place.setValue(1)
    try await place.setValue(1.0)
    try await place.setValue(true)
    #expect(seen.all == ["value null", "value 1", "value true"])
    await desk.database.close()
  }

  @Test func `two databases on one folder see each other's writes in the same order`() async throws
  {
    let desk = try Desk()
    let other = try desk.other()
    let here = Recorder<String>()
    let there = Recorder<String>()
    desk.database.reference(withPath: "list").record([.childAdded], into: here)
    other.reference(withPath: "list").record([.childAdded], into: there)
    for index in 0..<20 {
      let database = index.isMultiple(of: 2) ? desk.database : other
      try await database.reference(withPath: "list/\(100 + index)").setValue(index)
    }
    let keys = (0..<20).map { 100 + $0 }
    let expected = zip(keys, [nil] + keys.map(Optional.some)).map { key, previous in
      "added \(key) after \(previous.map(String.init) ?? "-") = \(key - 100)"
    }
    #expect(try await here.first(20) == expected)
    #expect(try await there.first(20) == expected)
    await desk.database.close()
    await other.close()
  }

  @Test func `writes by many tasks are all made, and completions keep each caller's order`()
    async throws
  {
    let desk = try Desk()
    let seen = Recorder<Int>()
    let counter = desk.database.reference(withPath: "counter")
    for index in 0..<500 {
      counter.setValue(ServerValue.increment(1 as NSNumber)) { _, _ in seen.note(index) }
    }
    #expect(try await seen.first(500) == Array(0..<500))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          for _ in 0..<20 {
            try await desk.database.commit(try .update([("/counter", .increment(1))]))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await desk.node("/counter") == 820)
    await desk.database.close()
  }

  @Test func `a condition that fails refuses its own write and no other`() async throws {
    let desk = try Desk()
    let database = desk.database
    let write = try Write.update([("/count", .increment(-1)), ("/log/a", .timestamp)])
    let error = await #expect(throws: DatabaseError.self) {
      try await database.commit(write, guards: [.atLeast("/count", 1)])
    }
    #expect(error?.code == .guardFailed)
    #expect(error?.failedGuard == .atLeast("/count", 1))
    #expect(error?.found == .empty)
    try await database.reference(withPath: "count").setValue(1)
    let result = try await database.commit(write, guards: [.atLeast("/count", 1)])
    #expect(result.changes.first == CommitResult.Change(path: "/count", old: 1, new: 0))
    #expect(try await desk.node("/log/a").integer != nil)
    await database.close()
  }

  @Test func `closing finishes the writes in line and refuses what comes later`() async throws {
    let desk = try Desk()
    let seen = Recorder<String>()
    let place = desk.database.reference(withPath: "n")
    for index in 1...50 {
      place.child("k\(index)").setValue(index) { error, _ in
        seen.note(error == nil ? "done" : "refused")
      }
    }
    await desk.database.close()
    await desk.database.close()
    place.setValue(0) { error, _ in seen.note("\((error as? NSError)?.code ?? 0)") }
    #expect(try await seen.first(51) == Array(repeating: "done", count: 50) + ["9999"])
    let again = try desk.other()
    #expect(try await again.read { try $0.node(at: "/n").children.count } == 50)
    await #expect(throws: DatabaseError.self) {
      try await desk.database.read { try $0.node(at: "/n") }
    }
    await again.close()
  }

  @Test func `a callback that never returns delays only its own queue`() async throws {
    var configuration = Database.Configuration()
    configuration.callbackQueue = DispatchQueue(label: "stuck")
    let desk = try Desk(configuration)
    let gate = DispatchSemaphore(value: 0)
    let place = desk.database.reference(withPath: "n")
    place.observe(.value) { _ in gate.wait() }
    var values = place.values().makeAsyncIterator()
    #expect(try await values.next()?.node == .empty)
    try await desk.database.commit(try .put("/n", 5))
    #expect(try await values.next()?.node == 5)
    #expect(try await desk.node("/n") == 5)
    for _ in 0..<3 { gate.signal() }
    await desk.database.close()
  }
}

extension Recorder where Element == String {
  /// Waits for a line, and returns all up to it.
  func last(_ line: String) async throws -> [String] {
    try await eventually("\(line), seen \(all)") { all.contains(line) }
    return all
  }
}
