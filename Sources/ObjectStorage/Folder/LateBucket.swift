package import Foundation
internal import Synchronization

/// A bucket that is opened when it is first used, because opening takes time and may fail.
///
/// An opening that failed is tried again at the next use. What only reads never makes a bucket; the
/// first upload does. Those who come while it is being opened wait for the same opening.
package final class LateBucket: Bucket {
  package let name: String
  private let open: @Sendable (_ creates: Bool) async throws -> any Bucket
  private let opening = Mutex<Opening?>(nil)

  private struct Opening {
    let task: Task<any Bucket, any Error>
    let creates: Bool
  }

  /// A bucket that `open` opens, and makes where it is asked to.
  package init(
    name: String, open: @escaping @Sendable (_ creates: Bool) async throws -> any Bucket
  ) {
    self.name = name
    self.open = open
  }

  /// The bucket, opened.
  private func opened(creates: Bool = false) async throws -> any Bucket {
    let opening = opening.withLock { opening in
      // One that reads has not made what one that writes needs.
      if let opening, opening.creates || !creates { return opening }
      let fresh = Opening(task: Task { try await self.open(creates) }, creates: creates)
      opening = fresh
      return fresh
    }
    do {
      return try await opening.task.value
    } catch {
      self.opening.withLock { if $0?.task == opening.task { $0 = nil } }
      throw error
    }
  }

  package func metadata(
    of object: ObjectPath, within time: Duration
  ) async throws -> ObjectRecord {
    try await opened().metadata(of: object, within: time)
  }

  package func update(
    _ object: ObjectPath, with patch: ObjectPatch, within time: Duration
  ) async throws -> ObjectRecord {
    try await opened().update(object, with: patch, within: time)
  }

  package func delete(_ object: ObjectPath, within time: Duration) async throws {
    try await opened().delete(object, within: time)
  }

  package func downloadURL(of object: ObjectPath, within time: Duration) async throws -> URL {
    try await opened().downloadURL(of: object, within: time)
  }

  package func list(_ request: ListRequest, within time: Duration) async throws -> ListPage {
    try await opened().list(request, within: time)
  }

  package func upload(
    _ upload: inout UploadLeg, progress: @escaping @Sendable (Int64) -> Void
  ) async throws -> ObjectRecord {
    try await opened(creates: true).upload(&upload, progress: progress)
  }

  package func download(_ download: inout DownloadLeg) async throws -> DownloadOutcome {
    try await opened().download(&download)
  }
}
