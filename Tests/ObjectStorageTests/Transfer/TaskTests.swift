import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ObjectStorage

/// Pausing, resuming and cancelling as callers do it, on transfers that have begun.
@Suite(.timeLimit(.minutes(5))) struct TaskTests {
  private let megabyte = 1 << 20

  /// A download of 1 MiB that waits at a byte.
  private func held(
    at offset: Int64, _ folder: TemporaryPlace
  ) async throws -> (Place, StorageDownloadTask, Tape, Answers<URL>) {
    let place = Place(FakeBucket.Script(holdsAt: offset))
    place.put(megabyte)
    let answers = Answers<URL>()
    let task = place.reference("x").write(toFile: folder.url.appending(path: "x")) { answer in
      // The folder stays until the end.
      withExtendedLifetime(folder) { answers.note(answer) }
    }
    let tape = Tape()
    tape.attach(to: task)
    try await eventually("a leg at the gate") { place.bucket.gate.waiting == 1 }
    return (place, task, tape, answers)
  }

  @Test func `cancel_code_and_text: the last event is a failure, and success never comes`()
    async throws
  {
    let folder = try TemporaryPlace()
    let (place, task, tape, answers) = try await held(at: 0, folder)
    task.cancel()
    let events = try await tape.whole(place.storage)
    #expect(events.last == "F(-13040)")
    #expect(!events.contains("S"))
    let error = try #require(try await answers.error())
    #expect(error.code == -13040)
    #expect(error.domain == "FIRStorageErrorDomain")
    #expect(error.localizedDescription == "User cancelled the upload/download.")
    #expect(answers.count == 1)
    #expect(task.snapshot.status == .failure)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `cancel_in_progress_handler_upload: one failure, no progress behind it`()
    async throws
  {
    let place = Place(FakeBucket.Script(holdsAt: 262_144))
    place.storage.uploadChunkSizeBytes = 262_144
    let answers = Answers<StorageMetadata>()
    let task = place.reference("x").putData(Place.bytes(megabyte)) { answers.note($0, $1) }
    let tape = Tape()
    task.observe(.progress) { _ in task.cancel() }
    tape.attach(to: task)
    #expect(try await tape.whole(place.storage).last == "F(-13040)")
    place.bucket.gate.open()
    try await eventually("the end of the leg") { place.bucket.counts.alive == 0 }
    await settled(place.storage)
    #expect(tape.count(of: "F") == 1)
    #expect(tape.all.last == "F(-13040)")
    #expect(try await answers.code() == -13040)
    #expect(answers.count == 1)
    try await eventually("the upload forgotten") { place.bucket.counts.abandoned == 1 }
  }

  @Test func `progress that waits when a download is cancelled is not told of`() async throws {
    let queue = DispatchQueue(label: "callbacks")
    let place = Place()
    place.storage.callbackQueue = queue
    place.put(megabyte)
    let task = place.reference("x").download(maxSize: .max)
    let tape = Tape()
    let first = Atomic(true)
    task.observe(.progress) { _ in
      // Everything else has been posted by now, or will be; then it is cancelled.
      guard first.exchange(false, ordering: .relaxed) else { return }
      task.cancel()
      tape.note("cancelled")
    }
    tape.attach(to: task)
    place.bucket.change { $0.holdsAt = Int64(self.megabyte) }
    queue.suspend()
    task.enqueue()
    try await eventually("everything at the gate") { place.bucket.gate.waiting == 1 }
    queue.resume()
    #expect(try await tape.whole(place.storage) == ["R", "cancelled", "F(-13040)"])
  }

  @Test func `cancel_is_idempotent: two cancels, then pause and resume, are one failure`()
    async throws
  {
    let (place, task, tape, answers) = try await held(at: 262_144, TemporaryPlace())
    task.cancel()
    task.cancel()
    task.pause()
    task.resume()
    _ = try await tape.whole(place.storage)
    #expect(tape.count(of: "F") == 1)
    #expect(tape.count(of: "Z") == 0)
    #expect(try await answers.code() == -13040)
    #expect(answers.count == 1)
  }

  @Test func `cancel_after_success_noop: the success stays`() async throws {
    let folder = try TemporaryPlace()
    let (place, task, tape, answers) = try await held(at: 0, folder)
    place.bucket.gate.open()
    _ = try await tape.whole(place.storage)
    task.cancel()
    await settled(place.storage)
    #expect(task.snapshot.status == .success)
    #expect(tape.count(of: "F") == 0)
    #expect(try await answers.first().get() == folder.url.appending(path: "x"))
    #expect(answers.count == 1)
  }

  @Test func `pause_resume_download: one pause, and all bytes`() async throws {
    let place = Place()
    let data = place.put(megabyte)
    let answers = Answers<Data>()
    let task = place.reference("x").download(maxSize: .max) { answers.note($0.answer) }
    let tape = Tape()
    tape.attach(to: task)
    task.observe(.progress) { snapshot in
      let completed = snapshot.progress?.completedUnitCount ?? 0
      if completed > 262_144, tape.count(of: "Z") == 0 { task.pause() }
    }
    task.observe(.pause) { _ in task.resume() }
    // The transfer must be under way still when the handler pauses it.
    place.bucket.change { $0.holdsAt = 524_288 }
    task.enqueue()
    try await tape.reach("Z")
    place.bucket.gate.open()
    let events = try await tape.whole(place.storage)
    #expect(tape.count(of: "Z") == 1)
    #expect(events.last == "S")
    #expect(tape.completed == tape.completed.sorted())
    #expect(try await answers.first().get() == data)
  }

  @Test func `pause_resume_from_background_queue: it ends well`() async throws {
    let (place, task, tape, answers) = try await held(at: 262_144, TemporaryPlace())
    DispatchQueue.global().async { task.pause() }
    try await tape.reach("Z")
    place.bucket.gate.open()
    DispatchQueue.global().async { task.resume() }
    #expect(try await tape.whole(place.storage).last == "S")
    _ = try await answers.first().get()
  }

  @Test func `pause_twice_one_event: the second is silent`() async throws {
    let (place, task, tape, _) = try await held(at: 262_144, TemporaryPlace())
    task.pause()
    task.pause()
    try await tape.reach("Z")
    await settled(place.storage)
    #expect(tape.count(of: "Z") == 1)
    task.cancel()
  }

  @Test func `resume_running_noop: no event, no second request`() async throws {
    let (place, task, tape, _) = try await held(at: 262_144, TemporaryPlace())
    task.resume()
    place.bucket.gate.open()
    _ = try await tape.whole(place.storage)
    #expect(tape.count(of: "R") == 1)
    #expect(place.bucket.counts.downloads == 1)
  }

  @Test func `paused_does_not_restart_itself: no byte after the pause`() async throws {
    let (place, task, tape, _) = try await held(at: 262_144, TemporaryPlace())
    task.pause()
    try await tape.reach("Z")
    let bytes = place.bucket.counts.bytes
    place.bucket.gate.open()
    // Nothing is under way that could restart: no leg is alive, and none has been asked for.
    await settled(place.storage)
    #expect(place.bucket.counts.alive == 0)
    #expect(place.bucket.counts.downloads == 1)
    #expect(place.bucket.counts.bytes == bytes)
    #expect(task.snapshot.status == .pause)
    task.cancel()
  }

  @Test func `resumed_total_is_whole_object: in every event of progress`() async throws {
    let (place, task, tape, _) = try await held(at: 262_144, TemporaryPlace())
    task.pause()
    try await tape.reach("Z")
    place.bucket.gate.open()
    task.resume()
    _ = try await tape.whole(place.storage)
    #expect(tape.totals.subtracting([0]) == [1_048_576])
  }

  @Test func `an upload goes on from what the bucket has`() async throws {
    let place = Place(FakeBucket.Script(holdsAt: 524_288))
    place.storage.uploadChunkSizeBytes = 262_144
    let data = Place.bytes(megabyte)
    let answers = Answers<StorageMetadata>()
    let task = place.reference("x").putData(data) { answers.note($0, $1) }
    let tape = Tape()
    tape.attach(to: task)
    try await eventually("half of it") { place.bucket.gate.waiting == 1 }
    task.pause()
    try await tape.reach("Z")
    place.bucket.gate.open()
    task.resume()
    #expect(try await tape.whole(place.storage).last == "S")
    #expect(place.bucket.counts.chunks == [262_144, 262_144, 262_144, 262_144])
    #expect(place.bucket.counts.mostAlive == 1)
    #expect(tape.completed == tape.completed.sorted())
    #expect(try await answers.first().get().size == Int64(megabyte))
  }

  @Test func `an object that changes while its download is paused begins anew`() async throws {
    let place = Place(FakeBucket.Script(holdsAt: 262_144))
    place.put(megabyte)
    let answers = Answers<Data>()
    let task = place.reference("x").getData(maxSize: .max) { answers.note($0, $1) }
    let tape = Tape()
    tape.attach(to: task)
    try await eventually("a leg at the gate") { place.bucket.gate.waiting == 1 }
    task.pause()
    try await tape.reach("Z")
    let new = Place.bytes(megabyte, seed: 99)
    place.bucket.put(new, at: "x", generation: 2)
    place.bucket.gate.open()
    task.resume()
    #expect(try await answers.first().get() == new)
    #expect(tape.completed == tape.completed.sorted())
  }

  @Test func `retries inside a leg are not seen, and progress never falls`() async throws {
    let place = Place()
    let data = place.put(megabyte)
    place.bucket.change { $0.hiccups = [(300_000, 1), (500_000, 1), (700_000, 0)] }
    let answers = Answers<Data>()
    let task = place.reference("x").download(maxSize: .max) { answers.note($0.answer) }
    let tape = Tape()
    tape.attach(to: task)
    task.enqueue()
    #expect(Tape.folded(try await tape.whole(place.storage)) == ["R", "P…", "S"])
    #expect(tape.completed == tape.completed.sorted())
    #expect(try await answers.first().get() == data)
  }

  @Test func `a transfer that nobody holds ends all the same`() async throws {
    let place = Place(FakeBucket.Script(holdsAt: 0))
    place.put(11)
    let answers = Answers<Data>()
    place.reference("x").getData(maxSize: 11) { answers.note($0, $1) }
    place.bucket.gate.open()
    #expect(try await answers.first().get().count == 11)
  }
}
