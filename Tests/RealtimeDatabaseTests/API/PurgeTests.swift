import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

extension Database {
  /// Lets the line of writes stand still until a gate opens; returns when it does.
  fileprivate func stop(at gate: DispatchSemaphore) async throws {
    let isStanding = Recorder<Bool>()
    let isOpen = commits.submit(
      .run { _ in
        isStanding.note(true)
        gate.wait()
      })
    #expect(isOpen)
    _ = try await isStanding.first(1)
  }
}

@Suite struct PurgeTests {
  @Test func `what waits in line is thrown away with code 3, in order; the rest stays`()
    async throws
  {
    let desk = try Desk()
    let (seen, gate) = (Recorder<String>(), DispatchSemaphore(value: 0))
    let place = desk.database.reference(withPath: "n")
    let note = { @Sendable (name: String, error: (any Error)?) in
      seen.note("\(name) \((error as? NSError)?.code ?? 0)")
    }
    place.record([.value], into: seen)
    try await place.child("before").setValue(1)
    try await desk.database.stop(at: gate)
    for index in 0..<600 {
      place.child("\(index)").setValue(index) { error, _ in note("set", error) }
    }
    place.runTransactionBlock(
      { data in
        data.value = 9
        return .success(withValue: data)
      },
      andCompletionBlock: { error, isCommitted, snapshot in
        note("transaction \(isCommitted) \(snapshot == nil)", error)
      })
    place.onDisconnectSetValue(8) { error, _ in note("will", error) }
    place.getData { error, snapshot in note("get \(snapshot?.childrenCount ?? 0)", error) }
    place.removeValue { error, _ in note("remove", error) }
    desk.database.purgeOutstandingWrites()
    place.child("after").setValue(2) { error, _ in note("after", error) }
    gate.signal()
    let lines = try await seen.last("after 0")
    #expect(lines.prefix(2) == ["value null", "value {\"before\":1}"])
    #expect(lines.dropFirst(2).prefix(600).allSatisfy { $0 == "set 3" })
    #expect(
      lines.dropFirst(602) == [
        "transaction false true 3", "will 3", "get 1 0", "remove 3",
        "value {\"after\":2,\"before\":1}",
        "after 0",
      ])
    await desk.database.close()
  }

  @Test func `going offline makes what was registered, once, and tells its observers in order`()
    async throws
  {
    let desk = try Desk()
    let seen = Recorder<String>()
    let place = desk.database.reference(withPath: "n")
    place.record([.value], into: seen)
    desk.database.reference(withPath: ".info/connected").record([.value], into: seen)
    try await place.onDisconnectSetValue("gone")
    desk.database.goOffline()
    desk.database.goOnline()
    try await place.setValue("back")
    desk.database.goOffline()
    #expect(try await place.getData().value as? String == "back")
    #expect(
      seen.all == [
        "value null", "value true", "value \"gone\"", "value false", "value true",
        "value \"back\"", "value false",
      ])
    await desk.database.close()
  }

  @Test func `an async caller gets the error, and the words for it`() async throws {
    let desk = try Desk()
    let gate = DispatchSemaphore(value: 0)
    let database = desk.database
    try await database.stop(at: gate)
    let waiting = Task { try await database.commit(try .put("/n", 1)) }
    try await eventually("the write stands in line") { database.commits.isWaiting }
    database.purgeOutstandingWrites()
    gate.signal()
    let error = await #expect(throws: DatabaseError.self) { try await waiting.value }
    #expect(error?.code == .writeCanceled)
    #expect(error?.nsError.code == 3)
    #expect(error?.nsError.localizedDescription == "The write was cancelled by the user.")
    await database.close()
  }
}
