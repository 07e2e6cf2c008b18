import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ObjectStorage

/// Transfers and what is done to them on the way: the same stories wherever objects lie.
@Suite(.serialized, .timeLimit(.minutes(5))) struct EngineTransferTests {
  private static let size = 3 << 20
  /// Where a transfer is stopped: at its first progress, in the middle, close to the end.
  private static let points: [Int64] = [1, Int64(size / 2), Int64(size - 100_000)]

  /// Pauses at a place, goes on at each pause; what is heard is taped.
  private func pause(
    _ task: some StorageObservableTask & StorageTaskManagement, at point: Int64
  ) {
    let isDone = Mutex(false)
    task.observe(.progress) { snapshot in
      guard let task = snapshot.task as? any StorageTaskManagement,
        (snapshot.progress?.completedUnitCount ?? 0) >= point,
        isDone.withLock({ isDone in
          defer { isDone = true }
          return !isDone
        })
      else { return }
      task.pause()
    }
    task.observe(.pause) { snapshot in
      (snapshot.task as? any StorageTaskManagement)?.resume()
    }
  }

  /// Checks that a trace is one that may be: R, progress, pauses each followed by R, the end.
  private func check(_ events: [String], _ site: Site, total: Int) {
    let letters = events.map { String($0.prefix(1)) }.joined()
    #expect(letters.wholeMatch(of: /RP*(?:ZRP*)*S/) != nil, "\(events)")
    #expect(events.suffix(2) == ["P(\(total)/\(total))", "S"])
    let done = events.compactMap { event in
      event.hasPrefix("P(") ? Int64(event.dropFirst(2).prefix { $0 != "/" }) : nil
    }
    #expect(done == done.sorted(), "\(events)")
  }

  @Test(arguments: Engine.all)
  func `an undisturbed transfer tells of itself in order`(engine: Engine) async throws {
    let site = try await engine.open()
    let data = Place.bytes(Self.size)
    let up = site.reference("x").upload(.data(data), nil)
    check(try await site.trace(up), site, total: Self.size)
    let down = site.reference("x").download(to: try site.file("x"))
    check(try await site.trace(down), site, total: Self.size)
    #expect(try Data(contentsOf: site.file("x")) == data)
    let empty = site.reference("empty").upload(.data(Data()), nil)
    #expect(Tape.folded(try await site.trace(empty)) == ["R", "P…", "S"])
    let none = site.reference("none").download(maxSize: 10)
    #expect(try await site.trace(none) == ["R", "P(0/0)", "F(-13010)"])
  }

  @Test(arguments: Engine.all, points)
  func `a download that was paused has every byte`(engine: Engine, point: Int64) async throws {
    let site = try await engine.open()
    let data = Place.bytes(Self.size)
    try await site.put(data, "x")
    let task = site.reference("x").download(to: try site.file("x"))
    pause(task, at: point)
    check(try await site.trace(task), site, total: Self.size)
    #expect(try Data(contentsOf: site.file("x")) == data)
  }

  @Test(arguments: Engine.able(.pausedUploads), points)
  func `an upload that was paused has every byte`(engine: Engine, point: Int64) async throws {
    let site = try await engine.open()
    site.storage.uploadChunkSizeBytes = 262_144
    let data = Place.bytes(Self.size)
    let task = site.reference("x").upload(.data(data), nil)
    pause(task, at: point)
    check(try await site.trace(task), site, total: Self.size)
    #expect(try await site.reference("x").data(maxSize: Int64(Self.size)) == data)
  }

  @Test(arguments: Engine.all)
  func `a pause before the start holds everything back`(engine: Engine) async throws {
    let site = try await engine.open()
    let data = Place.bytes(300_000)
    try await site.put(data, "x")
    let down = site.reference("x").download(to: try site.file("x"))
    let up = site.reference("y").upload(.data(data), nil)
    for task in [down, up] as [any StorageObservableTask & StorageTaskManagement] {
      let tape = Tape()
      tape.attach(to: task)
      task.pause()
      task.pause()
      await settled(site.storage)
      #expect(tape.all == ["Z"])
      task.resume()
      #expect(Tape.folded(try await tape.whole(site.storage)) == ["Z", "R", "P…", "S"])
    }
    #expect(try Data(contentsOf: site.file("x")) == data)
    #expect(try await site.reference("y").data(maxSize: 300_000) == data)
  }

  @Test(arguments: Engine.all, points)
  func `a cancelled transfer leaves the old or has the whole`(
    engine: Engine, point: Int64
  ) async throws {
    let site = try await engine.open()
    site.storage.uploadChunkSizeBytes = 262_144
    let (old, data) = (Place.bytes(1_000, seed: 8), Place.bytes(Self.size))
    try await site.put(data, "x")
    try await site.put(old, "y")
    try old.write(to: site.file("x"))
    let down = site.reference("x").download(to: try site.file("x"))
    let up = site.reference("y").upload(.data(data), nil)
    for task in [down, up] as [any StorageObservableTask & StorageTaskManagement] {
      task.observe(.progress) { snapshot in
        guard (snapshot.progress?.completedUnitCount ?? 0) >= point else { return }
        (snapshot.task as? any StorageTaskManagement)?.cancel()
      }
      let events = try await site.trace(task)
      // Whoever is quick is through before it can be cancelled.
      let isWhole = events.last == "S"
      #expect(isWhole || events.last == "F(-13040)", "\(events)")
      #expect(events.count { $0 == "S" || $0.hasPrefix("F") } == 1)
      if task is StorageDownloadTask {
        #expect(try Data(contentsOf: site.file("x")) == (isWhole ? data : old))
      } else {
        let now = try await site.reference("y").data(maxSize: Int64(Self.size))
        // What was cancelled when the last byte had gone may have arrived all the same.
        #expect(now == data || (!isWhole && now == old))
      }
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: site.file("").path)
    #expect(left == ["x"])
  }

  @Test(arguments: Engine.all)
  func `a maximum is kept to the byte`(engine: Engine) async throws {
    let site = try await engine.open()
    let data = Place.bytes(300_000)
    try await site.put(data, "x")
    #expect(try await site.reference("x").data(maxSize: 300_000) == data)
    for most: Int64 in [299_999, 1, 0] {
      #expect(
        await site.code { _ = try await site.reference("x").data(maxSize: most) } == -13032)
    }
    try await site.put(Data(), "empty")
    #expect(try await site.reference("empty").data(maxSize: 0).isEmpty)
  }

  @Test(arguments: Engine.all)
  func `an object replaced during its download comes as the old or the new`(
    engine: Engine
  ) async throws {
    let site = try await engine.open()
    let (old, new) = (Place.bytes(Self.size, seed: 1), Place.bytes(Self.size - 77, seed: 2))
    try await site.put(old, "x")
    let task = site.reference("x").download(to: try site.file("x"))
    let isFirst = Mutex(true)
    task.observe(.progress) { snapshot in
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if isFirst { (snapshot.task as? any StorageTaskManagement)?.pause() }
    }
    let tape = Tape()
    tape.attach(to: task)
    task.enqueue()
    try await eventually("a pause or the end") {
      tape.count(of: "Z") + tape.count(of: "S") + tape.count(of: "F") > 0
    }
    try await site.put(new, "x")
    task.resume()
    let events = try await tape.whole(site.storage)
    #expect(events.last == "S", "\(events)")
    let got = try Data(contentsOf: site.file("x"))
    #expect(got == old || got == new)
    #expect(try await site.reference("x").data(maxSize: Int64(Self.size)) == new)
  }

  @Test(arguments: Engine.all)
  func `two tasks on one reference do not meet`(engine: Engine) async throws {
    let site = try await engine.open()
    let (one, two) = (Place.bytes(1 << 20, seed: 1), Place.bytes(700_000, seed: 2))
    try await site.put(one, "x")
    let reference = site.reference("x")
    let (first, second) = (try site.file("1"), try site.file("2"))
    async let a = reference.writeAsync(toFile: first)
    async let b = reference.writeAsync(toFile: second)
    _ = try await (a, b)
    #expect(try Data(contentsOf: first) == one)
    #expect(try Data(contentsOf: second) == one)
    async let c = reference.writeAsync(toFile: first)
    async let d = reference.writeAsync(toFile: first)
    _ = try await (c, d)
    #expect(try Data(contentsOf: first) == one)
    async let e = reference.putDataAsync(one)
    async let f = reference.putDataAsync(two)
    _ = try await (e, f)
    let now = try await reference.data(maxSize: 2 << 20)
    #expect(now == one || now == two)
  }

  @Test(arguments: Engine.all)
  func `a get that was cancelled goes on, and begins anew when the object has changed`(
    engine: Engine
  ) async throws {
    let site = try await engine.open()
    let data = Place.bytes(Self.size)
    try await site.put(data, "x")
    let file = try site.file("x")
    for _ in 0..<3 {
      let task = site.reference("x").download(to: file, resuming: true)
      task.observe(.progress) { snapshot in
        (snapshot.task as? any StorageTaskManagement)?.cancel()
      }
      _ = try await site.trace(task)
    }
    try await site.resume("x", to: file)
    #expect(try Data(contentsOf: file) == data)
    let task = site.reference("x").download(to: file, resuming: true)
    task.observe(.progress) { ($0.task as? any StorageTaskManagement)?.cancel() }
    _ = try await site.trace(task)
    let new = Place.bytes(Self.size / 2, seed: 9)
    try await site.put(new, "x")
    try await site.resume("x", to: file)
    #expect(try Data(contentsOf: file) == new)
  }

  @Test(arguments: Engine.all)
  func `a Swift task that is cancelled cancels its transfer`(engine: Engine) async throws {
    let site = try await engine.open()
    let data = Place.bytes(Self.size)
    try await site.put(data, "x")
    let file = try site.file("x")
    let begun = TaskGate()
    let running = Task {
      try await site.reference("x").writeAsync(toFile: file) { _ in begun.open() }
    }
    try await begun.pass()
    running.cancel()
    switch await running.result {
    case .success: #expect(try Data(contentsOf: file) == data)
    case .failure(let error):
      #expect(StorageError(in: error)?.code == .cancelled)
      #expect(try FileManager.default.contentsOfDirectory(atPath: site.file("").path).isEmpty)
    }
  }
}
