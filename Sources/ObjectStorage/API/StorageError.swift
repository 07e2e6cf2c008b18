public import Foundation

/// The domain of ``StorageError`` as `NSError`, by Firebase's name.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let StorageErrorDomain: String = "FIRStorageErrorDomain"

/// The codes of ``StorageError``, by Firebase's names and numbers.
///
/// When each comes, and what to do: <doc:ErrorCodes>.
public enum StorageErrorCode: Int, Swift.Error, Sendable {
  /// What has no code of its own; the sentence says more.
  case unknown = -13000
  /// There is no object of that name.
  case objectNotFound = -13010
  /// There is no such bucket; in a folder the first upload makes it.
  case bucketNotFound = -13011
  /// Never raised here. Firebase: nor there.
  case projectNotFound = -13012
  /// There is no room left.
  case quotaExceeded = -13013
  /// The server wants a token, or the token cannot be sent.
  case unauthenticated = -13020
  /// It is not allowed: by the server, or by the rights of the folder.
  case unauthorized = -13021
  /// The retry time is over.
  case retryLimitExceeded = -13030
  /// The bytes are not those that were sent.
  case nonMatchingChecksum = -13031
  /// The object is larger than what was wanted in memory.
  case downloadSizeExceeded = -13032
  /// It was cancelled.
  case cancelled = -13040
  /// What was asked cannot be: a name, a number of results, a page token.
  case invalidArgument = -13050
  /// An address of another bucket.
  case bucketMismatch = -13051
  /// A fault of this library, or of a server that contradicts itself.
  case internalError = -13052
  /// A text that is no address of an object.
  case pathError = -13053
}

/// Why the storage did not do what it was asked, by Firebase's name.
///
/// `serverError` holds what the server said, by Firebase's keys: `ResponseErrorDomain`,
/// `ResponseErrorCode`, `ResponseBody`, `bucket`, `object`. Of a folder it holds the system's
/// error: POSIX's domain, the number, and its text as `underlying`.
public enum StorageError: Error, CustomNSError, Sendable {
  /// What has no code of its own, in a sentence.
  case unknown(message: String, serverError: [String: any Sendable])
  /// There is no object of that name.
  case objectNotFound(object: String, serverError: [String: any Sendable])
  /// There is no such bucket; in a folder the first upload makes it.
  case bucketNotFound(bucket: String)
  /// Never raised here. Firebase: nor there.
  case projectNotFound(project: String)
  /// There is no room left.
  case quotaExceeded(bucket: String, serverError: [String: any Sendable])
  /// The server wants a token, or the token cannot be sent.
  case unauthenticated(serverError: [String: any Sendable])
  /// It is not allowed: by the server, or by the rights of the folder.
  case unauthorized(bucket: String, object: String, serverError: [String: any Sendable])
  /// The retry time is over; `last` is what the last attempt came to.
  case retryLimitExceeded(last: String, serverError: [String: any Sendable])
  /// The bytes are not those that were sent: two hashes in base64, or two sizes.
  case nonMatchingChecksum(expected: String, found: String)
  /// The object is larger than what was wanted in memory; `total` is -1 where it is not declared.
  case downloadSizeExceeded(total: Int64, maxSize: Int64)
  /// It was cancelled.
  case cancelled
  /// What was asked cannot be: a name, a number of results, a page token.
  case invalidArgument(message: String)
  /// An address of another bucket.
  case bucketMismatch(message: String)
  /// A fault of this library, or of a server that contradicts itself.
  case internalError(message: String)
  /// A text that is no address of an object.
  case pathError(message: String)

  /// `FIRStorageErrorDomain`.
  public static var errorDomain: String { StorageErrorDomain }

  /// The code as a number.
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
