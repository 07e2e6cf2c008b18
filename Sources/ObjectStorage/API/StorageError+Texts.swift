public import Foundation

/// What people and older code see of an error.
extension StorageError: LocalizedError, CustomStringConvertible {
  /// The sentence of the error.
  ///
  /// Firebase: the texts of missing objects, of refused ones and of cancelling are its own.
  public var description: String {
    switch self {
    case .unknown(let message, _): message
    case .objectNotFound(let object, _): "Object \(object) does not exist."
    case .bucketNotFound(let bucket): "Bucket \(bucket) does not exist."
    case .projectNotFound(let project): "Project \(project) does not exist."
    case .quotaExceeded(let bucket, _): "Bucket \(bucket) has no room left."
    case .unauthenticated(let said):
      said[NSLocalizedDescriptionKey] as? String
        ?? "The storage wants to know who asks: sign in and try again."
    case .unauthorized(let bucket, let object, _):
      "User does not have permission to access gs://\(bucket)/\(object)."
    case .retryLimitExceeded(let last, _):
      "The storage could not be reached in the time that was given. Last: \(last)"
    case .nonMatchingChecksum(let expected, let found):
      "What arrived is not what was sent: expected \(expected), found \(found)."
    case .downloadSizeExceeded(let total, let maxSize): Self.text(total: total, maxSize: maxSize)
    case .cancelled: "User cancelled the upload/download."
    case .invalidArgument(let message), .bucketMismatch(let message), .internalError(let message),
      .pathError(let message):
      message
    }
  }

  public var errorDescription: String? { description }

  private static func text(total: Int64, maxSize: Int64) -> String {
    let size = total < 0 ? "more" : "\(total) bytes"
    return "The object has \(size), and at most \(maxSize) bytes were wanted; take a larger "
      + "maximum, or write it to a file."
  }
}

extension StorageError {
  /// The sentence under `NSLocalizedDescriptionKey`, this error under ``errorKey``, what the server
  /// said, and the parts by Firebase's names.
  ///
  /// Firebase: `bucket`, `object`, `totalSize`, `maxAllowedSize`, `ResponseErrorDomain`,
  /// `ResponseErrorCode`, `ResponseBody`. There is no `NSUnderlyingError`.
  public var errorUserInfo: [String: Any] {
    // On Linux `localizedDescription` looks here and not at `errorDescription`.
    var info: [String: Any] = [NSLocalizedDescriptionKey: description, Self.errorKey: self]
    for (key, value) in serverError where info[key] == nil { info[key] = value }
    for (key, value) in parts { info[key] = value }
    return info
  }

  /// What the server said, by Firebase's keys; empty where no server spoke.
  public var serverError: [String: any Sendable] {
    switch self {
    case .unknown(_, let said), .objectNotFound(_, let said), .quotaExceeded(_, let said),
      .unauthenticated(let said), .unauthorized(_, _, let said), .retryLimitExceeded(_, let said):
      said
    case .bucketNotFound, .projectNotFound, .nonMatchingChecksum, .downloadSizeExceeded, .cancelled,
      .invalidArgument, .bucketMismatch, .internalError, .pathError:
      [:]
    }
  }

  private var parts: [String: Any] {
    switch self {
    case .objectNotFound(let object, _): ["object": object]
    case .bucketNotFound(let bucket), .quotaExceeded(let bucket, _): ["bucket": bucket]
    case .projectNotFound(let project): ["project": project]
    case .unauthorized(let bucket, let object, _): ["bucket": bucket, "object": object]
    case .downloadSizeExceeded(let total, let maxSize):
      ["totalSize": total, "maxAllowedSize": maxSize]
    case .unknown, .unauthenticated, .retryLimitExceeded, .nonMatchingChecksum, .cancelled,
      .invalidArgument, .bucketMismatch, .internalError, .pathError:
      [:]
    }
  }

  /// The key under which an `NSError` carries this error itself.
  public static let errorKey = "StorageError"

  /// The error as completions and snapshots get it.
  ///
  /// On Linux a bridged Swift error is no `NSError`; this is one.
  public var nsError: NSError {
    NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo)
  }

  /// The error inside one that a completion or a snapshot gave; nil when it is of another kind.
  public init?(in error: any Error) {
    if let error = error as? StorageError {
      self = error
    } else if let error = (error as NSError).userInfo[Self.errorKey] as? StorageError {
      self = error
    } else {
      return nil
    }
  }

  /// Whatever a step threw, as an error of the storage.
  init(_ error: any Error) {
    if let error = error as? StorageError {
      self = error
    } else if error is CancellationError {
      self = .cancelled
    } else {
      // A system's error is kept by its sentence: it is a Swift error, and would bridge to none.
      self = .unknown(message: "\(error)", serverError: [:])
    }
  }
}
