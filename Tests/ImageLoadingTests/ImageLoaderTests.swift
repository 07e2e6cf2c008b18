import Foundation
import ImageLoading
import ObjectStorage
import TestSupport
import Testing

/// Where a picture comes from, and how often the storage is asked.
@Suite struct ImageLoaderTests {
  private let place: TemporaryPlace
  private let depot = Depot("a", "b", "c", "d")

  init() throws { place = try TemporaryPlace() }

  private func studio(_ limits: ImageLoadLimits = ImageLoadLimits()) -> Studio {
    Studio(depot, folder: place.path("pictures"), limits: limits)
  }

  @Test func `img_failed_list_only_not_found: only what is missing is not asked for again`()
    async throws
  {
    let studio = studio()
    depot.fail("a", with: StorageError.unknown(message: "503", serverError: [:]))
    #expect(await studio.failure("a") == .failed)
    #expect(try await studio.load("a") == "a none")

    for error in [
      StorageError.objectNotFound(object: "b", serverError: [:]), .bucketNotFound(bucket: "shop"),
      .projectNotFound(project: "shop"),
    ] {
      studio.loader.forget("gs://shop/b")
      depot.fail("b", with: error)
      let before = depot.begun.count
      #expect(await studio.failure("b") == .missing)
      #expect(await studio.failure("b") == .knownMissing)
      #expect(await studio.failure("b", .fromLoaderOnly) == .knownMissing)
      #expect(depot.begun.count == before + 1)
    }
    #expect(try await studio.load("b", retry: true) == "b none")
  }

  @Test func `what was missing is asked for again after a while`() async throws {
    let studio = studio()
    depot.remove("a")
    #expect(await studio.failure("a") == .missing)
    depot.put("a")
    studio.clock.pass(.seconds(299))
    #expect(await studio.failure("a") == .knownMissing)
    studio.clock.pass(.seconds(1))
    #expect(try await studio.load("a") == "a none")
  }

  @Test func `other refusals, and a transfer that was stopped, are not remembered`() async throws {
    let studio = studio()
    let refusals: [any Error & Sendable] = [
      StorageError.unauthenticated(serverError: [:]),
      StorageError.unauthorized(bucket: "", object: "", serverError: [:]),
      StorageError.quotaExceeded(bucket: "", serverError: [:]),
      StorageError.retryLimitExceeded(last: "", serverError: [:]), StorageError.cancelled,
      CancellationError(),
    ]
    for refusal in refusals {
      depot.fail("a", with: refusal)
      let code = await studio.failure("a")
      #expect(code == .failed || code == .cancelled)
    }
    #expect(try await studio.load("a") == "a none")
  }

  @Test func `many loads of one picture share one transfer and one decoding`() async throws {
    let studio = studio()
    depot.hold()
    let tape = Tape<Int>()
    for _ in 0..<50 {
      studio.loader.begin(depot.source("a")) { update in
        if case .finished(.success) = update { tape.add(1) }
      }
    }
    try await eventually("the transfer begins") { depot.begun == ["a"] }
    depot.open()
    try await eventually("all have it") { tape.all.count == 50 }
    #expect(depot.begun == ["a"])
    #expect(studio.darkroom.decoded == ["a"])
  }

  @Test func `two sizes share the transfer and are decoded each`() async throws {
    let studio = studio()
    depot.hold()
    async let small = studio.loader.load(depot.source("a"), .fitting(width: 2, height: 3))
    async let whole = studio.loader.load(depot.source("a"))
    try await eventually("the transfer begins") { depot.begun == ["a"] }
    depot.open()
    #expect(try await small.image.variant == .fitting(width: 2, height: 3))
    #expect(try await whole.image.variant == .original)
    #expect(depot.begun == ["a"])
    #expect(studio.darkroom.decoded == ["a", "a"])
  }

  @Test func `a transfer stops when the last who waits for it leaves`() async throws {
    let studio = studio()
    depot.hold()
    let tape = Tape<String>()
    let loads = (0..<3).map { number in
      studio.loader.begin(depot.source("a")) { update in
        if case .finished(let result) = update {
          tape.add(result.map { "\(number) \($0.image.text)" }.fold { "\(number) \($0.code)" })
        }
      }
    }
    try await eventually("the transfer begins") { depot.begun == ["a"] }
    studio.loader.cancel(loads[0])
    studio.loader.cancel(loads[1])
    studio.loader.cancel(loads[1])
    #expect(tape.all == ["0 cancelled", "1 cancelled"])
    #expect(depot.stopped.isEmpty)
    studio.loader.cancel(loads[2])
    try await eventually("it stops") { depot.stopped == ["a"] }
    depot.open()
    #expect(try await studio.load("a") == "a none")
    #expect(tape.all.count == 3)
  }

  @Test func `cancelling the task cancels the load, before and after it began`() async throws {
    let studio = studio()
    depot.hold()
    let task = Task { await studio.failure("a") }
    try await eventually("the transfer begins") { depot.begun == ["a"] }
    task.cancel()
    #expect(await task.value == .cancelled)
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await studio.failure("b")
    }
    #expect(await late.value == .cancelled)
    depot.open()
  }

  @Test func `few transfers at once, urgent ones first, of equals the last wanted`() async throws {
    var limits = ImageLoadLimits()
    limits.transfersAtOnce = 1
    let studio = Studio(depot, folder: nil, limits: limits)
    depot.hold()
    for (name, priority) in [
      ("a", ImageLoadOptions.Priority.normal), ("b", .low), ("c", .normal), ("d", .normal),
      ("e", .high), ("c", .normal), ("f", .normal),
    ] {
      let load = studio.loader.begin(
        depot.source(name), options: ImageLoadOptions(priority: priority)
      ) { _ in }
      // Scrolled past: nobody wants it any more before its turn comes.
      if name == "f" { studio.loader.cancel(load) }
    }
    for (count, name) in ["a", "e", "c", "d", "b"].enumerated() {
      try await eventually("transfer \(count)") { depot.begun.count == count + 1 }
      #expect(depot.begun.last == name)
      depot.open(name)
    }
    try await eventually("the end") { studio.darkroom.decoded.count == 4 }
    #expect(depot.mostAtOnce == 1)
    #expect(!depot.begun.contains("f"))
  }

  @Test func `nothing further is fetched while pictures wait for being decoded`() async throws {
    var limits = ImageLoadLimits()
    limits.transfersAtOnce = 1
    limits.decodesAtOnce = 1
    limits.undecoded = 2
    let studio = Studio(depot, folder: nil, limits: limits)
    let held = studio.darkroom.hold()
    let tape = Tape<Int>()
    for name in ["a", "b", "c", "d"] {
      studio.loader.begin(depot.source(name)) { if case .finished = $0 { tape.add(1) } }
    }
    // One in the decoder and two before it: the fourth has to wait.
    try await eventually("three have come") { depot.whole.count == 3 }
    #expect(studio.loader.undecoded == 2)
    #expect(depot.begun.count == 3)
    studio.darkroom.release(held, 4)
    try await eventually("all are there") { tape.all.count == 4 }
  }

  @Test func `only the caches, or only the storage`() async throws {
    let studio = studio()
    #expect(await studio.failure("a", .fromCacheOnly) == .notCached)
    #expect(depot.begun.isEmpty)
    #expect(try await studio.load("a", .fromLoaderOnly) == "a none")
    #expect(try await studio.load("a", .fromLoaderOnly) == "a none")
    #expect(depot.begun == ["a", "a"])
    #expect(try await studio.load("a", .fromCacheOnly) == "a memory")
  }

  @Test func `more bytes than allowed are an error that names both sizes`() async throws {
    let studio = studio()
    do {
      _ = try await studio.loader.load(depot.source("a"), options: ImageLoadOptions(maxSize: 0))
      Issue.record("a picture of one byte came although none were allowed")
    } catch {
      let error = try #require(error as? ImageLoadError)
      let storage = try #require(error.underlying as? StorageError)
      #expect(error.code == .failed && storage.code == .downloadSizeExceeded)
    }
    #expect(try await studio.load("a") == "a none")
  }

  @Test func `what is no picture is not kept`() async throws {
    let studio = studio()
    depot.put("a", "<html>")
    #expect(await studio.failure("a") == .undecodable)
    await studio.loader.trimDisk()
    depot.put("a")
    #expect(try await studio.load("a") == "a none")
  }

  @Test func `a dropped picture is fetched again, and its late transfer is not kept`() async throws
  {
    let studio = studio()
    depot.hold()
    let first = Task { try await studio.load("a") }
    try await eventually("the transfer begins") { depot.begun == ["a"] }
    studio.loader.forget("gs://shop/a")
    depot.open("a")
    #expect(try await first.value == "a none")
    #expect(studio.loader.cached("gs://shop/a", .original) == nil)
    depot.open()
    depot.put("a", "a, second printing")
    #expect(try await studio.load("a") == "a, second printing none")
  }

  @Test func `an error says what is wrong, and steers no terminal`() {
    let error = ImageLoadError(.missing, key: "gs://shop/\u{1b}[2J\u{202e}a\n")
    #expect(error.description == "There is no picture at gs://shop/\\u{1B}[2J\\u{202E}a\\n.")
  }
}

extension Result where Success == String {
  /// The value, or what the error says.
  func fold(_ words: (Failure) -> String) -> String {
    switch self {
    case .success(let value): value
    case .failure(let error): words(error)
    }
  }
}
