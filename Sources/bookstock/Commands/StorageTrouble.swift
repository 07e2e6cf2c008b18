import Foundation
import ObjectStorage

/// Why a command on the bucket of pictures did not do what it was asked.
struct StorageTrouble: Error {
  /// 1 refused, 3 the storage cannot be used, 130 interrupted.
  let status: Int32
  /// A name for scripts.
  let reason: String
  let sentence: String
  var details: [(String, Document)] = []
}

extension StorageTrouble {
  /// The error of something that was asked of an object or a place, as people read it.
  init(_ error: any Error, at reference: StorageReference) {
    let name = printable(reference.fullPath)
    let place = printable("gs://\(reference.bucket)/\(reference.fullPath)", columns: 100)
    guard let error = StorageError(in: error) else {
      self.init(
        status: 3, reason: "other",
        sentence: "\(place): \(printable(String(describing: error), columns: 400))")
      return
    }
    let (status, reason, sentence): (Int32, String, String) =
      switch error {
      case .objectNotFound: (1, "not_found", Self.missing(reference))
      case .bucketNotFound:
        (
          3, "bucket_not_found",
          "There is no bucket “\(printable(reference.bucket))” there. Look at the address; in a "
            + "folder the first put makes it."
        )
      case .projectNotFound: (3, "project_not_found", "\(place): \(error).")
      case .quotaExceeded:
        (3, "full", Self.said(error) ?? "The bucket has no room left for “\(name)”.")
      case .unauthenticated:
        (
          3, "unauthenticated",
          "The server wants to know who asks for \(place): put a token that it accepts into "
            + "$BOOKSTOCK_STORAGE_TOKEN (sent over https and to this machine only)."
        )
      case .unauthorized:
        (
          3, "unauthorized",
          Self.said(error)
            ?? "The server does not allow this for \(place): whoever keeps the bucket can."
        )
      case .retryLimitExceeded(let last, _):
        (
          3, "unreachable",
          "The storage could not be reached in the time given (--retry SECONDS). "
            + printable(last, columns: 200)
        )
      case .nonMatchingChecksum:
        (
          3, "damaged",
          "What arrived of “\(name)” is not what the storage says it holds, so nothing was kept. "
            + "Try again; if it stays so, put the object anew."
        )
      case .downloadSizeExceeded: (1, "too_large", printable(error.description, columns: 200))
      case .cancelled: (130, "interrupted", "Stopped.")
      case .invalidArgument(let message):
        (1, "bad_argument", "“\(name)”: \(printable(message, columns: 300))")
      case .bucketMismatch(let message), .pathError(let message):
        (2, "usage", printable(message, columns: 300))
      case .unknown(let message, _), .internalError(let message):
        (3, "other", "\(place): \(printable(message, columns: 400))")
      }
    self.init(status: status, reason: reason, sentence: sentence)
    details = [("name", .text(reference.fullPath)), ("bucket", .text(reference.bucket))]
  }

  /// That something is not there, and how to see what is.
  static func missing(_ reference: StorageReference) -> String {
    "There is no “\(printable(reference.fullPath))” in the bucket "
      + "\(printable(reference.bucket)). bookstock storage ls --all shows what there is."
  }

  /// A folder's own sentence, which names the folder and says what to do.
  private static func said(_ error: StorageError) -> String? {
    let facts = error.serverError
    guard facts["ResponseErrorDomain"] as? String == NSPOSIXErrorDomain else { return nil }
    return (facts["ResponseBody"] as? String).map { printable($0, columns: 300) }
  }

  /// The same trouble with more to say.
  func adding(_ more: String) -> StorageTrouble {
    StorageTrouble(
      status: status, reason: reason, sentence: sentence + " " + more, details: details)
  }
}

/// Asks something of a place; what fails becomes a trouble of that place.
///
/// Where no storage was named, a bucket that is not there yet is one without objects.
func asking<Value: Sendable>(
  _ reference: StorageReference, _ call: Invocation,
  _ question: (StorageReference) async throws -> Value
) async throws -> Value {
  do {
    return try await question(reference)
  } catch {
    var error = error
    if call.settings.storage == nil, case .bucketNotFound? = StorageError(in: error) {
      error = StorageError.objectNotFound(object: reference.fullPath, serverError: [:])
    }
    throw StorageTrouble(error, at: reference)
  }
}
