@preconcurrency import Dispatch
import Foundation
import ObjectStorage
package import Platform
import Synchronization

/// Loads pictures of a storage: from memory, from disk, or over the line; one for a program.
///
/// FirebaseUI over SDWebImage, with these differences: any number of loads of one picture share one
/// transfer and one decoding, which stop when the last of them is cancelled; the path is escaped
/// once; memory has a budget and gives up the longest unused; what is not a picture is not kept.
/// Nothing here waits: calls return after some microseconds, disk and decoder have threads of
/// their own.
package final class ImageLoader<Image: LoadableImage>: Sendable {
  private typealias Machine = LoadMachine<Image>

  private struct State {
    var machine: Machine
    var handlers: [LoadID: @Sendable (LoadUpdate<Image>) -> Void] = [:]
    /// What is to be done outside the lock, in order, by one thread at a time.
    var outbox: [Machine.Action] = []
    var isEmptying = false
    var transfers: [UInt64: Task<Void, Never>] = [:]
    var lastLoad: UInt64 = 0
  }

  private let state: Mutex<State>
  private let disk: DiskCache?
  private let decode: ImageDecoder<Image>
  private let decoding = DispatchQueue(label: "ImageLoading.Decoding", attributes: .concurrent)
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Makes a loader that keeps files in `folder`, made at need; without one it keeps none.
  ///
  /// `decode` runs on threads of its own, at most ``ImageLoadLimits/decodesAtOnce`` at once. `now`
  /// is the clock of remembered failures, `wallClock` that of the files (milliseconds since 1970).
  package init(
    folder: String?, limits: ImageLoadLimits = ImageLoadLimits(),
    diskLimits: DiskCacheLimits = DiskCacheLimits(), log: Log = .silent,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    wallClock: @escaping @Sendable () -> Int64 = { WallClock.milliseconds() },
    decode: @escaping ImageDecoder<Image>
  ) {
    state = Mutex(State(machine: LoadMachine(limits: limits)))
    disk = folder.map { DiskCache(folder: $0, limits: diskLimits, log: log, now: wallClock) }
    self.decode = decode
    self.now = now
    disk?.enqueue { $0.trim() }
  }

  /// The picture if it is in memory; in constant time, from any thread, without waiting.
  package func cached(_ key: String, _ variant: ImageVariant) -> LoadedImage<Image>? {
    state.withLock { $0.machine.memory.entry(for: ImageID(key, variant)) }
      .map { LoadedImage(image: $0.image, cacheType: .memory) }
  }

  /// Begins a load and returns at once.
  ///
  /// `update` is called on any thread, with one load's updates in order, the last of them once and
  /// in any case; it must not wait. A picture in memory may be delivered before this returns.
  @discardableResult
  package func begin(
    _ source: any ImageSource, _ variant: ImageVariant = .original,
    options: ImageLoadOptions = ImageLoadOptions(),
    update: @escaping @Sendable (LoadUpdate<Image>) -> Void
  ) -> LoadID {
    let id = newLoad()
    begin(id, source, variant, options: options, update: update)
    return id
  }

  /// Ends a load that goes on: it finishes as cancelled.
  ///
  /// One that has ended stays as it is.
  package func cancel(_ id: LoadID) {
    take(.leave(id))
  }

  /// Loads a picture; cancelling the task cancels the load.
  ///
  /// With ``ImageLoadOptions/Route/refreshCached`` the result is the one that is known to be
  /// up to date, or the kept one where the storage does not answer.
  package func load(
    _ source: any ImageSource, _ variant: ImageVariant = .original,
    options: ImageLoadOptions = ImageLoadOptions(),
    progress: (@Sendable (_ received: Int64, _ expected: Int64) -> Void)? = nil
  ) async throws -> LoadedImage<Image> {
    let id = newLoad()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        begin(id, source, variant, options: options) { update in
          switch update {
          case .progress(let received, let expected): progress?(received, expected)
          case .provisional: break
          case .finished(let result): continuation.resume(with: result)
          }
        }
        // The handler may have run before there was anything to cancel.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Drops all that is kept of a key, and that it was missing: after a picture was replaced.
  package func forget(_ key: String) {
    take(.forget(key))
  }

  /// Pictures whose bytes have come and wait for being decoded.
  package var undecoded: Int { state.withLock { $0.machine.undecoded } }

  /// Removes expired files, and those over the limit; returns when they are gone.
  package func trimDisk() async {
    await disk?.trim()
  }

  private func newLoad() -> LoadID {
    state.withLock { state in
      state.lastLoad += 1
      return LoadID(number: state.lastLoad)
    }
  }

  private func begin(
    _ id: LoadID, _ source: any ImageSource, _ variant: ImageVariant,
    options: ImageLoadOptions, update: @escaping @Sendable (LoadUpdate<Image>) -> Void
  ) {
    let image = ImageID(source.key, variant)
    let request = Machine.Request(id: id, source: source, image: image, options: options)
    state.withLock { $0.handlers[id] = update }
    take(.begin(request))
  }

  // MARK: Performing

  /// Gives an event to the machine and does what it says.
  ///
  /// Nothing is called under the lock. One thread at a time does what is in the outbox, so that a
  /// start never overtakes a stop, and the updates of a load keep their order.
  private func take(_ event: Machine.Event) {
    let now = now()
    let isMine = state.withLock { state in
      state.outbox += state.machine.handle(event, now: now)
      defer { state.isEmptying = true }
      return !state.isEmptying
    }
    guard isMine else { return }
    while true {
      let actions = state.withLock { state in
        defer { state.outbox = [] }
        if state.outbox.isEmpty { state.isEmptying = false }
        return state.outbox
      }
      if actions.isEmpty { return }
      actions.forEach(perform)
    }
  }

  private func perform(_ action: Machine.Action) {
    switch action {
    case .start(let work): start(work)
    case .stop(let number):
      let transfer = state.withLock { $0.transfers[number] }
      transfer?.cancel()
    case .store(let key, let entry, let content):
      guard let disk else { return take(.stored(key, content: content)) }
      disk.enqueue { disk in
        disk.store(entry, for: key)
        self.take(.stored(key, content: content))
      }
    case .discard(let key): disk?.enqueue { $0.remove(key) }
    case .deliver(let id, let update):
      let handler = state.withLock { state in
        if case .finished = update { return state.handlers.removeValue(forKey: id) }
        return state.handlers[id]
      }
      handler?(update)
    }
  }

  private func start(_ work: Work) {
    let number = work.id
    switch work.name {
    case .look(let key):
      guard let disk else { return take(.looked(number, nil)) }
      disk.enqueue { disk in
        let entry = disk.entry(for: key)
        self.take(.looked(number, entry))
      }
    case .ask:
      transfer(number) { .asked(number, await Self.result { try await work.source.version() }) }
    case .fetch(_, let maxSize):
      transfer(number) {
        let result = await Self.result {
          let bytes = try await work.source.bytes(maxSize: maxSize) { received, expected in
            self.take(.progress(number, received: received, expected: expected))
          }
          guard bytes.count <= maxSize else {
            throw StorageError.downloadSizeExceeded(total: Int64(bytes.count), maxSize: maxSize)
          }
          return bytes
        }
        return .fetched(number, result)
      }
    case .decode(let image, _):
      decoding.async { [decode] in
        let bytes = work.content?.bytes ?? Data()
        let result = Result {
          var checksum = Checksum(.md5)
          checksum.update(bytes)
          return Machine.Decoded(
            image: try decode(bytes, image.variant), md5: checksum.md5Hash ?? "")
        }
        self.take(.decoded(number, result))
      }
    }
  }

  /// Runs work that waits for the line, on a task that can be stopped.
  private func transfer(_ number: UInt64, _ body: @escaping @Sendable () async -> Machine.Event) {
    state.withLock { state in
      state.transfers[number] = Task {
        let event = await body()
        self.state.withLock { $0.transfers[number] = nil }
        self.take(event)
      }
    }
  }

  private static func result<Value>(
    _ body: () async throws -> Value
  ) async -> Result<Value, any Error> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}
