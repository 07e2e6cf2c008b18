import Foundation
import HTTPTransport
import ObjectStorage
import Synchronization
import TestSupport
import Testing

/// Bytes to upload, from memory.
struct MemoryBody: UploadBody {
  let data: Data
  var size: Int64 { Int64(data.count) }

  func read(at offset: Int64, count: Int) throws -> Data {
    Data(data.dropFirst(Int(offset)).prefix(count))
  }
}

/// Keeps a download in memory, and what it was told of it.
final class MemorySink: DownloadSink {
  struct Seen: Sendable {
    var data = Data()
    var begins: [Int64] = []
    var totals: [Int64?] = []
    var hashes: Checksum.Kinds = []
  }

  private let seen = Mutex(Seen())
  private let onPiece: @Sendable (Int) throws -> Void

  init(kept: Data = Data(), onPiece: @escaping @Sendable (Int) throws -> Void = { _ in }) {
    self.onPiece = onPiece
    seen.withLock { $0.data = kept }
  }

  var all: Seen { seen.withLock { $0 } }
  var data: Data { seen.withLock { $0.data } }
  var count: Int64 { Int64(data.count) }

  func begin(at offset: Int64, total: Int64?, hashes: Checksum.Kinds) throws {
    seen.withLock { seen in
      seen.begins.append(offset)
      seen.totals.append(total)
      seen.hashes = hashes
      seen.data = Data(seen.data.prefix(Int(offset)))
    }
  }

  func append(_ piece: Data) throws {
    let count = seen.withLock { seen in
      seen.data.append(piece)
      return seen.data.count
    }
    try onPiece(count)
  }
}

/// A clock that goes forward when somebody waits, and at once.
final class FakeTime: Sendable {
  private let state = Mutex((now: Duration.zero, waits: [Duration]()))
  private let onWait: @Sendable () -> Void

  init(onWait: @escaping @Sendable () -> Void = {}) { self.onWait = onWait }

  var waits: [Duration] { state.withLock { $0.waits } }
  var now: Duration { state.withLock { $0.now } }

  var pacing: Pacing {
    Pacing(
      now: { self.now }, wallClock: { 784_111_777 + self.now.inSeconds },
      sleep: { wait in
        try Task.checkCancellation()
        self.state.withLock { state in
          state.now += wait
          state.waits.append(wait)
        }
        self.onWait()
        try Task.checkCancellation()
      },
      jitter: { 0.5 })
  }
}

/// What the remote engines' tests share.
enum Remote {
  /// One for all: its connections are used again.
  static let transport = CurlTransport()
  static let minute: Duration = .seconds(60)

  /// Bytes without a pattern.
  static func bytes(_ count: Int, seed: UInt64 = 1) -> Data {
    var random = SeededGenerator(seed: seed)
    var data = Data(capacity: count + 8)
    while data.count < count {
      withUnsafeBytes(of: random.next() as UInt64) { data.append(contentsOf: $0) }
    }
    return data.prefix(count)
  }

  static func hashes(_ data: Data) -> (md5: String?, crc32c: String?) {
    var checksum = Checksum()
    checksum.update(data)
    return (checksum.md5Hash, checksum.crc32c)
  }

  static func firebase(
    _ server: ScriptedServer, time: FakeTime = FakeTime(),
    token: @escaping TokenProvider = { nil }
  ) -> FirebaseBucket {
    FirebaseBucket(
      base: server.base, name: "bucket", transport: transport, token: token,
      pacing: time.pacing)
  }

  static func google(
    _ server: ScriptedServer, time: FakeTime = FakeTime(),
    token: @escaping TokenProvider = { nil }
  ) -> GoogleCloudBucket {
    GoogleCloudBucket(
      base: server.base, name: "bucket", transport: transport, token: token,
      pacing: time.pacing)
  }

  static func upload(
    _ data: Data, to name: String = "big.bin", chunk: Int64 = 262_144,
    within time: Duration = minute
  ) -> UploadLeg {
    UploadLeg(
      object: ObjectPath(name), settings: ObjectSettings(), body: MemoryBody(data: data),
      chunkSize: chunk, retryTime: time)
  }

  static func download(
    _ sink: MemorySink, _ name: String = "big.bin", validator: String? = nil,
    within time: Duration = minute
  ) -> DownloadLeg {
    DownloadLeg(object: ObjectPath(name), sink: sink, retryTime: time, validator: validator)
  }

  /// The error of a piece of work, which must be one of the storage's.
  static func error(
    _ location: SourceLocation = #_sourceLocation, of work: () async throws -> Void
  ) async -> StorageError? {
    do {
      try await work()
      Issue.record("It ended well.", sourceLocation: location)
    } catch let error as StorageError {
      return error
    } catch {
      Issue.record("\(error)", sourceLocation: location)
    }
    return nil
  }

  /// Whether bytes are alike; unlike `==` in an expectation, nobody looks for where they differ.
  static func same(_ one: Data?, _ other: Data?) -> Bool { one == other }

  /// What the server said, out of an error.
  static func facts(_ error: StorageError?) -> [String: any Sendable] {
    switch error {
    case .unknown(_, let facts), .objectNotFound(_, let facts), .quotaExceeded(_, let facts),
      .unauthenticated(let facts), .unauthorized(_, _, let facts),
      .retryLimitExceeded(_, let facts):
      facts
    default: [:]
    }
  }
}
