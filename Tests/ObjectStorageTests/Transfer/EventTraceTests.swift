import Foundation
import TestSupport
import Testing

@testable import ObjectStorage

/// What a conforming transfer emits, scenario by scenario, with observers there from the start.
@Suite(.timeLimit(.minutes(5))) struct EventTraceTests {
  private let megabyte = 1 << 20

  /// Begins a download with a tape on it.
  private func begin(
    _ place: Place, _ path: String = "x", maxSize: Int64 = .max
  ) -> (StorageDownloadTask, Tape) {
    let task = place.reference(path).download(maxSize: maxSize)
    let tape = Tape()
    tape.attach(to: task)
    task.enqueue()
    return (task, tape)
  }

  private func trace(_ place: Place, maxSize: Int64 = .max) async throws -> [String] {
    try await begin(place, maxSize: maxSize).1.whole(place.storage)
  }

  @Test func `a download of 11 bytes whose length is known`() async throws {
    let place = Place()
    place.put(11)
    #expect(try await trace(place) == ["R", "P(11/11)", "P(11/11)", "S"])
  }

  @Test func `dl_event_order_empty: an empty object, also into a file`() async throws {
    let place = Place()
    place.put(0)
    #expect(try await trace(place) == ["R", "P(0/0)", "S"])

    let folder = try TemporaryPlace()
    let task = place.reference("x").download(to: folder.url.appending(path: "empty"))
    let tape = Tape()
    tape.attach(to: task)
    task.enqueue()
    #expect(try await tape.whole(place.storage) == ["R", "P(0/0)", "S"])
    #expect(try folder.text(of: "empty").isEmpty)
  }

  @Test func `777 bytes whose length is not known`() async throws {
    let place = Place(FakeBucket.Script(piece: 100, declaresLength: false))
    place.put(777)
    let events = try await trace(place)
    #expect(events.first == "R")
    #expect(events[1] == "P(100/-1)")
    #expect(events.suffix(2) == ["P(777/777)", "S"])
    #expect(events.dropFirst().dropLast(2).allSatisfy { $0.hasSuffix("/-1)") })
  }

  @Test func `dl_event_order_missing: nothing is made where the file would be`() async throws {
    let place = Place()
    #expect(try await trace(place) == ["R", "P(0/0)", "F(-13010)"])

    let folder = try TemporaryPlace()
    let task = place.reference("x").download(to: folder.url.appending(path: "new/x"))
    let tape = Tape()
    tape.attach(to: task)
    task.enqueue()
    #expect(try await tape.whole(place.storage) == ["R", "P(0/0)", "F(-13010)"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `more than the maximum, length declared`() async throws {
    let place = Place()
    place.put(1000)
    #expect(try await trace(place, maxSize: 999) == ["R", "F(-13032)"])
    #expect(place.bucket.counts.bytes == 0)
  }

  @Test func `more than the maximum, length not declared`() async throws {
    let place = Place(FakeBucket.Script(piece: 100, declaresLength: false))
    place.put(1000)
    #expect(try await trace(place, maxSize: 250) == ["R", "P(100/-1)", "F(-13032)"])
    #expect(place.bucket.counts.bytes == 300)
  }

  @Test func `a pause before the transport starts`() async throws {
    let place = Place()
    place.put(11)
    let task = place.reference("x").download(maxSize: 11)
    let tape = Tape()
    tape.attach(to: task)
    task.pause()
    task.enqueue()
    await settled(place.storage)
    #expect(tape.all == ["Z"])
    #expect(place.bucket.counts.downloads == 0)
    task.resume()
    #expect(try await tape.whole(place.storage) == ["Z", "R", "P(11/11)", "P(11/11)", "S"])
  }

  @Test func `a pause at 256 KiB of 1 MiB, then resuming`() async throws {
    let place = Place(FakeBucket.Script(holdsAt: 262_144))
    place.put(megabyte)
    let (task, tape) = begin(place)
    try await tape.reach("P(262144")
    task.pause()
    try await tape.reach("Z")
    place.bucket.gate.open()
    let before = tape.completed
    task.resume()
    let events = try await tape.whole(place.storage)
    #expect(Tape.folded(events) == ["R", "P…", "Z", "R", "P…", "S"])
    #expect(before.last == 262_144)
    #expect(tape.completed == tape.completed.sorted())
    #expect(tape.totals == [Int64(megabyte)])
    // Nothing was sent twice.
    #expect(place.bucket.counts.bytes == Int64(megabyte))
  }

  @Test func `two pauses make one event, and cancelling a paused transfer ends it`() async throws {
    let place = Place(FakeBucket.Script(holdsAt: 0))
    place.put(megabyte)
    let (task, tape) = begin(place)
    try await tape.reach("R")
    task.pause()
    task.pause()
    try await tape.reach("Z")
    task.pause()
    await settled(place.storage)
    #expect(tape.all == ["R", "Z"])
    task.cancel()
    #expect(try await tape.whole(place.storage) == ["R", "Z", "F(-13040)"])
  }

  @Test func `resuming what runs does nothing`() async throws {
    let place = Place(FakeBucket.Script(holdsAt: 0))
    place.put(11)
    let (task, tape) = begin(place)
    try await tape.reach("R")
    task.resume()
    place.bucket.gate.open()
    #expect(try await tape.whole(place.storage) == ["R", "P(11/11)", "P(11/11)", "S"])
    #expect(place.bucket.counts.downloads == 1)
  }

  @Test func `cancelling twice fails once, after success it does nothing`() async throws {
    let place = Place(FakeBucket.Script(holdsAt: 0))
    place.put(11)
    let (first, tape) = begin(place)
    try await tape.reach("R")
    first.cancel()
    first.cancel()
    #expect(try await tape.whole(place.storage) == ["R", "F(-13040)"])

    place.bucket.gate.open()
    let (second, other) = begin(place)
    let events = try await other.whole(place.storage)
    second.cancel()
    await settled(place.storage)
    #expect(other.all == events)
    #expect(second.snapshot.status == .success)
  }

  @Test func `putting a folder fails and nothing else`() async throws {
    let place = Place()
    let folder = try TemporaryPlace()
    let task = place.reference("x").upload(.file(folder.url), nil)
    let tape = Tape()
    tape.attach(to: task)
    task.enqueue()
    #expect(try await tape.whole(place.storage) == ["F(-13000)"])
    #expect(place.bucket.counts.uploads == 0)
  }

  @Test func `an upload that is denied at its end`() async throws {
    let place = Place()
    place.bucket.change {
      $0.denial = StorageError.unauthorized(bucket: "bucket", object: "x", serverError: [:])
    }
    let task = place.reference("x").upload(.data(Place.bytes(11)), nil)
    let tape = Tape()
    tape.attach(to: task)
    task.enqueue()
    #expect(
      try await tape.whole(place.storage) == ["R", "P(11/11)", "P(11/11)", "F(-13021)"])
  }

  @Test func `a retry window that closes, with the last error underneath`() async throws {
    let place = Place()
    place.put(megabyte)
    let said: [String: any Sendable] = ["ResponseErrorCode": 503]
    place.bucket.change {
      $0.faults = [(1 << 19, StorageError.retryLimitExceeded(last: "503", serverError: said))]
    }
    let (task, tape) = begin(place)
    let events = try await tape.whole(place.storage)
    #expect(Tape.folded(events) == ["R", "P…", "F(-13030)"])
    let error = try #require(task.snapshot.error as? NSError)
    #expect(error.userInfo["ResponseErrorCode"] as? Int == 503)
  }

  @Test func `bytes that are not what was put fail at the end`() async throws {
    let place = Place()
    place.put(11)
    place.bucket.change { $0.corrupted = Place.bytes(11, seed: 9) }
    #expect(try await trace(place) == ["R", "P(11/11)", "P(11/11)", "F(-13031)"])
    place.bucket.change { $0.corrupted = nil }
    #expect(try await trace(place).last == "S")
  }

  @Test func `two transfers of one object do not meet`() async throws {
    let place = Place(FakeBucket.Script(holdsAt: 0))
    let data = place.put(megabyte)
    let folder = try TemporaryPlace()
    let files = ["one", "two"].map { folder.url.appending(path: $0) }
    let tapes = files.map { file in
      let tape = Tape()
      let task = place.reference("x").download(to: file)
      tape.attach(to: task)
      task.enqueue()
      return tape
    }
    try await eventually("both legs") { place.bucket.gate.waiting == 2 }
    place.bucket.gate.open()
    for (file, tape) in zip(files, tapes) {
      #expect(Tape.folded(try await tape.whole(place.storage)) == ["R", "P…", "S"])
      #expect(try Data(contentsOf: file) == data)
    }
  }

  @Test func `of two transfers into one file one wins whole`() async throws {
    let place = Place()
    let folder = try TemporaryPlace()
    let file = folder.url.appending(path: "x")
    let one = Place.bytes(300_000, seed: 1)
    let two = Place.bytes(200_000, seed: 2)
    place.bucket.put(one, at: "one")
    place.bucket.put(two, at: "two")
    let tapes = ["one", "two"].map { name in
      let tape = Tape()
      let task = place.reference(name).download(to: file)
      tape.attach(to: task)
      task.enqueue()
      return tape
    }
    for tape in tapes { #expect(try await tape.whole(place.storage).last == "S") }
    let found = try Data(contentsOf: file)
    #expect(found == one || found == two)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["x"])
  }
}
