import Foundation
import ObjectStorage
import Synchronization

/// What happens after a picture was written, once.
final class Hook: Sendable {
  private let act = Mutex<(@Sendable () async throws -> Void)?>(nil)

  /// Sets what happens after the next upload.
  func afterUpload(_ act: @escaping @Sendable () async throws -> Void) {
    self.act.withLock { $0 = act }
  }

  fileprivate func run() async throws {
    let act = act.withLock { act in
      defer { act = nil }
      return act
    }
    try await act?()
  }
}

/// A bucket in which something happens after an upload.
final class HookedBucket: Bucket {
  private let inner: any Bucket
  private let hook: Hook

  init(_ inner: any Bucket, hook: Hook) {
    self.inner = inner
    self.hook = hook
  }

  var name: String { inner.name }

  func metadata(of object: ObjectPath, within time: Duration) async throws -> ObjectRecord {
    try await inner.metadata(of: object, within: time)
  }

  func update(
    _ object: ObjectPath, with patch: ObjectPatch, within time: Duration
  ) async throws -> ObjectRecord {
    try await inner.update(object, with: patch, within: time)
  }

  func delete(_ object: ObjectPath, within time: Duration) async throws {
    try await inner.delete(object, within: time)
  }

  func downloadURL(of object: ObjectPath, within time: Duration) async throws -> URL {
    try await inner.downloadURL(of: object, within: time)
  }

  func list(_ request: ListRequest, within time: Duration) async throws -> ListPage {
    try await inner.list(request, within: time)
  }

  func upload(
    _ upload: inout UploadLeg, progress: @escaping @Sendable (Int64) -> Void
  ) async throws -> ObjectRecord {
    let record = try await inner.upload(&upload, progress: progress)
    try await hook.run()
    return record
  }

  func download(_ download: inout DownloadLeg) async throws -> DownloadOutcome {
    try await inner.download(&download)
  }
}
