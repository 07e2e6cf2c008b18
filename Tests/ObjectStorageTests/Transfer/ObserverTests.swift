import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ObjectStorage

/// Who is told of what, and who no longer.
@Suite(.timeLimit(.minutes(5))) struct ObserverTests {
  /// A download of 1,000 bytes that runs and waits.
  private func running() async throws -> (Place, StorageDownloadTask) {
    let place = Place(FakeBucket.Script(piece: 100, holdsAt: 0))
    place.put(1000)
    let task = place.reference("x").getData(maxSize: 1000) {
      (_: Data?, _: (any Error)?) in
    }
    try await eventually("a leg at the gate") { place.bucket.gate.waiting == 1 }
    return (place, task)
  }

  private func end(_ place: Place, _ task: StorageDownloadTask) async throws {
    place.bucket.gate.open()
    try await eventually("the end") { task.transfer.isOver }
    await settled(place.storage)
  }

  @Test func `observer_replay_success: once, later, and not kept`() async throws {
    let (place, task) = try await running()
    try await end(place, task)
    let tape = Tape()
    let queue = DispatchQueue(label: "held")
    place.storage.callbackQueue = queue
    queue.suspend()
    task.observe(.success) { tape.note(Tape.text($0)) }
    #expect(tape.all.isEmpty)
    queue.resume()
    try await tape.reach("S")
    await settled(place.storage)
    #expect(tape.all == ["S"])
  }

  @Test func `observer_replay_running: each once, with the numbers as they are`() async throws {
    let (place, task) = try await running()
    await settled(place.storage)
    let tape = Tape()
    task.observe(.resume) { tape.note(Tape.text($0)) }
    task.observe(.progress) { tape.note(Tape.text($0)) }
    await settled(place.storage)
    #expect(tape.all == ["R", "P(0/0)"])
    try await end(place, task)
    #expect(tape.count(of: "R") == 1)
    #expect(tape.completed == tape.completed.sorted())
    #expect(tape.all.last == "P(1000/1000)")
  }

  @Test func `observer_replay_paused: once`() async throws {
    let (place, task) = try await running()
    task.pause()
    try await eventually("the end of the leg") { place.bucket.counts.alive == 0 }
    let tape = Tape()
    task.observe(.pause) { tape.note(Tape.text($0)) }
    try await tape.reach("Z")
    await settled(place.storage)
    #expect(tape.all == ["Z"])
    task.cancel()
  }

  @Test func `observer_replay_cancelled: once, ours`() async throws {
    let (place, task) = try await running()
    task.cancel()
    let tape = Tape()
    task.observe(.failure) { tape.note(Tape.text($0)) }
    try await tape.reach("F(-13040)")
    await settled(place.storage)
    #expect(tape.all == ["F(-13040)"])
  }

  @Test func `observer_handle_unique_and_removable: the first silent, the second not`()
    async throws
  {
    let (place, task) = try await running()
    let first = Tape()
    let second = Tape()
    let handle = task.observe(.success) { first.note(Tape.text($0)) }
    let other = task.observe(.success) { second.note(Tape.text($0)) }
    #expect(handle != other)
    task.removeObserver(withHandle: handle)
    task.removeObserver(withHandle: "none")
    try await end(place, task)
    #expect(first.all.isEmpty)
    #expect(second.all == ["S"])
  }

  @Test func `observer_remove_by_status: progress silent, success not`() async throws {
    let (place, task) = try await running()
    await settled(place.storage)
    let tape = Tape()
    tape.attach(to: task)
    await settled(place.storage)
    task.removeAllObservers(for: .progress)
    let before = tape.count(of: "P")
    try await end(place, task)
    #expect(tape.count(of: "P") == before)
    #expect(tape.all.last == "S")
  }

  @Test func `what waits for an observer that is removed is not delivered, but the end is`()
    async throws
  {
    let (place, task) = try await running()
    let tape = Tape()
    let queue = DispatchQueue(label: "held")
    await settled(place.storage)
    tape.attach(to: task)
    await settled(place.storage)
    let before = tape.all
    place.storage.callbackQueue = queue
    queue.suspend()
    place.bucket.gate.open()
    try await eventually("the end") { task.transfer.isOver }
    // Success has been posted; progress too, and that is dropped.
    task.removeAllObservers()
    queue.resume()
    try await tape.reach("S")
    #expect(tape.all == before + ["S"])
  }

  @Test func `all observers removed: the completion is called all the same, once`() async throws {
    let place = Place(FakeBucket.Script(holdsAt: 0))
    place.put(11)
    let answers = Answers<Data>()
    let task = place.reference("x").getData(maxSize: 11) { answers.note($0, $1) }
    let tape = Tape()
    tape.attach(to: task)
    try await eventually("a leg at the gate") { place.bucket.gate.waiting == 1 }
    await settled(place.storage)
    task.removeAllObservers()
    let before = tape.all
    place.bucket.gate.open()
    #expect(try await answers.first().get().count == 11)
    await settled(place.storage)
    #expect(answers.count == 1)
    #expect(tape.all == before)
  }

  @Test func `a handler may add another from inside`() async throws {
    let (place, task) = try await running()
    let tape = Tape()
    task.observe(.resume) { snapshot in
      tape.note("outer")
      (snapshot.task as? StorageDownloadTask)?.observe(.progress) { tape.note(Tape.text($0)) }
    }
    try await tape.reach("P(0/0)")
    try await end(place, task)
    #expect(tape.count(of: "outer") == 1)
  }

  @Test func `observers hear in the order in which they came, the completion last`() async throws {
    let place = Place(FakeBucket.Script(holdsAt: 0))
    place.put(11)
    let tape = Tape()
    let task = place.reference("x").getData(maxSize: 11) { (_: Data?, _: (any Error)?) in
      tape.note("completion")
    }
    for number in 1...3 { task.observe(.success) { _ in tape.note("\(number)") } }
    place.bucket.gate.open()
    try await tape.reach("completion")
    #expect(tape.all == ["1", "2", "3", "completion"])
  }

  @Test func `snapshot_is_immutable: a kept one stays as it was`() async throws {
    let (place, task) = try await running()
    let snapshot = task.snapshot
    let progress = try #require(snapshot.progress)
    progress.completedUnitCount = 55
    try await end(place, task)
    #expect(snapshot.status == .resume)
    #expect(snapshot.progress?.completedUnitCount == 0)
    #expect(snapshot.description == "<State: Resume>")
    #expect(task.snapshot.progress?.completedUnitCount == 1000)
    #expect(task.snapshot.description == "<State: Success>")
  }

  @Test func `snapshot_metadata: of an upload what was asked for, then what is there`()
    async throws
  {
    let place = Place()
    let asked = StorageMetadata()
    asked.contentType = "image/x-own"
    let task = place.reference("x").upload(.data(Place.bytes(11)), asked)
    let seen = Mutex<[StorageTaskStatus: StorageMetadata]>([:])
    for status in [StorageTaskStatus.progress, .success] {
      task.observe(status) { snapshot in
        seen.withLock { seen in if seen[status] == nil { seen[status] = snapshot.metadata } }
      }
    }
    task.enqueue()
    try await eventually("success") { seen.withLock { $0[.success] != nil } }
    let found = seen.withLock { $0 }
    #expect(found[.progress]?.contentType == "image/x-own")
    #expect(found[.progress]?.generation == 0)
    #expect(found[.success]?.generation == 7)

    let download = try await running()
    #expect(download.1.snapshot.metadata == nil)
    download.1.cancel()
  }

  @Test func `callbacks run on the queue that was set, one at a time and in order`() async throws {
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "wide", attributes: .concurrent)
    queue.setSpecific(key: key, value: true)
    let place = Place(FakeBucket.Script(piece: 10))
    place.storage.callbackQueue = queue
    place.put(1000)
    let tape = Tape()
    let task = place.reference("x").download(maxSize: 1000)
    for status in [StorageTaskStatus.resume, .progress, .success] {
      task.observe(status) {
        tape.note(DispatchQueue.getSpecific(key: key) == true ? Tape.text($0) : "elsewhere")
      }
    }
    task.enqueue()
    try await tape.reach("S")
    #expect(Tape.folded(tape.all) == ["R", "P…", "S"])
    #expect(tape.completed == tape.completed.sorted())
  }
}
