import Foundation
import JSONTree
import Synchronization
import TestSupport
import Testing

@testable import RealtimeDatabase

/// Observers that come and go inside callbacks, and callbacks that do not return.
@Suite struct CallbackChurnTests {
  @Test func `a hundred observers add and remove one another inside their callbacks`() async throws
  {
    let count = 100
    let desk = try Desk()
    let place = desk.database.reference(withPath: "n")
    let (first, second, successors) = (Recorder<Int>(), Recorder<Int>(), Recorder<Int>())
    let handles = Mutex<[Int: DatabaseHandle]>([:])
    try await place.setValue(0)
    // Each, when it is told for the first time, takes itself out and puts another in its place.
    for index in 0..<count {
      let handle = place.observe(.value) { snapshot in
        first.note(index)
        guard let own = handles.withLock({ $0.removeValue(forKey: index) }) else { return }
        place.removeObserver(withHandle: own)
        successors.note(index)
        place.observe(.value) { snapshot in
          if snapshot.node == 2 { second.note(index) }
        }
      }
      handles.withLock { $0[index] = handle }
    }
    // A callback can come before its handle is known: then the next one acts.
    try await place.setValue(1)
    try await eventually("every observer has taken itself out") {
      handles.withLock { $0.isEmpty }
    }
    let told = first.all.count
    try await place.setValue(2)
    // In the order in which they came: who acted at the second call came later.
    #expect(try await second.first(count) == successors.all)
    #expect(Set(successors.all) == Set(0..<count))
    #expect(second.all.count == count)
    #expect(first.all.count == told, "one was called after it had taken itself out")
    // All go from inside one callback; nobody is called afterwards.
    place.observe(.value) { snapshot in
      if snapshot.node == 3 { place.removeAllObservers() }
    }
    try await place.setValue(3)
    try await place.setValue(2)
    #expect(second.all.count == count)
    await desk.database.close()
  }

  @Test func `a callback that never returns stops its own queue and nothing else`() async throws {
    var configuration = Database.Configuration()
    configuration.callbackQueue = DispatchQueue(label: "stuck")
    let desk = try Desk(configuration)
    let other = try desk.other()
    let (gate, entered) = (DispatchSemaphore(value: 0), Recorder<Int>())
    let place = desk.database.reference(withPath: "n")
    let blocked = place.observe(.value) { _ in
      entered.note(1)
      gate.wait()
    }
    _ = try await entered.first(1)
    // Writes, streams, windows, reads, removals of this database go on, and other databases.
    let seen = Recorder<String>()
    other.reference(withPath: "n").record([.value], into: seen)
    var values = place.values().makeAsyncIterator()
    var windows = desk.database.reference(withPath: "list").queryOrderedByKey()
      .window(WindowRequest(after: 5)).makeAsyncIterator()
    #expect(try await values.next()?.node == .empty)
    #expect(try await windows.next()?.total == 0)
    for number in 1...3 {
      try await desk.database.commit(try .put("/n", .leaf(.integer(Int64(number)))))
      try await desk.database.commit(
        try .put(Path([Key("list"), Key("k\(number)")]), .leaf(.integer(Int64(number)))))
      #expect(try await desk.node("/n").integer == Int64(number))
    }
    while try await values.next()?.node != 3 {}
    while try await windows.next()?.total != 3 {}
    _ = try await seen.last("value 3")
    place.removeObserver(withHandle: blocked)
    try await other.commit(try .put("/n", 4))
    while try await values.next()?.node != 4 {}
    #expect(entered.all == [1])
    for _ in 0..<10 { gate.signal() }
    await desk.database.close()
    await other.close()
  }
}
