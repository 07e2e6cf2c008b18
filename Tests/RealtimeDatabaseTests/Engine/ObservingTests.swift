import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

extension Recorder {
  /// Waits on a thread that may block.
  fileprivate func waitForFirst() {
    while all.isEmpty { sched_yield() }
  }
}

@Suite struct ObservingTests {
  @Test func `a removed observer hears what was written before, and nothing after`() async throws {
    let desk = try Desk()
    let seen = Recorder<String>()
    let place = desk.database.reference(withPath: "n")
    let handle = place.record([.value], into: seen)[0]
    atOnce {
      place.setValue(1)
      place.removeObserver(withHandle: handle)
      place.removeObserver(withHandle: handle)
    }
    try await place.setValue(2)
    #expect(seen.all == ["value null", "value 1"])
    await desk.database.close()
  }

  @Test func `an observer that removes itself in its callback is not called again`() async throws {
    let desk = try Desk()
    let seen = Recorder<String>()
    let place = desk.database.reference(withPath: "list")
    try await place.setValue(["a": 1, "b": 2, "c": 3])
    place.observe(.childAdded) { snapshot in
      seen.note(snapshot.key)
      place.removeAllObservers()
    }
    try await place.child("d").setValue(4)
    #expect(seen.all == ["a"])
    let handles = Recorder<DatabaseHandle>()
    let query = place.queryOrderedByKey()
    atOnce {
      // The first event waits on the callback queue until the handle is known.
      desk.database.delivery.post { handles.waitForFirst() }
      handles.note(
        query.observe(.childAdded) { snapshot in
          seen.note("\(snapshot.key) by handle")
          query.removeObserver(withHandle: handles.all[0])
        })
    }
    try await place.child("e").setValue(5)
    #expect(seen.all == ["a", "a by handle"])
    await desk.database.close()
  }

  @Test func `removing at a reference reaches all queries there and none below`() async throws {
    let desk = try Desk()
    let seen = Recorder<String>()
    let place = desk.database.reference(withPath: "list")
    let handle = place.queryOrderedByKey().observe(.value) { _ in seen.note("key") }
    place.queryLimited(toFirst: 1).observe(.value) { _ in seen.note("limit") }
    place.child("a").observe(.value) { _ in seen.note("below") }
    place.observe(.value) { _ in seen.note("plain") }
    try await place.setValue(["a": 1])
    #expect(seen.all.count == 8)
    place.queryOrderedByValue().removeObserver(withHandle: handle)
    try await place.setValue(["a": 2])
    #expect(seen.all.dropFirst(8) == ["below", "key", "limit", "plain"])
    place.removeObserver(withHandle: handle)
    try await place.setValue(["a": 3])
    #expect(seen.all.dropFirst(12) == ["below", "limit", "plain"])
    place.removeAllObservers()
    try await place.setValue(["a": 4])
    #expect(seen.all.dropFirst(15) == ["below"])
    await desk.database.close()
  }

  @Test func `a single event is one event, however many are waiting`() async throws {
    let desk = try Desk()
    let seen = Recorder<String>()
    let place = desk.database.reference(withPath: "list")
    place.observeSingleEvent(of: .childAdded) { seen.note("added \($0.key)") }
    place.observeSingleEvent(of: .value) { seen.note("value \($0.exists())") }
    place.observeSingleEvent(of: .childRemoved) { seen.note("removed \($0.key)") }
    try await place.setValue(["a": 1, "b": 2])
    try await place.setValue(nil)
    try await place.setValue(["c": 1])
    #expect(seen.all == ["value false", "added a", "removed a"])
    let (snapshot, previous) = await place.observeSingleEventAndPreviousSiblingKey(of: .childAdded)
    #expect((snapshot.key, previous) == ("c", nil))
    await desk.database.close()
  }

  @Test func `ordered and limited queries give the right children, live`() async throws {
    let desk = try Desk()
    let seen = Recorder<String>()
    let place = desk.database.reference(withPath: "books")
    try await place.setValue([
      "a": ["title": "Emma", "n": 3], "b": ["title": "Dune", "n": 1], "c": ["title": "Ulysses"],
    ])
    let query = place.queryOrdered(byChild: "n").queryStarting(atValue: 1).queryLimited(toFirst: 2)
    query.record([.childAdded, .childRemoved], into: seen)
    try await place.child("d/n").setValue(2)
    #expect(
      seen.all.map { $0.split(separator: "=")[0] } == [
        "added b after - ", "added a after b ", "removed a ", "added d after b ",
      ])
    let snapshot = try await place.queryOrdered(byChild: "title").queryEqual(toValue: "Dune")
      .getData()
    #expect(snapshot.childSnapshots.map(\.key) == ["b"])
    #expect((snapshot.value as? [String: Any])?.keys.sorted() == ["b"])
    let prefix = try await place.queryOrdered(byChild: "title").queryStarting(atValue: "E")
      .queryEnding(atValue: "E\u{F8FF}").getData()
    #expect(prefix.childSnapshots.map(\.key) == ["a"])
    await desk.database.close()
  }

  @Test func `child events as a sequence rebuild the list`() async throws {
    let desk = try Desk()
    let place = desk.database.reference(withPath: "list")
    try await place.setValue(["b": 1])
    var events = place.queryOrderedByKey().childEvents().makeAsyncIterator()
    let first = try #require(try await events.next())
    #expect((first.type, first.snapshot.key, first.previousKey) == (.childAdded, "b", nil))
    try await place.updateChildValues(["a": 1, "b": 2])
    let second = try #require(try await events.next())
    #expect((second.type, second.snapshot.key, second.previousKey) == (.childAdded, "a", nil))
    let third = try #require(try await events.next())
    #expect((third.type, third.snapshot.key, third.previousKey) == (.childChanged, "b", "a"))
    await desk.database.close()
    #expect(try await events.next() == nil)
  }

  @Test func `values of a slow reader end with the newest`() async throws {
    let desk = try Desk()
    let place = desk.database.reference(withPath: "n")
    var values = place.values().makeAsyncIterator()
    for index in 1...50 { try await place.setValue(index) }
    #expect(try await values.next()?.node == 50)
    await desk.database.close()
  }
}

@Suite struct ChangesTests {
  @Test func `changes tell of every revision at or below a place, and of no other`() async throws {
    let desk = try Desk()
    var changes = desk.database.reference(withPath: "a").changes().makeAsyncIterator()
    let first = try #require(try await changes.next())
    try await desk.database.reference(withPath: "b").setValue(1)
    try await desk.database.reference(withPath: "a/deep/down").setValue(1)
    #expect(try await changes.next() == first.next.next)
    try await desk.database.reference().setValue(nil)
    #expect(try await changes.next() == first.next.next.next)
    await desk.database.close()
    #expect(try await changes.next() == nil)
  }
}
