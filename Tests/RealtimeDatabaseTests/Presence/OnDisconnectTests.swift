import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

/// What one database leaves when it says that it goes.
@Suite struct OnDisconnectTests {
  private let desk: Desk
  private let root: DatabaseReference

  init() throws {
    desk = try Desk()
    root = desk.database.reference()
  }

  /// Goes, and waits until that is done and announced.
  private func leave() async throws {
    #expect(desk.database.presence.executeOwnWills())
    _ = try await root.child("after").removeValue()
  }

  private func tree() async throws -> Node { try await desk.node(.root) }

  @Test func `values, removals and updates are made at the end and not before`() async throws {
    try await root.setValue(["p": ["a": 1, "b": 2, "c": 3], "q": "on"])
    try await root.child("p/a").onDisconnectSetValue(["x": true], andPriority: 5)
    try await root.child("p/b").onDisconnectRemoveValue()
    try await root.onDisconnectUpdateChildValues(["q": "off", "r/s": 1, "p/c/.priority": "z"])
    #expect(try await tree() == ["p": ["a": 1, "b": 2, "c": 3], "q": "on"])
    try await leave()
    let a: Node = .branch(Children([("x", true)]), priority: 5)
    #expect(
      try await tree() == [
        "p": ["a": a, "c": .leaf(3, priority: "z")], "q": "off", "r": ["s": 1],
      ])
    await desk.database.close()
  }

  @Test func `cancelling keeps the other places`() async throws {
    try await root.child("p").setValue(["a": 1, "b": 2])
    try await root.child("p/a").onDisconnectSetValue(9)
    try await root.child("p/b").onDisconnectSetValue(9)
    try await root.child("p/a").cancelDisconnectOperations()
    try await leave()
    #expect(try await tree() == ["p": ["a": 1, "b": 9]])
    await desk.database.close()
  }

  @Test func `what was registered is made once, and the later of two`() async throws {
    try await root.child("p").onDisconnectSetValue(1)
    try await root.child("p").onDisconnectSetValue(["n": ServerValue.increment(2)])
    try await leave()
    #expect(try await tree() == ["p": ["n": 2]])
    try await root.child("p").setValue("on")
    try await leave()
    #expect(try await tree() == ["p": "on"])
    await desk.database.close()
  }

  @Test func `server values are of the end`() async throws {
    try await root.child("n").setValue(5)
    try await root.onDisconnectUpdateChildValues([
      "n": ServerValue.increment(1), "at": ServerValue.timestamp(),
    ])
    try await root.updateChildValues(["n": 10, "before": ServerValue.timestamp()])
    try await leave()
    let tree = try await tree()
    #expect(tree["n"] == 11)
    let times = (tree["before"].integer ?? .max, tree["at"].integer ?? 0)
    #expect(times.0 <= times.1)
    await desk.database.close()
  }

  @Test func `own observers see it before later completions, and so do others`() async throws {
    let other = try desk.other()
    let (own, foreign) = (Recorder<String>(), Recorder<String>())
    try await root.child("p").setValue("on")
    root.child("p").record([.value], into: own)
    other.reference(withPath: "p").record([.value], into: foreign)
    _ = try await (own.first(1), foreign.first(1))
    root.child("p").onDisconnectSetValue("off") { error, reference in
      own.note("registered \(reference.path) \(error == nil)")
    }
    _ = try await own.first(2)
    desk.database.presence.executeOwnWills()
    root.child("q").setValue(1) { _, _ in own.note("done") }
    _ = try await (own.first(4), foreign.first(2))
    #expect(own.all == ["value \"on\"", "registered /p true", "value \"off\"", "done"])
    #expect(foreign.all == ["value \"on\"", "value \"off\""])
    await desk.database.close()
    await other.close()
  }

  @Test func `completions keep the order of the calls`() async throws {
    let seen = Recorder<String>()
    root.child("a").setValue(1) { _, _ in seen.note("set") }
    root.child("a").onDisconnectSetValue(2) { _, _ in seen.note("register") }
    root.child("b").onDisconnectUpdateChildValues([:]) { error, _ in
      seen.note("nothing \(error == nil)")
    }
    root.child("a").setValue(3) { _, _ in seen.note("set again") }
    root.child("a").cancelDisconnectOperations { _, _ in seen.note("cancel") }
    root.child("a").onDisconnectRemoveValue { _, _ in seen.note("remove") }
    #expect(
      try await seen.first(6) == [
        "set", "register", "nothing true", "set again", "cancel", "remove",
      ])
    await desk.database.close()
    let again = try desk.other()
    #expect(try await again.read { try $0.node(at: .root) } == .empty)
    await again.close()
  }

  @Test func `closing is going, also when the last reference is let go`() async throws {
    let seen = Recorder<String>()
    root.record([.value], into: seen)
    try await root.child("p").onDisconnectSetValue("off")
    await desk.database.close()
    #expect(seen.all.last == "value {\"p\":\"off\"}")
    let watcher = try desk.other()
    var other: Database? = try desk.other()
    try await other?.reference(withPath: "q").onDisconnectSetValue("off")
    other = nil
    try await eventually("the other's will") {
      try await watcher.read { try $0.node(at: "q") } == "off"
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.place.path("clients")) == [])
    await watcher.close()
  }

  @Test func `nothing can be registered where nothing can be written`() async throws {
    var configuration = Database.Configuration()
    configuration.isReadOnly = true
    let reader = try desk.other(configuration)
    let seen = Recorder<Int>()
    let place = reader.reference(withPath: "p")
    place.onDisconnectSetValue(1) { error, _ in seen.note((error as? NSError)?.code ?? 0) }
    place.cancelDisconnectOperations { error, _ in seen.note((error as? NSError)?.code ?? 0) }
    #expect(try await seen.first(2) == [9999, 0])
    do {
      try await place.onDisconnectRemoveValue()
      Issue.record("it was registered")
    } catch {
      #expect((error as? DatabaseError)?.code == .readOnly)
    }
    await reader.close()
    await desk.database.close()
    do {
      try await root.onDisconnectSetValue(1)
      Issue.record("it was registered")
    } catch {
      #expect((error as? DatabaseError)?.code == .closed)
    }
    #expect(!desk.database.presence.executeOwnWills())
  }

  @Test func `information is not to be written`() async throws {
    await #expect(processExitsWith: .failure) {
      let desk = try Desk()
      desk.database.reference(withPath: ".info/connected").cancelDisconnectOperations()
    }
    await #expect(processExitsWith: .failure) {
      let desk = try Desk()
      desk.database.reference(withPath: ".info/connected").onDisconnectRemoveValue()
    }
    await desk.database.close()
  }
}
