import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

@Suite struct ReferenceTests {
  @Test func `references name places, and equal ones are equal`() async throws {
    let desk = try Desk()
    let root = desk.database.reference()
    let place = root.child("a/b").child("c")
    #expect(place.path == "/a/b/c")
    #expect(place == desk.database.reference(withPath: "//a/b///c/"))
    #expect(place.key == "c")
    #expect(place.parent == root.child("a/b"))
    #expect((root.key, root.parent) == (nil, nil))
    #expect(place.root == root)
    #expect(place.queryLimited(toFirst: 3).ref == place)
    #expect(place.queryLimited(toFirst: 3) == place.queryLimited(toFirst: 3))
    #expect(place.queryLimited(toFirst: 3) != place.queryLimited(toLast: 3))
    await desk.database.close()
  }

  @Test func `keys made one after another sort in that order`() async throws {
    let desk = try Desk()
    let keys = (0..<500).compactMap { _ in desk.database.reference().childByAutoId().path.last }
    #expect(keys == keys.sorted())
    #expect(Set(keys).count == 500)
    #expect(keys.allSatisfy { $0.name.utf8.count == 20 })
    await desk.database.close()
  }

  @Test func `priorities are written with and without a value, and order the children`()
    async throws
  {
    let desk = try Desk()
    let list = desk.database.reference(withPath: "list")
    try await list.child("a").setValue(1, andPriority: 9)
    try await list.child("b").setValue(["x": true], andPriority: 2.5)
    try await list.child("c").setValue("y", andPriority: "p")
    try await list.child("d").setValue(0)
    try await list.child("gone").setValue(nil, andPriority: 1)
    var snapshot = try await list.getData()
    #expect(snapshot.childSnapshots.map(\.key) == ["d", "b", "a", "c"])
    #expect(snapshot.childSnapshot(forPath: "b").priority as? Double == 2.5)
    try await list.child("a").setPriority(nil)
    try await list.updateChildValues(["c/.priority": 1, "e": 5])
    snapshot = try await list.getData()
    #expect(snapshot.childSnapshots.map(\.key) == ["a", "d", "e", "c", "b"])
    let exported = snapshot.valueInExportFormat() as? [String: Any]
    #expect((exported?["c"] as? [String: Any])?[".priority"] as? Int == 1)
    let keys = snapshot.children.allObjects.compactMap { ($0 as? DataSnapshot)?.key }
    #expect(keys == ["a", "d", "e", "c", "b"])
    await desk.database.close()
  }

  @Test func `an empty update completes, in its turn, and changes nothing`() async throws {
    let desk = try Desk()
    let place = desk.database.reference(withPath: "n")
    let seen = Recorder<String>()
    place.record([.value], into: seen)
    try await place.setValue(["a": 1])
    try await place.updateChildValues([:])
    #expect(seen.all == ["value null", "value {\"a\":1}"])
    await desk.database.close()
  }

  @Test func `server values are resolved in the moment of the write`() async throws {
    let desk = try Desk()
    let place = desk.database.reference(withPath: "n")
    let before = Int64(Date().timeIntervalSince1970 * 1000) - 1
    let placeholder: Any = ServerValue.increment(2)
    try await place.setValue([
      "at": ServerValue.timestamp(), "again": ServerValue.timestamp(), "count": placeholder,
    ])
    let node = try await desk.node("/n")
    #expect(node["at" as Key].integer ?? 0 > before)
    #expect(node["at" as Key] == node["again" as Key])
    try await place.updateChildValues(["count": ServerValue.increment(-0.5)])
    #expect(try await desk.node("/n/count") == 1.5)
    await desk.database.close()
  }

  @Test func `observing a closed database is cancelled with a Firebase error`() async throws {
    let desk = try Desk()
    await desk.database.close()
    let seen = Recorder<String>()
    let place = desk.database.reference(withPath: "n")
    place.observe(
      .value, with: { _ in seen.note("value") },
      withCancel: { error in seen.note("\((error as NSError).domain) \(error)") })
    let lines = try await seen.first(1)
    #expect(lines[0].hasPrefix("com.firebase"))
    await #expect(throws: DatabaseError.self) {
      for try await _ in place.values() { Issue.record("a value of a closed database") }
    }
    await #expect(throws: DatabaseError.self) {
      for try await _ in place.window(WindowRequest(after: 1)) { Issue.record("a window") }
    }
  }

  @Test func `waiting for an event ends when the database is closed`() async throws {
    let desk = try Desk()
    let place = desk.database.reference(withPath: "n")
    async let waiting = place.observeSingleEventAndPreviousSiblingKey(of: .childAdded)
    try await place.setValue(1)
    await desk.database.close()
    #expect(await !waiting.0.exists())
    #expect(await !place.observeSingleEventAndPreviousSiblingKey(of: .value).0.exists())
  }

  @Test func `what Firebase forbids stops the program with a sentence`() async throws {
    let place = try TemporaryPlace()
    let folder = place.path
    await #expect(processExitsWith: .failure) { [folder = folder as String] in
      let database = try await Database.open(at: folder)
      _ = database.reference().queryOrderedByKey().queryOrderedByValue()
    }
    await #expect(processExitsWith: .failure) { [folder = folder as String] in
      let database = try await Database.open(at: folder)
      _ = database.reference(withPath: "a.b")
    }
    await #expect(processExitsWith: .failure) { [folder = folder as String] in
      let database = try await Database.open(at: folder)
      let values = ["a": 1, "a/b": 2]
      database.reference().updateChildValues(values, withCompletionBlock: { _, _ in })
    }
    await #expect(processExitsWith: .failure) { [folder = folder as String] in
      let database = try await Database.open(at: folder)
      database.reference().setValue(Date(), withCompletionBlock: { _, _ in })
    }
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      let database = try await Database.open(at: folder)
      database.reference().setValue(1, withCompletionBlock: { _, _ in })
      await database.close()
    }
  }
}
