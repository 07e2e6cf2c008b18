import Foundation
import ObjectStorage
import Synchronization
import TestSupport

/// Bytes in memory, to be uploaded; reading can be made to stop at a place.
struct DataBody: UploadBody {
  let data: Data
  /// Called before each piece with its offset.
  var willRead: @Sendable (Int64) throws -> Void = { _ in }

  init(_ data: Data) { self.data = data }
  init(_ text: String) { data = Data(text.utf8) }

  var size: Int64 { Int64(data.count) }

  func read(at offset: Int64, count: Int) throws -> Data {
    try willRead(offset)
    return data.dropFirst(Int(offset)).prefix(count)
  }
}

/// Bytes in memory that were downloaded, and what was told of them.
final class HeldSink: DownloadSink {
  struct State {
    var data = Data()
    var begins: [(offset: Int64, total: Int64?)] = []
    var pieces: [Int] = []
  }

  private let state = Mutex(State())
  /// Called before each piece is taken, with what is there.
  private let willTake: @Sendable (Data) throws -> Void

  init(willTake: @escaping @Sendable (Data) throws -> Void = { _ in }) {
    self.willTake = willTake
  }

  var now: State { state.withLock { $0 } }
  var data: Data { now.data }
  var count: Int64 { Int64(now.data.count) }

  func begin(at offset: Int64, total: Int64?, hashes: Checksum.Kinds) throws {
    state.withLock { state in
      state.data = Data(state.data.prefix(Int(offset)))
      state.begins.append((offset, total))
    }
  }

  func append(_ piece: Data) throws {
    try willTake(data)
    state.withLock { state in
      state.data.append(piece)
      state.pieces.append(piece.count)
    }
  }
}

/// A bucket in a folder of its own.
struct FolderFixture {
  let place: TemporaryPlace
  let bucket: FolderBucket

  init() async throws {
    place = try TemporaryPlace()
    bucket = try await FolderBucket.open("shop", at: place.path("b"), creates: true)
  }

  /// Keeps the folder until here.
  func end() { withExtendedLifetime(place) {} }

  /// The bucket's folder.
  var folder: String { place.path("b") }

  /// The files of bytes that are in it.
  var files: [URL] { get throws { try FolderFixture.files(in: folder) } }

  static func files(in folder: String) throws -> [URL] {
    let root = URL(fileURLWithPath: folder + "/objects")
    let walk = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: [.isRegularFileKey])
    return (walk?.compactMap { $0 as? URL } ?? []).filter {
      (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) ?? false
    }
  }
}

let time: Duration = .seconds(30)

extension FolderBucket {
  @discardableResult
  func put(
    _ name: String, _ data: Data, _ settings: ObjectSettings = ObjectSettings()
  ) async throws -> ObjectRecord {
    var leg = UploadLeg(
      object: ObjectPath(name), settings: settings, body: DataBody(data), chunkSize: .max,
      retryTime: time)
    return try await upload(&leg) { _ in }
  }

  @discardableResult
  func put(_ name: String, _ text: String) async throws -> ObjectRecord {
    try await put(name, Data(text.utf8))
  }

  func get(_ name: String) async throws -> Data {
    let sink = HeldSink()
    var leg = DownloadLeg(object: ObjectPath(name), sink: sink, retryTime: time)
    let outcome = try await download(&leg)
    var checksum = Checksum(.crc32c)
    checksum.update(sink.data)
    guard outcome.crc32c == checksum.crc32c, outcome.size == sink.count else {
      throw ProcessFailure("hash of what came", seen: "\(outcome)")
    }
    return sink.data
  }

  func metadata(_ name: String) async throws -> ObjectRecord {
    try await metadata(of: ObjectPath(name), within: time)
  }

  func delete(_ name: String) async throws {
    try await delete(ObjectPath(name), within: time)
  }

  func page(
    _ under: String = "", _ maxResults: Int? = nil, from token: String? = nil
  ) async throws -> ListPage {
    try await list(
      ListRequest(under: ObjectPath(under), maxResults: maxResults, pageToken: token),
      within: time)
  }
}

/// The code of the error that a body throws; nil when it throws none of the storage's.
func code(of body: () async throws -> Void) async -> StorageErrorCode? {
  do {
    try await body()
    return nil
  } catch {
    return (error as? StorageError)?.code
  }
}

/// Bytes that follow from a number.
func bytes(_ count: Int, seed: UInt64 = 1) -> Data {
  var random = SeededGenerator(seed: seed)
  return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
}

/// Text as its bytes: Swift takes two texts for equal that differ in their Unicode form.
struct Bytes: Hashable, Comparable {
  let bytes: [UInt8]
  init(_ text: String) { bytes = Array(text.utf8) }
  static func < (one: Bytes, other: Bytes) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}
