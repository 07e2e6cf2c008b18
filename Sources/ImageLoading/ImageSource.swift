package import Foundation
import ObjectStorage

/// Something a picture can be loaded from: an object of a bucket.
package protocol ImageSource: Sendable {
  /// The name the picture is kept under: `gs://bucket/<path, escaped once>`.
  ///
  /// One key is one picture. A caller that knows an object's generation may add it, so that every
  /// generation is kept for itself.
  var key: String { get }

  /// All bytes of the picture, at most `maxSize`; more is an error, not a cut.
  ///
  /// `progress` hears how many bytes came and how many are expected (-1 when nobody knows). Stops
  /// when its task is cancelled, and then throws `CancellationError` or `StorageError.cancelled`.
  func bytes(
    maxSize: Int64, progress: @escaping @Sendable (_ received: Int64, _ expected: Int64) -> Void
  ) async throws -> Data

  /// What changes whenever the content does, without its bytes: best its MD5 in base64 as buckets
  /// keep it, which is known of every kept picture; else its generation.
  func version() async throws -> String

  /// Whether an error of ``bytes(maxSize:progress:)`` or ``version()`` says that there is no such
  /// bucket, project or object: only such an error is remembered.
  func isMissing(_ error: any Error) -> Bool
}

extension ImageSource {
  /// Firebase: only these three errors keep FirebaseUI from asking again.
  package func isMissing(_ error: any Error) -> Bool {
    guard let error = error as? StorageError else { return false }
    return switch error.code {
    case .objectNotFound, .bucketNotFound, .projectNotFound: true
    case .unknown, .quotaExceeded, .unauthenticated, .unauthorized, .retryLimitExceeded,
      .nonMatchingChecksum, .downloadSizeExceeded, .cancelled, .invalidArgument, .bucketMismatch,
      .internalError, .pathError:
      false
    }
  }
}
