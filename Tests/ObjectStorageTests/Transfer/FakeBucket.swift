import Foundation
import ObjectStorage
import Synchronization

/// A bucket in memory that does what a test tells it: it stops where it is told, fails when it is
/// told, and counts what is asked.
final class FakeBucket: Bucket {
  struct Stored: Sendable {
    var data: Data
    var record: ObjectRecord
  }

  struct Script: Sendable {
    var objects: [String: Stored] = [:]
    /// Bytes a download hands over at once.
    var piece = 16_384
    /// Whether a download says at its start how large the object is.
    var declaresLength = true
    /// What is handed over instead of an object's bytes.
    var corrupted: Data?
    /// Where transfers wait at the gate: before the byte of that number.
    var holdsAt: Int64?
    /// What the next legs of transfers end with, at which byte.
    var faults: [(at: Int64, error: any Error)] = []
    /// Where a download breaks and goes on by itself, from the byte of the first number to that of
    /// the second: the second is 0 or the first.
    var hiccups: [(at: Int64, back: Int64)] = []
    /// What an upload is answered when everything is there.
    var denial: (any Error)?
    /// What is answered to anything else than a transfer.
    var refusal: (any Error)?
    var pages: [ListPage] = []
  }

  struct Counts: Sendable, Equatable {
    var downloads = 0
    var uploads = 0
    var others = 0
    var abandoned = 0
    /// Legs that are under way now, and the most there have been at once.
    var alive = 0
    var mostAlive = 0
    /// Bytes handed over to sinks.
    var bytes: Int64 = 0
    /// What an upload's pieces were.
    var chunks: [Int] = []
    var settings: ObjectSettings?
    var patch: ObjectPatch?
    var lists: [ListRequest] = []
  }

  let name: String
  let gate = TaskGate()
  private let script: Mutex<Script>
  private let counted = Mutex(Counts())

  init(_ name: String = "bucket", _ script: Script = Script()) {
    self.name = name
    self.script = Mutex(script)
  }

  var counts: Counts { counted.withLock { $0 } }

  func change(_ body: (inout Script) -> Void) { script.withLock { body(&$0) } }

  /// Puts an object there.
  func put(_ data: Data, at name: String, generation: Int64 = 1) {
    var record = ObjectRecord(bucket: self.name, name: name)
    record.generation = generation
    record.metageneration = 1
    record.size = Int64(data.count)
    var checksum = Checksum()
    checksum.update(data)
    record.md5Hash = checksum.md5Hash
    record.crc32c = checksum.crc32c
    record.etag = "\"\(generation)\""
    change { $0.objects[name] = Stored(data: data, record: record) }
  }

  static func missing(_ object: ObjectPath) -> StorageError {
    let said: [String: any Sendable] = [
      "ResponseErrorDomain": "com.google.HTTPStatus", "ResponseErrorCode": 404,
      "ResponseBody": "Not Found",
    ]
    return .objectNotFound(object: object.text, serverError: said)
  }

  private func found(_ object: ObjectPath) throws -> Stored {
    counted.withLock { $0.others += 1 }
    let (stored, refusal) = script.withLock { ($0.objects[object.text], $0.refusal) }
    if let refusal { throw refusal }
    guard let stored else { throw Self.missing(object) }
    return stored
  }

  // MARK: - Bucket

  func metadata(of object: ObjectPath, within time: Duration) async throws -> ObjectRecord {
    try found(object).record
  }

  func update(
    _ object: ObjectPath, with patch: ObjectPatch, within time: Duration
  ) async throws -> ObjectRecord {
    var record = try found(object).record
    counted.withLock { $0.patch = patch }
    record.metageneration += 1
    return record
  }

  func delete(_ object: ObjectPath, within time: Duration) async throws {
    _ = try found(object)
    change { $0.objects[object.text] = nil }
  }

  func downloadURL(of object: ObjectPath, within time: Duration) async throws -> URL {
    _ = try found(object)
    return URL(filePath: "/\(object.text)")
  }

  func list(_ request: ListRequest, within time: Duration) async throws -> ListPage {
    counted.withLock { $0.lists.append(request) }
    return try script.withLock { script in
      if let refusal = script.refusal, script.pages.isEmpty { throw refusal }
      return script.pages.isEmpty
        ? ListPage(prefixes: [], items: [], nextPageToken: nil) : script.pages.removeFirst()
    }
  }

  /// The note of an upload that is under way.
  private struct Session: AbandonableUpload {
    let bucket: FakeBucket
    var data = Data()

    func abandon() async { bucket.counted.withLock { $0.abandoned += 1 } }
  }

  func download(_ download: inout DownloadLeg) async throws -> DownloadOutcome {
    begin { $0.downloads += 1 }
    defer { end() }
    try Task.checkCancellation()
    let (stored, script) = script.withLock { ($0.objects[download.object.text], $0) }
    try takeFault(before: 0)
    guard let stored else { throw Self.missing(download.object) }
    let data = script.corrupted ?? stored.data
    var offset = download.sink.count
    if download.validator != stored.record.etag { offset = 0 }
    download.validator = stored.record.etag
    let total = Int64(data.count)
    try download.sink.begin(
      at: offset, total: script.declaresLength ? total : nil, hashes: .both)
    while offset < total {
      try await wait(at: offset)
      if let hiccup = takeHiccup(at: offset) {
        try download.sink.begin(
          at: hiccup, total: script.declaresLength ? total : nil, hashes: .both)
        offset = hiccup
      }
      let end = min(offset + Int64(script.piece), total)
      let piece = data.dropFirst(Int(offset)).prefix(Int(end - offset))
      counted.withLock { $0.bytes += end - offset }
      try download.sink.append(piece)
      offset = end
    }
    try await wait(at: total)
    return DownloadOutcome(
      size: total, md5Hash: stored.record.md5Hash, crc32c: stored.record.crc32c,
      generation: stored.record.generation)
  }

  func upload(
    _ upload: inout UploadLeg, progress: @escaping @Sendable (Int64) -> Void
  ) async throws -> ObjectRecord {
    let settings = upload.settings
    begin { counts in
      counts.uploads += 1
      counts.settings = settings
    }
    defer { end() }
    var data = (upload.session as? Session)?.data ?? Data()
    let size = upload.body.size
    while Int64(data.count) < size {
      try await wait(at: Int64(data.count))
      let chunk = try upload.body.read(
        at: Int64(data.count), count: Int(min(upload.chunkSize, 262_144 * 4)))
      counted.withLock { $0.chunks.append(chunk.count) }
      data.append(chunk)
      upload.session = Session(bucket: self, data: data)
      progress(Int64(data.count))
    }
    try await wait(at: size)
    if let denial = script.withLock(\.denial) { throw denial }
    put(data, at: upload.object.text, generation: 7)
    return script.withLock { $0.objects[upload.object.text]?.record }
      ?? ObjectRecord(bucket: name, name: upload.object.text)
  }

  // MARK: - What the test tells

  private func wait(at offset: Int64) async throws {
    try Task.checkCancellation()
    try takeFault(before: offset)
    if let hold = script.withLock(\.holdsAt), offset >= hold { try await gate.pass() }
    await Task.yield()
  }

  private func takeFault(before offset: Int64) throws {
    let fault: (any Error)? = script.withLock { script in
      guard let first = script.faults.first, offset >= first.at else { return nil }
      return script.faults.removeFirst().error
    }
    if let fault { throw fault }
  }

  private func takeHiccup(at offset: Int64) -> Int64? {
    script.withLock { script in
      guard let first = script.hiccups.first, offset >= first.at else { return nil }
      script.hiccups.removeFirst()
      return first.back == 0 ? 0 : offset
    }
  }

  private func begin(_ count: (inout Counts) -> Void) {
    counted.withLock { counts in
      count(&counts)
      counts.alive += 1
      counts.mostAlive = max(counts.mostAlive, counts.alive)
    }
  }

  private func end() { counted.withLock { $0.alive -= 1 } }
}
