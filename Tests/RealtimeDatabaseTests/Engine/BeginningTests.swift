import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

/// Where the kinds of events of one query begin, when others write meanwhile.
@Suite struct BeginningTests {
  /// Observes several kinds as one into a recorder.
  @discardableResult
  private static func record(
    _ types: Set<DataEventType>, of query: DatabaseQuery, into seen: Recorder<String>
  ) -> DatabaseHandle {
    query.observe(
      types, withTypeAndPreviousSiblingKey: { seen.note(DatabaseQuery.line($0, $1, $2)) },
      withCancel: { _ in seen.note("cancelled") })
  }

  @Test func `each kind is told from its own call on`() async throws {
    let desk = try Desk()
    let other = try desk.other()
    let place = desk.database.reference(withPath: "list")
    let written = other.reference(withPath: "list")
    let seen = Recorder<String>()
    try await written.setValue(["a": 0, "b": 0])
    let types: [DataEventType] = [.childRemoved, .childAdded, .childChanged, .value]
    for (number, type) in types.enumerated() {
      place.record([type], into: seen)
      // In line behind the registration.
      _ = try await place.getData()
      if number == 0 { try await written.child("b").removeValue() }
      try await written.child("a").setValue(number + 1)
      await desk.database.lookForNews()
    }
    // That `a` became 2 is told to nobody: added had been told, and changed was not yet observed.
    #expect(
      try await seen.first(6) == [
        "removed b = 0", "added a after - = 1", "changed a after - = 3", "value {\"a\":3}",
        "changed a after - = 4", "value {\"a\":4}",
      ])
    await other.close()
    await desk.database.close()
  }

  @Test func `kinds observed together begin at one state`() async throws {
    let desk = try Desk()
    let other = try desk.other()
    let query = desk.database.reference(withPath: "list").queryOrderedByValue()
    let written = other.reference(withPath: "list")
    let seen = Recorder<String>()
    try await written.setValue(["a": 1, "b": 2])
    Self.record(Set(DataEventType.allCases), of: query, into: seen)
    let first = ["added a after - = 1", "added b after a = 2", "value {\"a\":1,\"b\":2}"]
    #expect(try await seen.first(3) == first)
    try await written.updateChildValues(["a": 3, "b": NSNull(), "c": 0])
    await desk.database.lookForNews()
    #expect(
      try await seen.first(8).dropFirst(3) == [
        "removed b = 2", "added c after - = 0", "moved a after c = 3", "changed a after c = 3",
        "value {\"a\":3,\"c\":0}",
      ])
    await other.close()
    await desk.database.close()
  }

  @Test func `of kinds observed together only those asked for are told`() async throws {
    let desk = try Desk()
    let seen = Recorder<String>()
    let place = desk.database.reference(withPath: "list")
    try await place.setValue(["a": 1, "b": 2])
    Self.record([.childChanged, .childRemoved], of: place, into: seen)
    Self.record([], of: place, into: seen)
    try await place.setValue(["b": 3, "c": 4])
    #expect(seen.all == ["removed a = 1", "changed b after - = 3"])
    await desk.database.close()
  }

  @Test func `kinds observed together have one handle`() async throws {
    let desk = try Desk()
    let seen = Recorder<String>()
    let place = desk.database.reference(withPath: "list")
    let handle = Self.record(Set(DataEventType.allCases), of: place, into: seen)
    place.removeObserver(withHandle: handle)
    try await place.setValue(["a": 1])
    #expect(seen.all == ["value null"])
    await desk.database.close()
  }

  @Test func `kinds observed together are cancelled once`() async throws {
    var configuration = Database.Configuration()
    configuration.snapshotBytes = 1_000
    let desk = try Desk(configuration)
    let seen = Recorder<String>()
    let place = desk.database.reference(withPath: "list")
    Self.record([.childAdded, .value], of: place, into: seen)
    try await place.setValue(["a": String(repeating: "x", count: 2_000)])
    try await place.setValue(["a": 1])
    #expect(seen.all == ["value null", "cancelled"])
    await desk.database.close()
  }
}
