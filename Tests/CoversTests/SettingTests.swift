import Covers
import Foundation
import Inventory
import InventoryStore
import ObjectStorage
import Pictures
import TestSupport
import Testing

@Suite struct SettingTests {
  @Test func `a picture of a file becomes the cover, stored as the original app stored it`()
    async throws
  {
    let bench = try Bench()
    try await bench.add()
    let before = try #require(try await bench.store.book(.first))
    let cover = try await bench.set(.file(try bench.file(.red, "Emma cover.jpg")))
    #expect(cover.icon == "gs://covers/Books/9780306406157.jpg")
    #expect(cover.mark?.origin == .file)
    let after = try #require(try await bench.store.book(.first))
    #expect(after.icon == cover.icon)
    #expect(after.timestamp == before.timestamp)
    #expect(try await bench.store.movements(of: .first, limit: 10).count == 1)
    let object = bench.storage.reference().child("Books/9780306406157.jpg")
    let metadata = try await object.getMetadata()
    #expect(metadata.contentType == "image/jpeg")
    #expect(
      metadata.customMetadata == ["origin": "file", "from": "Emma cover.jpg", "desk": "desk-1"])
    #expect(try await bench.colour() == .red)
    let bytes = try #require(try await bench.object("9780306406157.jpg"))
    #expect(PictureFormat(of: [UInt8](bytes)) == .jpeg)
  }

  @Test func `a cover of the other form takes the place of the first, and nothing is left of it`()
    async throws
  {
    let bench = try Bench()
    try await bench.add()
    try await bench.set(.file(try bench.file(.red)))
    let cover = try await bench.set(.file(try bench.file(.green, "b.png", clear: true)))
    #expect(cover.icon == "gs://covers/Books/9780306406157.png")
    #expect(try await bench.objects() == ["9780306406157.png"])
    #expect(try await bench.colour() == .green)
    try await bench.set(.file(try bench.file(.blue)))
    #expect(try await bench.objects() == ["9780306406157.jpg"])
    #expect(try await bench.colour() == .blue)
  }

  @Test
  func `a large picture is made smaller, and never has more bytes than the original app reads`()
    async throws
  {
    let bench = try Bench()
    try await bench.add()
    var random = SeededGenerator(seed: 7)
    var pixels: [UInt8] = []
    for _ in 0..<600 * 720 {
      let number = random.next()
      pixels += [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number >> 16 & 0xFF), 200]
    }
    let noise = Bitmap(width: 600, height: 720, pixels: pixels).png()
    try #require(noise.count > 1 << 20 && noise.count < 2_000_000)
    try await bench.set(.file(try bench.place.write(Data(noise), to: "noise.png")))
    let stored = try #require(try await bench.object("9780306406157.png"))
    #expect(stored.count <= 1 << 20)
    let large = Paint.red.picture(width: 1_600, height: 1_200)
    try await bench.set(.file(try bench.place.write(Data(large), to: "large.jpg")))
    let size = try Picture.size(
      of: [UInt8](try #require(try await bench.object("9780306406157.jpg"))))
    #expect(size == PictureSize(width: 800, height: 600))
  }

  @Test func `a removed cover leaves neither picture nor place, and a second removal says so`()
    async throws
  {
    let bench = try Bench()
    try await bench.add()
    try await bench.set(.file(try bench.file(.red)))
    #expect(try await bench.set(.remove) == BookCover())
    #expect(try await bench.objects() == [])
    #expect(try await bench.store.cover(of: .first) == BookCover())
    #expect(try await bench.problem(.remove).reason == .noCover)
  }

  @Test func `a removed book's picture stays for undo, which brings both back`() async throws {
    let bench = try Bench()
    try await bench.add()
    try await bench.set(.file(try bench.file(.red)))
    _ = try await bench.store.remove(.first)
    #expect(try await bench.objects() == ["9780306406157.jpg"])
    let receipt = try await bench.store.undo()
    await bench.covers.tidy(after: receipt)
    #expect(try await bench.colour() == .red)
    #expect(try await bench.store.cover(of: .first).mark?.origin == .file)
  }

  @Test func `an undone addition takes the picture with it, for nothing is kept of the book`()
    async throws
  {
    let bench = try Bench()
    try await bench.add()
    try await bench.set(.file(try bench.file(.red)))
    let receipt = try await bench.store.undo()
    await bench.covers.tidy(after: receipt)
    #expect(try await bench.store.book(.first) == nil)
    #expect(try await bench.objects() == [])
  }

  @Test func `a book that is not in stock gets no cover`() async throws {
    let bench = try Bench()
    let path = try bench.file(.red)
    await #expect(throws: Refusal.unknownBook(.first)) {
      _ = try await bench.covers.set(.file(path), of: .first)
    }
    #expect(try await bench.objects() == [])
  }

  @Test func `a shop's own code has covers too`() async throws {
    let bench = try Bench()
    let key = try #require(StockKey("tea cup ☕ 7"))
    _ = try await bench.store.add(Book(key: key, title: "Cup", count: 1))
    let cover = try await bench.set(.file(try bench.file(.blue)), of: key)
    #expect(cover.icon == "gs://covers/Books/tea cup ☕ 7.jpg")
    #expect(try await bench.colour(key) == .blue)
    try await bench.set(.remove, of: key)
    #expect(try await bench.problem(.lookUp(), of: key).reason == .noCover)
    #expect(bench.net.addresses == [])
  }
}
