import Foundation
import ImageLoading
import ObjectStorage
import TestSupport
import Testing

/// An object whose content was replaced under the same name.
@Suite struct RefreshTests {
  private let place: TemporaryPlace
  private let depot = Depot("a")

  init() throws { place = try TemporaryPlace() }

  private func studio() -> Studio { Studio(depot, folder: place.path("pictures")) }

  @Test func `an unchanged object is not transferred again`() async throws {
    let studio = studio()
    _ = try await studio.load("a")
    #expect(try await studio.load("a", .refreshCached) == "a memory")
    #expect(depot.begun == ["a"])
    #expect(depot.asked == ["a"])
  }

  @Test func `neither is one that is on the disk only`() async throws {
    let earlier = studio()
    _ = try await earlier.load("a")
    await earlier.loader.trimDisk()
    #expect(try await studio().load("a", .refreshCached) == "a memory")
    #expect(depot.begun == ["a"])
  }

  @Test func `without a refresh the old picture stays, with one the new one comes`() async throws {
    let studio = studio()
    _ = try await studio.loader.load(depot.source("a"), .fitting(width: 1, height: 1))
    depot.put("a", "a2")
    #expect(try await studio.load("a") == "a disk")
    #expect(try await studio.load("a", .refreshCached) == "a2 none")
    #expect(try await studio.load("a") == "a2 memory")
    // The other size was of the old content.
    let small = try await studio.loader.load(depot.source("a"), .fitting(width: 1, height: 1))
    #expect(small.image.text == "a2")
    await studio.loader.trimDisk()
    #expect(try await self.studio().load("a") == "a2 disk")
  }

  @Test func `a refresh of what is not kept is a load`() async throws {
    #expect(try await studio().load("a", .refreshCached) == "a none")
    #expect(depot.asked.isEmpty)
  }

  @Test func `a storage that does not answer leaves the kept picture`() async throws {
    let studio = studio()
    _ = try await studio.load("a")
    depot.fail("a", with: StorageError.unknown(message: "", serverError: [:]))
    #expect(try await studio.load("a", .refreshCached) == "a memory")
    depot.put("a", "a2")
    depot.hold()
    let refresh = Task { try await studio.load("a", .refreshCached) }
    try await eventually("it is transferred again") { depot.begun.count == 2 }
    depot.fail("a", with: StorageError.unknown(message: "", serverError: [:]))
    depot.open()
    #expect(try await refresh.value == "a memory")
  }

  @Test func `what is gone is dropped, and not asked for again for a while`() async throws {
    let studio = studio()
    _ = try await studio.load("a")
    depot.remove("a")
    #expect(await studio.failure("a", .refreshCached) == .missing)
    #expect(await studio.failure("a", .refreshCached) == .knownMissing)
    #expect(await studio.failure("a", .fromCacheOnly) == .notCached)
    #expect(depot.asked.count == 1)
  }

  @Test func `a picture decoded late does not replace a newer one`() async throws {
    let studio = studio()
    let held = studio.darkroom.hold()
    let old = Task { try await studio.load("a") }
    try await eventually("the old one is being decoded") { studio.darkroom.decoded == ["a"] }
    depot.put("a", "a2")
    let new = Task { try await studio.load("a", .fromLoaderOnly) }
    try await eventually("so is the new one") { studio.darkroom.decoded == ["a", "a2"] }
    studio.darkroom.release(held, 2)
    #expect(try await old.value == "a none")
    #expect(try await new.value == "a2 none")
    #expect(try await studio.load("a") == "a2 memory")
    await studio.loader.trimDisk()
    #expect(try await self.studio().load("a") == "a2 disk")
  }
}
