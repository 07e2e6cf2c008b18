import Foundation
import ImageLoading
import Synchronization

/// What tests load for a picture: its text, and the size it was wanted in.
struct Picture: LoadableImage, Equatable {
  var text: String
  var variant: ImageVariant = .original
  var byteCount = 10
}

/// Makes pictures of bytes, counts them, and waits where the test wants it to.
final class Darkroom: Sendable {
  struct NoPicture: Error {}

  private let made = Mutex<[String]>([])
  private let gate = Mutex<DispatchSemaphore?>(nil)

  /// The texts of the pictures in the order in which they were begun.
  var decoded: [String] { made.withLock { $0 } }

  /// From now on every decoding waits for one `signal` of the result.
  func hold() -> DispatchSemaphore {
    let semaphore = DispatchSemaphore(value: 0)
    gate.withLock { $0 = semaphore }
    return semaphore
  }

  /// From now on nothing waits.
  func release(_ held: DispatchSemaphore, _ count: Int) {
    gate.withLock { $0 = nil }
    for _ in 0..<count { held.signal() }
  }

  func decode(_ bytes: Data, _ variant: ImageVariant) throws -> Picture {
    let text = String(decoding: bytes, as: UTF8.self)
    made.withLock { $0.append(text) }
    gate.withLock { $0 }?.wait()
    if text.hasPrefix("<html") { throw NoPicture() }
    return Picture(text: text, variant: variant)
  }
}

/// A callback executor that runs nothing until the test says so.
final class Desk: Sendable {
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  var count: Int { waiting.withLock { $0.count } }

  var executor: CallbackExecutor {
    { body in self.waiting.withLock { $0.append(body) } }
  }

  /// Runs what waits, and what that brings.
  func run() {
    while true {
      let bodies = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      if bodies.isEmpty { return }
      for body in bodies { body() }
    }
  }
}

/// A clock that stands until it is set.
final class StandingClock: Sendable {
  private let start = ContinuousClock.now
  private let passed = Mutex<Duration>(.zero)

  func pass(_ time: Duration) { passed.withLock { $0 += time } }

  var instant: @Sendable () -> ContinuousClock.Instant {
    { self.start + self.passed.withLock { $0 } }
  }

  /// Milliseconds since 1970.
  var wall: @Sendable () -> Int64 {
    { 1_790_000_000_000 + self.passed.withLock { $0 }.components.seconds * 1000 }
  }
}

/// What loads came to, in order.
final class Tape<Element: Sendable>: Sendable {
  private let taped = Mutex<[Element]>([])
  func add(_ element: Element) { taped.withLock { $0.append(element) } }
  var all: [Element] { taped.withLock { $0 } }
}

/// Everything a test of the loader needs, in one place.
struct Studio {
  let depot: Depot
  let darkroom = Darkroom()
  let clock = StandingClock()
  let loader: ImageLoader<Picture>

  init(
    _ depot: Depot, folder: String?, limits: ImageLoadLimits = ImageLoadLimits(),
    disk: DiskCacheLimits = DiskCacheLimits()
  ) {
    self.depot = depot
    loader = ImageLoader(
      folder: folder, limits: limits, diskLimits: disk, now: clock.instant,
      wallClock: clock.wall, decode: { [darkroom] in try darkroom.decode($0, $1) })
  }

  /// Loads by name; the text, and where it was found.
  func load(
    _ name: String, _ route: ImageLoadOptions.Route = .usual, retry: Bool = false
  ) async throws -> String {
    let loaded = try await loader.load(
      depot.source(name), options: ImageLoadOptions(route, retriesFailed: retry))
    return "\(loaded.image.text) \(loaded.cacheType)"
  }

  /// The code of the error a load ends with.
  func failure(
    _ name: String, _ route: ImageLoadOptions.Route = .usual, retry: Bool = false
  ) async -> ImageLoadError.Code? {
    do {
      _ = try await load(name, route, retry: retry)
      return nil
    } catch {
      return (error as? ImageLoadError)?.code
    }
  }
}
