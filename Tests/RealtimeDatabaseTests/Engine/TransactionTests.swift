import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

@Suite struct TransactionTests {
  @Test func `transactions of two databases on one folder lose nothing`() async throws {
    let desk = try Desk()
    let other = try desk.other()
    let rounds = 60
    try await withThrowingTaskGroup(of: Void.self) { group in
      for database in [desk.database, other] {
        group.addTask {
          let counter = database.reference(withPath: "counter")
          for _ in 0..<rounds {
            let (isCommitted, _) = try await counter.runTransactionBlock { data in
              data.value = (data.value as? Int ?? 0) + 1
              return .success(withValue: data)
            }
            #expect(isCommitted)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await desk.node("/counter") == .leaf(.integer(Int64(2 * rounds))))
    await desk.database.close()
    await other.close()
  }

  @Test func `an aborted transaction changes nothing and gives its input`() async throws {
    let desk = try Desk()
    let place = desk.database.reference(withPath: "n")
    try await place.setValue(["a": 1])
    let (isCommitted, snapshot) = try await place.runTransactionBlock { data in
      data.childData(byAppendingPath: "a").value = 9
      return .abort()
    }
    #expect(!isCommitted)
    #expect(snapshot.node == ["a": 1])
    await desk.database.close()
  }

  @Test func `a transaction takes effect between the calls around it`() async throws {
    let desk = try Desk()
    let seen = Recorder<String>()
    let place = desk.database.reference(withPath: "n")
    atOnce { place.setValue(1) }
    place.runTransactionBlock(
      { data in
        data.value = (data.value as? Int ?? 100) * 2
        return .success(withValue: data)
      },
      andCompletionBlock: { error, isCommitted, snapshot in
        seen.note("\(error == nil) \(isCommitted) \(snapshot?.value as? Int ?? 0)")
      })
    atOnce {
      place.runTransactionBlock { data in
        data.childData(byAppendingPath: "was").value = data.value
        data.childData(byAppendingPath: "at").value = ServerValue.timestamp()
        data.childData(byAppendingPath: "was").priority = 3
        return .success(withValue: data)
      }
    }
    let snapshot = try await place.getData()
    #expect(seen.all == ["true true 2"])
    #expect(snapshot.childSnapshot(forPath: "was").node == .leaf(2, priority: 3))
    #expect(snapshot.childSnapshot(forPath: "at").node.integer != nil)
    await desk.database.close()
  }

  @Test func `data of a place below is a window onto the same content`() throws {
    let data = MutableData(["a": ["x": 1], "b": .leaf(2, priority: "p")])
    let below = data.childData(byAppendingPath: "a/y")
    #expect(below.value is NSNull)
    below.value = ["deep": true]
    #expect(data.node == ["a": ["x": 1, "y": ["deep": true]], "b": .leaf(2, priority: "p")])
    #expect(data.childData(byAppendingPath: "b").priority as? String == "p")
    data.childData(byAppendingPath: "b").value = 3
    #expect(
      data.node == ["a": ["x": 1, "y": ["deep": true]], "b": 3],
      "assigning a value clears the priority")
    #expect(data.childrenCount == 2)
    let keys = data.children.allObjects.compactMap { ($0 as? MutableData)?.key }
    #expect(keys == ["a", "b"])
    data.childData(byAppendingPath: "a").value = nil
    data.childData(byAppendingPath: "b").value = nil
    #expect(data.node.isEmpty)
    #expect(data.key == nil)
  }

  @Test func `a typed transaction that throws changes nothing and throws`() async throws {
    struct Refused: Error {}
    let desk = try Desk()
    let place = desk.database.reference(withPath: "n")
    await #expect(throws: Refused.self) { try await place.transaction { _ in throw Refused() } }
    let result = try await place.transaction { node in .leaf(.integer((node.integer ?? 0) + 5)) }
    #expect(result.isCommitted)
    #expect(result.node == 5)
    await desk.database.close()
  }
}
