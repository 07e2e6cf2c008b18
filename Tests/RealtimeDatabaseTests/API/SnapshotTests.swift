import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

@Suite struct SnapshotTests {
  private func snapshot(
    _ node: Node, _ query: (DatabaseQuery) -> DatabaseQuery = { $0 }
  ) async throws -> DataSnapshot {
    let desk = try Desk()
    let place = desk.database.reference(withPath: "books")
    try await place.setValue(node)
    let snapshot = try await query(place).getData()
    await desk.database.close()
    return snapshot
  }

  @Test func `a parent tells what is in it`() async throws {
    let tree = Node([("a", ["x": ["y": 1]]), ("b", .leaf(2, priority: "p"))], priority: 7)
    let snapshot = try await snapshot(tree)
    #expect(snapshot.key == "books")
    #expect(snapshot.ref.path == "/books")
    #expect(snapshot.exists() && snapshot.hasChildren())
    #expect(snapshot.childrenCount == 2)
    #expect(snapshot.priority as? Int == 7)
    #expect(snapshot.hasChild("a/x/y") && !snapshot.hasChild("a/y") && snapshot.hasChild("/"))
    #expect(snapshot.childSnapshot(forPath: "a/x").node == ["y": 1])
    #expect(snapshot.childSnapshot(forPath: "a/x").key == "x")
    let missing = snapshot.childSnapshot(forPath: "c/d")
    #expect(!missing.exists() && missing.value is NSNull && missing.priority is NSNull)
    #expect(missing.ref.path == "/books/c/d")
    let value = try #require(snapshot.value as? [String: Any])
    #expect(value["b"] as? Int == 2)
    let exported = try #require(snapshot.valueInExportFormat() as? [String: Any])
    #expect(exported[".priority"] as? Int == 7)
    #expect((exported["b"] as? [String: Any])?[".value"] as? Int == 2)
    #expect((exported["b"] as? [String: Any])?[".priority"] as? String == "p")
  }

  @Test func `a value has no children, and nothing is NSNull`() async throws {
    let leaf = try await snapshot("x")
    #expect(leaf.exists() && !leaf.hasChildren() && leaf.childrenCount == 0)
    #expect(leaf.children.nextObject() == nil)
    #expect(leaf.value as? String == "x")
    let nothing = try await snapshot(.empty)
    #expect(!nothing.exists() && nothing.value is NSNull && nothing.childrenCount == 0)
    #expect(nothing.valueInExportFormat() is NSNull)
  }

  @Test func `lists are arrays, but for export, and where they are too thin`() async throws {
    let list = try await snapshot(["0": "a", "2": "c"])
    let value = try #require(list.value as? [Any])
    #expect(value.count == 3 && value[1] is NSNull && value[2] as? String == "c")
    #expect(list.valueInExportFormat() is [String: Any])
    #expect(try await snapshot(["2": "c"]).value is [String: Any])
  }

  @Test func `children come in the query's order, theirs in the default one`() async throws {
    let inner = Node([("x", .leaf(1, priority: 2)), ("y", .leaf(2, priority: 1))])
    let tree = Node([("a", .leaf(3)), ("b", .leaf(1)), ("c", inner)])
    let byValue = try await snapshot(tree) { $0.queryOrderedByValue() }
    #expect(byValue.children.compactMap { ($0 as? DataSnapshot)?.key } == ["b", "a", "c"])
    let below = byValue.childSnapshot(forPath: "c")
    #expect(below.childSnapshots.map(\.key) == ["y", "x"])
    let part = try await snapshot(tree) { $0.queryOrderedByKey().queryStarting(atValue: "b") }
    #expect(part.childSnapshots.map(\.key) == ["b", "c"])
    #expect(part.childSnapshot(forPath: "c").childrenCount == 2)
  }

  @Test func `data of a transaction is looked into like a snapshot`() {
    let data = MutableData(Node([("a", ["x": 1]), ("b", .leaf(2, priority: "p"))], priority: 7))
    #expect(data.hasChildren() && data.childrenCount == 2 && data.priority as? Int == 7)
    #expect(data.hasChild(atPath: "a/x") && !data.hasChild(atPath: "a/y"))
    let children = data.children
    data.childData(byAppendingPath: "c").value = true
    #expect(children.compactMap { ($0 as? MutableData)?.key } == ["a", "b"])
    #expect(data.childrenCount == 3)
    data.priority = nil
    #expect(data.priority is NSNull)
    data.value = [".value": 5, ".priority": 1]
    #expect(data.value as? Int == 5 && data.priority as? Int == 1 && !data.hasChildren())
    data.value = 6
    #expect(data.priority is NSNull)
    #expect(!data.childData(byAppendingPath: "a").hasChildren())
  }
}

@Suite struct ObserverFormTests {
  @Test func `eight forms of observing, and a cancel block is called once`() async throws {
    let place = try TemporaryPlace()
    try place.write("no folder", to: "shop")
    let database = Database(at: place.path("shop"), Database.Configuration())
    let reference = database.reference(withPath: "a")
    let seen = Recorder<String>()
    let event = { @Sendable (_: DataSnapshot) in seen.note("event") }
    let sibling = { @Sendable (_: DataSnapshot, _: String?) in seen.note("event") }
    let cancel = { @Sendable (name: String) in { @Sendable (_: any Error) in seen.note(name) } }
    let handles = [
      reference.observe(.value, with: event),
      reference.observe(.childAdded, andPreviousSiblingKeyWith: sibling),
      reference.observe(.childMoved, with: event, withCancel: cancel("1")),
      reference.observe(.value, with: event, withCancel: nil),
      reference.observe(.value, andPreviousSiblingKeyWith: sibling, withCancel: cancel("2")),
    ]
    #expect(Set(handles).count == 5)
    reference.observeSingleEvent(of: .value, with: event)
    reference.observeSingleEvent(of: .value, andPreviousSiblingKeyWith: sibling)
    reference.observeSingleEvent(of: .value, with: event, withCancel: cancel("3"))
    reference.observeSingleEvent(
      of: .childChanged, andPreviousSiblingKeyWith: sibling, withCancel: cancel("4"))
    reference.setValue(1) { _, _ in seen.note("done") }
    #expect(try await seen.first(5) == ["1", "2", "3", "4", "done"])
    let (snapshot, key) = await reference.observeSingleEventAndPreviousSiblingKey(of: .value)
    #expect(!snapshot.exists() && key == nil)
    await database.close()
    #expect(seen.all.count == 5)
  }

  @Test func `values by Firebase's name for the sequence`() async throws {
    let desk = try Desk()
    let place = desk.database.reference(withPath: "n")
    var snapshots = place.snapshots.makeAsyncIterator()
    #expect(try await snapshots.next()?.exists() == false)
    try await place.setValue(4)
    #expect(try await snapshots.next()?.value as? Int == 4)
    await desk.database.close()
    #expect(try await snapshots.next() == nil)
  }
}
