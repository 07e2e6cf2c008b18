import Foundation

/// Who waits for what, as a value: takes events and says what is to be done.
///
/// Every load goes the same way: memory, known failures, disk, transfer, decoding; each step is a
/// ``Work`` that it shares with all loads that want the same. No time passes in here and nothing is
/// called; the loader performs the actions and brings their results as events.
struct LoadMachine<Image: LoadableImage>: Sendable {
  typealias Entry = MemoryCache<Image>.Entry

  /// One load that was begun and has not ended.
  struct Request: Sendable {
    let id: LoadID
    let source: any ImageSource
    let image: ImageID
    let options: ImageLoadOptions
    /// What it waits for.
    var work: UInt64?
    /// The kept picture, while it is compared with the storage's.
    var fallback: Fallback?
    /// What the kept picture was found to be out of date against.
    var version: String?
  }

  /// What is shown until it is known whether it has changed, and stays when that cannot be known.
  struct Fallback: Sendable {
    var entry: Entry
    var type: CacheType
    var loaded: LoadedImage<Image> { LoadedImage(image: entry.image, cacheType: type) }
  }

  enum Event: Sendable {
    case begin(Request)
    case leave(LoadID)
    case forget(String)
    case progress(UInt64, received: Int64, expected: Int64)
    case looked(UInt64, DiskEntry?)
    case asked(UInt64, Result<String, any Error>)
    case fetched(UInt64, Result<Data, any Error>)
    case decoded(UInt64, Result<Decoded, any Error>)
    case stored(String, content: UInt64)
  }

  /// A picture and the MD5 of the bytes it was made of.
  struct Decoded: Sendable {
    var image: Image
    var md5: String
  }

  enum Action: Sendable {
    case start(Work)
    case stop(UInt64)
    case store(String, DiskEntry, content: UInt64)
    case discard(String)
    case deliver(LoadID, LoadUpdate<Image>)
  }

  /// Bytes that came over the line and are not on the disk yet.
  struct Landing: Sendable {
    var content: Content
    var isStoring = false
  }

  let limits: ImageLoadLimits
  var memory: MemoryCache<Image>
  var failures: FailureMemory
  var requests: [LoadID: Request] = [:]
  var works: [UInt64: Work] = [:]
  /// The work of that name that further loads may join.
  var current: [WorkName: UInt64] = [:]
  /// The last decoding of a picture that was begun or waits.
  var decoding: [ImageID: UInt64] = [:]
  var lines: [WaitingLine] = Lane.allCases.map { _ in WaitingLine() }
  var running: [Int] = Lane.allCases.map { _ in 0 }
  /// Decoding that waits for its turn.
  var undecoded = 0
  var landings: [String: Landing] = [:]
  var actions: [Action] = []
  private var serial: UInt64 = 0

  init(limits: ImageLoadLimits) {
    self.limits = limits
    memory = MemoryCache(bytes: limits.memoryBytes, count: limits.memoryCount)
    failures = FailureMemory(for: limits.failureMemory, limit: limits.failureCount)
  }

  /// Takes an event in and says what is to be done, in this order.
  mutating func handle(_ event: Event, now: ContinuousClock.Instant) -> [Action] {
    switch event {
    case .begin(let request): begin(request, now: now)
    case .leave(let id): leave(id)
    case .forget(let key): forget(key)
    case .progress(let work, let received, let expected):
      for waiter in works[work].map({ $0.waiters.sorted() }) ?? [] {
        actions.append(.deliver(waiter, .progress(received: received, expected: expected)))
      }
    case .looked(let work, let entry): looked(work, entry, now: now)
    case .asked(let work, let answer): asked(work, answer, now: now)
    case .fetched(let work, let result): fetched(work, result, now: now)
    case .decoded(let work, let result): decoded(work, result, now: now)
    case .stored(let key, let content):
      if landings[key]?.content.serial == content { landings[key] = nil }
    }
    startWaiting()
    defer { actions = [] }
    return actions
  }

  /// The next number; of any two the later one is larger.
  mutating func nextSerial() -> UInt64 {
    serial += 1
    return serial
  }

  /// Drops everything that is kept or remembered of a key.
  ///
  /// Loads under way still get what they wanted, but it is not kept, and nobody joins them.
  private mutating func forget(_ key: String) {
    memory.remove(key: key)
    failures.forget(key)
    for id in supersede(key) {
      if let name = works[id]?.name, current[name] == id { current[name] = nil }
    }
    actions.append(.discard(key))
  }

  /// What has come of a key, or is coming, is out of date: of use to those who wait for it, and to
  /// nobody later.
  @discardableResult
  mutating func supersede(_ key: String) -> [UInt64] {
    landings[key] = nil
    let older = works.filter { _, work in
      work.name.key == key && (work.name.lane == .processor || work.state != .waiting)
    }
    for id in older.keys { works[id]?.keeps = false }
    return Array(older.keys)
  }

  /// The load that ended, told so.
  mutating func finish(
    _ request: Request, _ result: Result<LoadedImage<Image>, ImageLoadError>
  ) {
    guard requests.removeValue(forKey: request.id) != nil else { return }
    actions.append(.deliver(request.id, .finished(result)))
  }

  mutating func fail(
    _ request: Request, _ code: ImageLoadError.Code, _ underlying: (any Error)? = nil
  ) {
    finish(
      request,
      .failure(ImageLoadError(code, key: request.image.key, underlying: underlying)))
  }
}
