import Foundation
import ObjectStorage
import Synchronization

/// A bucket that keeps its objects in memory: enough of one to run an app's code on.
final class StorageInMemory: Bucket {
  private struct Stored: Sendable {
    var data: Data
    var record: ObjectRecord
  }

  let name = "bucket"
  private let objects = Mutex<[ObjectPath: Stored]>([:])

  private func stored(_ object: ObjectPath) throws -> Stored {
    guard let stored = objects.withLock({ $0[object] }) else {
      throw StorageError.objectNotFound(object: object.text, serverError: [:])
    }
    return stored
  }

  func metadata(of object: ObjectPath, within time: Duration) async throws -> ObjectRecord {
    try stored(object).record
  }

  func update(
    _ object: ObjectPath, with patch: ObjectPatch, within time: Duration
  ) async throws -> ObjectRecord {
    var stored = try stored(object)
    var custom = patch.clearsCustom ? [:] : stored.record.settings.customMetadata ?? [:]
    for (key, value) in patch.custom { custom[key] = value }
    stored.record.settings.customMetadata = custom.isEmpty ? nil : custom
    stored.record.metageneration += 1
    objects.withLock { [stored] in $0[object] = stored }
    return stored.record
  }

  func delete(_ object: ObjectPath, within time: Duration) async throws {
    _ = try stored(object)
    objects.withLock { $0[object] = nil }
  }

  func downloadURL(of object: ObjectPath, within time: Duration) async throws -> URL {
    _ = try stored(object)
    return URL(fileURLWithPath: "/" + object.text)
  }

  func list(_ request: ListRequest, within time: Duration) async throws -> ListPage {
    let start = request.under.text + "/"
    let names = objects.withLock { $0.keys.map(\.text) }.filter { $0.hasPrefix(start) }.sorted()
    return ListPage(prefixes: [], items: names, nextPageToken: nil)
  }

  func upload(
    _ upload: inout UploadLeg, progress: @escaping @Sendable (Int64) -> Void
  ) async throws -> ObjectRecord {
    let data = try upload.body.read(at: 0, count: Int(upload.body.size))
    progress(upload.body.size)
    var record = ObjectRecord(bucket: name, name: upload.object.text)
    record.size = upload.body.size
    record.settings = upload.settings
    objects.withLock { [record, object = upload.object] in
      $0[object] = Stored(data: data, record: record)
    }
    return record
  }

  func download(_ download: inout DownloadLeg) async throws -> DownloadOutcome {
    let stored = try stored(download.object)
    try download.sink.begin(at: 0, total: stored.record.size, hashes: [])
    try download.sink.append(stored.data)
    return DownloadOutcome(
      size: stored.record.size, md5Hash: nil, crc32c: nil, generation: stored.record.generation)
  }
}
