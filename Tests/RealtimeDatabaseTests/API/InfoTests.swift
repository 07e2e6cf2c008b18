import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

@Suite struct InfoTests {
  @Test func `being connected is told at once, and when it changes, in order with the writes`()
    async throws
  {
    let desk = try Desk()
    let seen = Recorder<String>()
    let connected = desk.database.reference(withPath: ".info/connected")
    connected.record([.value], into: seen)
    desk.database.reference(withPath: "a").record([.value], into: seen)
    atOnce {
      desk.database.reference(withPath: "a").setValue(1)
      desk.database.goOffline()
      desk.database.goOffline()
      desk.database.reference(withPath: "a").setValue(2)
      desk.database.goOnline()
    }
    try await desk.database.reference(withPath: "a").setValue(3)
    #expect(
      seen.all == [
        "value true", "value null", "value 1", "value false", "value 2", "value true", "value 3",
      ])
    connected.removeAllObservers()
    desk.database.goOffline()
    try await desk.database.reference(withPath: "a").setValue(4)
    #expect(seen.all.last == "value 4")
    await desk.database.close()
  }

  @Test func `the clock's offset is nothing, and all kinds of reading answer`() async throws {
    let desk = try Desk()
    let info = desk.database.reference(withPath: ".info")
    #expect(try await info.child("serverTimeOffset").getData().value as? Double == 0)
    let (snapshot, _) = await info.child("connected")
      .observeSingleEventAndPreviousSiblingKey(of: .value)
    #expect(snapshot.value as? Bool == true)
    #expect(try await info.getData().node == ["connected": true, "serverTimeOffset": 0])
    #expect(
      try await info.queryOrderedByKey().queryLimited(toLast: 1).getData().node
        == ["serverTimeOffset": 0])
    let seen = Recorder<String>()
    info.record(into: seen)
    var values = info.child("connected").values().makeAsyncIterator()
    #expect(try await values.next()?.node == true)
    var windows = info.queryOrderedByKey().window(WindowRequest(after: 5)).makeAsyncIterator()
    #expect(try await windows.next()?.rows.map(\.key) == ["connected", "serverTimeOffset"])
    var changes = info.changes().makeAsyncIterator()
    _ = try await changes.next()
    desk.database.goOffline()
    #expect(try await values.next()?.node == false)
    #expect(try await windows.next()?.rows.first?.node == false)
    #expect(try await changes.next() != nil)
    #expect(
      try await seen.first(5) == [
        "added connected after - = true", "added serverTimeOffset after connected = 0",
        "value {\"connected\":true,\"serverTimeOffset\":0}",
        "changed connected after - = false", "value {\"connected\":false,\"serverTimeOffset\":0}",
      ])
    await desk.database.close()
    #expect(try await values.next() == nil)
  }

  @Test func `what is not there is not told, and a look at it finds nothing`() async throws {
    let desk = try Desk()
    let seen = Recorder<String>()
    let nothing = desk.database.reference(withPath: ".info/authenticated")
    nothing.record(into: seen)
    #expect(try await !nothing.getData().exists())
    desk.database.goOffline()
    try await desk.database.reference(withPath: "a").setValue(1)
    #expect(seen.all == [])
    await desk.database.close()
  }

  @Test func `observers of the tree do not see it, and each database has its own`() async throws {
    let desk = try Desk()
    let other = try desk.other()
    let seen = Recorder<String>()
    desk.database.reference().record([.value, .childAdded], into: seen)
    other.reference(withPath: ".info/connected").record([.value], into: seen)
    #expect(try await seen.first(2).sorted() == ["value null", "value true"])
    desk.database.goOffline()
    #expect(try await other.reference(withPath: ".info/connected").getData().value as? Bool == true)
    try await desk.database.reference(withPath: "a").setValue(1)
    #expect(seen.all.dropFirst(2) == ["added a after - = 1", "value {\"a\":1}"])
    await desk.database.close()
    await other.close()
  }

  @Test func `all databases go offline at once by the class`() async throws {
    // Others of this process bounce too, and nothing of theirs depends on it.
    let place = try TemporaryPlace()
    let folder = place.path
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      let one = try await Database.open(at: folder)
      let other = try await Database.open(at: folder)
      let isConnected = { (database: Database) async throws in
        try await database.reference(withPath: ".info/connected").getData().value as? Bool
      }
      DatabaseReference.goOffline()
      #expect(try await isConnected(one) == false)
      #expect(try await isConnected(other) == false)
      DatabaseReference.goOnline()
      #expect(try await isConnected(one) == true)
      #expect(try await isConnected(other) == true)
    }
  }

  @Test func `nothing can be written there`() async throws {
    let desk = try Desk()
    let info = desk.database.reference(withPath: ".info/connected")
    #expect(throws: TreeSyntaxError.self) { try Write.set(info.path, .node(1)) }
    #expect(throws: TreeSyntaxError.self) { try Write.update([("/.info/a", .node(1))]) }
    await desk.database.close()
    let folder = desk.place.path
    await #expect(processExitsWith: .failure) { [folder = folder as String] in
      let info = try await Database.open(at: folder).reference(withPath: ".info/connected")
      info.setValue(1, withCompletionBlock: { _, _ in })
    }
    await #expect(processExitsWith: .failure) { [folder = folder as String] in
      let info = try await Database.open(at: folder).reference(withPath: ".info/connected")
      info.runTransactionBlock(
        { .success(withValue: $0) }, andCompletionBlock: { _, _, _ in })
    }
  }
}
