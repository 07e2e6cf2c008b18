import Foundation
import ObjectStorage
import TestSupport
import Testing

/// Downloads that go on where another run was ended.
@Suite(.timeLimit(.minutes(5))) struct ResumingTests {
  private let folder: TemporaryPlace
  private let place = Place(FakeBucket.Script(holdsAt: 262_144))
  private let data: Data

  init() throws {
    folder = try TemporaryPlace()
    data = place.put(1 << 20)
  }

  private var file: URL { folder.url.appending(path: "x.jpg") }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// Ends a run after 256 KiB.
  private func interrupt() async throws {
    let running = Task {
      try await place.reference("x").writeAsync(toFile: file, resuming: true)
    }
    try await eventually("a quarter of it") { place.bucket.gate.waiting == 1 }
    running.cancel()
    _ = await running.result
    place.bucket.gate.open()
  }

  @Test func `the part and its tag lie beside the destination, and no byte is sent twice`()
    async throws
  {
    try await interrupt()
    #expect(try names() == ["x.jpg.part", "x.jpg.part.tag"])
    #expect(try Data(contentsOf: folder.url.appending(path: "x.jpg.part")) == data.prefix(262_144))
    _ = try await place.reference("x").writeAsync(toFile: file, resuming: true)
    #expect(try Data(contentsOf: file) == data)
    #expect(try names() == ["x.jpg"])
    #expect(place.bucket.counts.bytes == 1 << 20)
  }

  @Test func `an object that has changed begins anew`() async throws {
    try await interrupt()
    // Smaller than what lies there: nothing of the old may stay behind it.
    let new = Place.bytes(100_000, seed: 99)
    place.bucket.put(new, at: "x", generation: 2)
    _ = try await place.reference("x").writeAsync(toFile: file, resuming: true)
    #expect(try Data(contentsOf: file) == new)
    #expect(try names() == ["x.jpg"])
  }

  @Test func `the part of another object is not taken`() async throws {
    try await interrupt()
    let other = Place.bytes(1 << 20, seed: 50)
    place.bucket.put(other, at: "other")
    _ = try await place.reference("other").writeAsync(toFile: file, resuming: true)
    #expect(try Data(contentsOf: file) == other)
    #expect(try names() == ["x.jpg"])
  }

  @Test func `a part that was damaged is found out, and the next run begins anew`() async throws {
    try await interrupt()
    let part = folder.url.appending(path: "x.jpg.part")
    var bytes = try Data(contentsOf: part)
    bytes[1000] ^= 1
    try bytes.write(to: part)
    await #expect(throws: StorageError.self) {
      try await place.reference("x").writeAsync(toFile: file, resuming: true)
    }
    #expect(try names().isEmpty)
    _ = try await place.reference("x").writeAsync(toFile: file, resuming: true)
    #expect(try Data(contentsOf: file) == data)
  }

  @Test func `a part without its tag, or longer than the object, begins anew`() async throws {
    try await interrupt()
    try FileManager.default.removeItem(at: folder.url.appending(path: "x.jpg.part.tag"))
    _ = try await place.reference("x").writeAsync(toFile: file, resuming: true)
    #expect(try Data(contentsOf: file) == data)
    #expect(place.bucket.counts.bytes == (1 << 20) + 262_144)
  }

  @Test func `two at once: the second is refused with a sentence`() async throws {
    let first = Task {
      try await place.reference("x").writeAsync(toFile: file, resuming: true)
    }
    try await eventually("a quarter of it") { place.bucket.gate.waiting == 1 }
    let answers = Answers<URL>()
    _ = place.reference("x").write(toFile: file, resuming: true) { answers.note($0) }
    try await eventually("an answer, or a second leg") {
      answers.count == 1 || place.bucket.gate.waiting == 2
    }
    #expect(answers.count == 1)
    if answers.count == 1 {
      let text = try await answers.error()?.localizedDescription
      #expect(text?.contains("is being written by another download") == true)
    }
    place.bucket.gate.open()
    _ = try await first.value
    #expect(try Data(contentsOf: file) == data)
  }
}
