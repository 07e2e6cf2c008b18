import Covers
import Foundation
import Inventory
import InventoryStore
import ObjectStorage
import Pictures
import TestSupport
import Testing

/// What goes wrong between the two writes, and between two desks.
@Suite struct FailureTests {
  @Test func `a record that cannot be written leaves the picture that was there`() async throws {
    let bench = try Bench()
    try await bench.add()
    try await bench.set(.file(try bench.file(.red)))
    let old = try await bench.object("9780306406157.jpg")
    let green = try bench.file(.green, "b.jpg")
    bench.hook.afterUpload { _ = try await bench.store.remove(.first) }
    await #expect(throws: Refusal.unknownBook(.first)) {
      _ = try await bench.covers.set(.file(green), of: .first)
    }
    #expect(try await bench.object("9780306406157.jpg") == old)
    _ = try await bench.store.undo()
    #expect(try await bench.colour() == .red)
    let metadata = try await bench.storage.reference().child("Books/9780306406157.jpg")
      .getMetadata()
    #expect(metadata.customMetadata?["from"] == "a.jpg")
  }

  @Test func `where there was no picture, none is left by a failure`() async throws {
    let bench = try Bench()
    try await bench.add()
    let red = try bench.file(.red)
    bench.hook.afterUpload { _ = try await bench.store.remove(.first) }
    await #expect(throws: Refusal.unknownBook(.first)) {
      _ = try await bench.covers.set(.file(red), of: .first)
    }
    #expect(try await bench.objects() == [])
  }

  @Test func `an upload that fails changes nothing`() async throws {
    let bench = try Bench()
    try await bench.add()
    try await bench.set(.file(try bench.file(.red)))
    let green = try bench.file(.green, "b.png", clear: true)
    bench.hook.afterUpload { throw StorageError.quotaExceeded(bucket: "covers", serverError: [:]) }
    let problem = try await bench.problem(.file(green))
    #expect(problem.reason == .storage)
    #expect(problem.sentence == "The storage of covers: Bucket covers has no room left.")
    #expect(try await bench.colour() == .red)
  }

  @Test func `a picture left by a crash between the writes goes with the next cover`()
    async throws
  {
    let bench = try Bench()
    try await bench.add()
    try await bench.set(.file(try bench.file(.red)))
    // As a desk leaves it that dies after the first write.
    _ = try await bench.storage.reference().child("Books/9780306406157.png")
      .putDataAsync(Data(Paint.green.picture(clear: true)))
    #expect(try await bench.colour() == .red)
    try await bench.set(.file(try bench.file(.blue)))
    #expect(try await bench.objects() == ["9780306406157.jpg"])
    #expect(try await bench.colour() == .blue)
  }

  @Test func `of two desks that set a cover at once the last one wins, and never a mix`()
    async throws
  {
    let bench = try Bench()
    try await bench.add()
    let other = try bench.desk("desk-2")
    let red = try bench.file(.red)
    let green = try bench.file(.green, "b.png", clear: true)
    for _ in 0..<10 {
      async let one = bench.set(.file(red))
      async let two = other.set(.file(green))
      let both = try await [one, two]
      let cover = try await bench.store.cover(of: .first)
      #expect(both.contains(cover))
      let isRed = cover.icon?.hasSuffix(".jpg") == true
      #expect(try await bench.objects() == ["9780306406157.\(isRed ? "jpg" : "png")"])
      #expect(try await bench.colour() == (isRed ? .red : .green))
      #expect(try await other.colour() == (isRed ? .red : .green))
    }
  }

  @Test func `another desk's new picture at the same address is seen`() async throws {
    let bench = try Bench()
    try await bench.add()
    try await bench.set(.file(try bench.file(.red)))
    let other = try bench.desk("desk-2")
    let icon = try await bench.store.cover(of: .first).icon
    let seen = other.covers.pictures(
      of: .first, icon: icon, fitting: PictureSize(width: 40, height: 40))
    let green = try bench.file(.green, "b.jpg")
    let paints = try await bounded("two pictures") {
      var paints: [Paint] = []
      for await news in seen {
        guard case .picture(let bitmap) = news else { continue }
        paints.append(Paint(middleOf: bitmap))
        if paints.count == 1 { try await bench.set(.file(green)) }
        if paints.last == .green { break }
      }
      return paints
    }
    #expect(paints == [.red, .green])
  }
}
