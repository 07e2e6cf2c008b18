package import Foundation
package import ObjectStorage
import Synchronization

/// An object of a bucket as something a picture can be loaded from.
extension StorageReference: ImageSource {
  /// `gs://bucket/<path>`, each piece of the path escaped once.
  package var key: String {
    let pieces = fullPath.split(separator: "/", omittingEmptySubsequences: false)
    return "gs://\(bucket)/" + pieces.map { Self.escaped(String($0)) }.joined(separator: "/")
  }

  package func bytes(
    maxSize: Int64, progress: @escaping @Sendable (_ received: Int64, _ expected: Int64) -> Void
  ) async throws -> Data {
    try await bytes(maxSize: maxSize, progress: progress) { _ in }
  }

  /// The same; `began` is handed the transfer, so that it can be paused and resumed.
  package func bytes(
    maxSize: Int64, progress: @escaping @Sendable (_ received: Int64, _ expected: Int64) -> Void,
    began: @escaping @Sendable (StorageDownloadTask) -> Void
  ) async throws -> Data {
    let transfer = Mutex<(task: StorageDownloadTask?, isCancelled: Bool)>((nil, false))
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let task = getData(maxSize: maxSize) { (result: Result<Data, any Error>) in
          continuation.resume(with: result.mapError { StorageError(in: $0) ?? $0 })
        }
        task.observe(.progress) { snapshot in
          guard let counted = snapshot.progress else { return }
          progress(counted.completedUnitCount, counted.totalUnitCount)
        }
        began(task)
        let isCancelled = transfer.withLock { transfer in
          transfer.task = task
          return transfer.isCancelled
        }
        if isCancelled { task.cancel() }
      }
    } onCancel: {
      let task = transfer.withLock { transfer in
        transfer.isCancelled = true
        return transfer.task
      }
      task?.cancel()
    }
  }

  /// The MD5 where the bucket keeps one, else the generation.
  package func version() async throws -> String {
    let metadata = try await getMetadata()
    return metadata.md5Hash ?? "\(metadata.generation)"
  }

  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  private static func escaped(_ piece: String) -> String {
    piece.addingPercentEncoding(withAllowedCharacters: plain) ?? piece
  }
}
