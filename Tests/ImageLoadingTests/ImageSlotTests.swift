import Foundation
import ImageLoading
import TestSupport
import Testing

/// One place on the screen: whatever comes late, it shows what was wanted last.
@Suite struct ImageSlotTests {
  private let place: TemporaryPlace
  private let desk = Desk()
  private let heard = Tape<String>()

  init() throws { place = try TemporaryPlace() }

  private func studio(_ names: String...) -> Studio {
    let depot = Depot()
    for name in names { depot.put(name) }
    return Studio(depot, folder: place.path("pictures"))
  }

  private func slot(_ studio: Studio) -> ImageSlot<Picture> {
    ImageSlot(studio.loader, callbacks: desk.executor)
  }

  private func show(
    _ name: String, in slot: ImageSlot<Picture>, _ studio: Studio, delays: Bool = false,
    _ route: ImageLoadOptions.Route = .usual
  ) {
    slot.setImage(
      studio.depot.source(name), placeholder: Picture(text: "…"),
      options: ImageLoadOptions(route), delaysPlaceholder: delays
    ) { [heard] key, result in
      let name = key.split(separator: "/").last ?? ""
      switch result {
      case .success(let loaded): heard.add("\(name) \(loaded.cacheType)")
      case .failure(let error): heard.add("\(name) \(error.code)")
      }
    }
  }

  private func seen(_ slot: ImageSlot<Picture>) -> String {
    switch slot.content {
    case .nothing: ""
    case .placeholder(let picture): picture.text
    case .image(let loaded): loaded.image.text
    }
  }

  /// Runs callbacks until so many loads have ended.
  private func end(_ count: Int) async throws {
    try await eventually("\(count) loads end") {
      desk.run()
      return heard.all.count >= count
    }
  }

  @Test func `img_placeholder_first: the placeholder at once, the picture later`() async throws {
    let studio = studio("a")
    let slot = slot(studio)
    studio.depot.hold()
    show("a", in: slot, studio)
    #expect(seen(slot) == "…")
    studio.depot.open()
    try await end(1)
    #expect(seen(slot) == "a")
    #expect(heard.all == ["a none"])
  }

  @Test func `img_cached_no_download: what is in memory is shown without asking`() async throws {
    let studio = studio("a")
    _ = try await studio.load("a")
    let slot = slot(studio)
    show("a", in: slot, studio)
    #expect(seen(slot) == "a")
    #expect(heard.all.isEmpty, "a completion comes on the executor, never from inside the call")
    try await end(1)
    #expect(heard.all == ["a memory"])
    #expect(studio.depot.begun == ["a"])
  }

  @Test func `img_disk_hit_fills_memory: first from disk, then from memory`() async throws {
    let earlier = studio("a")
    _ = try await earlier.load("a")
    await earlier.loader.trimDisk()
    let later = studio("a")
    let slot = slot(later)
    for count in 1...2 {
      show("a", in: slot, later)
      try await end(count)
    }
    #expect(heard.all == ["a disk", "a memory"])
    #expect(later.depot.begun.isEmpty)
  }

  @Test func `img_reuse_cancels_previous: another picture cancels the one before`() async throws {
    let studio = studio("a", "b")
    let slot = slot(studio)
    studio.depot.hold()
    show("a", in: slot, studio)
    try await eventually("the transfer begins") { studio.depot.begun == ["a"] }
    show("b", in: slot, studio)
    try await eventually("it stops") { studio.depot.stopped == ["a"] }
    studio.depot.open()
    try await end(2)
    #expect(heard.all == ["a cancelled", "b none"])
    #expect(seen(slot) == "b")
  }

  @Test func `a result that already waits for the executor is not shown any more`() async throws {
    let studio = studio("a", "b")
    let slot = slot(studio)
    show("a", in: slot, studio)
    // Progress, then the end: both stand in the executor's queue.
    try await eventually("the result waits") {
      studio.loader.cached("gs://shop/a", .original) != nil && desk.count == 2
    }
    studio.depot.hold()
    show("b", in: slot, studio)
    desk.run()
    #expect(seen(slot) == "…")
    #expect(heard.all == ["a cancelled"])
    studio.depot.open()
    try await end(2)
    #expect(seen(slot) == "b")
  }

  @Test func `the placeholder stays after a failure`() async throws {
    let studio = studio()
    let slot = slot(studio)
    show("a", in: slot, studio)
    try await end(1)
    #expect(seen(slot) == "…")
    #expect(heard.all == ["a missing"])
  }

  @Test func `a delayed placeholder is shown only after a failure`() async throws {
    let studio = studio("a")
    let slot = slot(studio)
    show("a", in: slot, studio, delays: true)
    #expect(seen(slot) == "")
    try await end(1)
    show("b", in: slot, studio, delays: true)
    #expect(seen(slot) == "a", "until there is something else to show")
    try await end(2)
    #expect(seen(slot) == "…")
  }

  @Test func `a refresh shows the kept picture first and the new one then`() async throws {
    let studio = studio("a")
    _ = try await studio.load("a")
    studio.depot.put("a", "a, second printing")
    studio.depot.hold()
    let slot = slot(studio)
    show("a", in: slot, studio, .refreshCached)
    #expect(seen(slot) == "a")
    try await eventually("it is transferred again") { studio.depot.begun == ["a", "a"] }
    desk.run()
    #expect(seen(slot) == "a")
    studio.depot.open()
    try await end(1)
    #expect(seen(slot) == "a, second printing")
    #expect(heard.all == ["a none"])
  }

  @Test func `a refresh of what is gone shows the placeholder again`() async throws {
    let studio = studio("a")
    _ = try await studio.load("a")
    studio.depot.remove("a")
    let slot = slot(studio)
    show("a", in: slot, studio, .refreshCached)
    try await end(1)
    #expect(seen(slot) == "…")
    #expect(heard.all == ["a missing"])
    #expect(await studio.failure("a", .fromCacheOnly) == .notCached)
  }

  @Test func `an emptied place stays empty, and so does one that was let go`() async throws {
    let studio = studio("a")
    studio.depot.hold()
    let kept = slot(studio)
    show("a", in: kept, studio)
    kept.clear()
    do {
      let gone = slot(studio)
      show("b", in: gone, studio)
    }
    studio.depot.open()
    try await end(2)
    #expect(heard.all.sorted() == ["a cancelled", "b cancelled"])
    #expect(seen(kept) == "")
  }
}
