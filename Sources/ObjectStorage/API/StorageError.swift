public import Foundation

/// The domain of ``StorageError`` as `NSError`, by Firebase's name.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let StorageErrorDomain: String = "FIRStorageErrorDomain"

/// The codes of ``StorageError``, by Firebase's name.
public enum StorageErrorCode: Int, Swift.Error, Sendable {
  case unknown = -13000
  case objectNotFound = -13010
  case bucketNotFound = -13011
  case projectNotFound = -13012
  case quotaExceeded = -13013
  case unauthenticated = -13020
  case unauthorized = -13021
  case retryLimitExceeded = -13030
  case nonMatchingChecksum = -13031
  case downloadSizeExceeded = -13032
  case cancelled = -13040
  case invalidArgument = -13050
  case bucketMismatch = -13051
  case internalError = -13052
  case pathError = -13053
}

/// Why the storage did not do what it was asked, by Firebase's name.
///
/// `serverError` holds what the server said, by Firebase's keys: `ResponseErrorDomain`,
/// `ResponseErrorCode`, `ResponseBody`, `bucket`, `object`, `NSUnderlyingError`.
public enum StorageError: Error, CustomNSError, Sendable {
  case unknown(message: String, serverError: [String: any Sendable])
  case objectNotFound(object: String, serverError: [String: any Sendable])
  case bucketNotFound(bucket: String)
  case projectNotFound(project: String)
  case quotaExceeded(bucket: String, serverError: [String: any Sendable])
  case unauthenticated(serverError: [String: any Sendable])
  case unauthorized(bucket: String, object: String, serverError: [String: any Sendable])
  case retryLimitExceeded(last: String, serverError: [String: any Sendable])
  case nonMatchingChecksum(expected: String, found: String)
  case downloadSizeExceeded(total: Int64, maxSize: Int64)
  case cancelled
  case invalidArgument(message: String)
  case bucketMismatch(message: String)
  case internalError(message: String)
  case pathError(message: String)

  public static var errorDomain: String { StorageErrorDomain }

  public var errorCode: Int { code.rawValue }

  /// The error's code.
  public var code: StorageErrorCode {
    switch self {
    case .unknown: .unknown
    case .objectNotFound: .objectNotFound
    case .bucketNotFound: .bucketNotFound
    case .projectNotFound: .projectNotFound
    case .quotaExceeded: .quotaExceeded
    case .unauthenticated: .unauthenticated
    case .unauthorized: .unauthorized
    case .retryLimitExceeded: .retryLimitExceeded
    case .nonMatchingChecksum: .nonMatchingChecksum
    case .downloadSizeExceeded: .downloadSizeExceeded
    case .cancelled: .cancelled
    case .invalidArgument: .invalidArgument
    case .bucketMismatch: .bucketMismatch
    case .internalError: .internalError
    case .pathError: .pathError
    }
  }
}
