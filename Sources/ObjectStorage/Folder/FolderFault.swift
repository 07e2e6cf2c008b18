internal import Glibc
internal import Platform
internal import SQLite

/// Why a folder's bucket did not do something; becomes a ``StorageError`` where the engine ends.
enum FolderFault: Error {
  case sqlite(SQLiteFault)
  case system(SystemError)
  /// The turn to write did not come in time.
  case waiting(String)
  /// The folder's contents contradict themselves; what exactly, in a sentence.
  case damaged(String)
  /// There is no such bucket.
  case noBucket
  case noObject
  case invalid(String)
  /// Something that only a program or a person can settle, in a sentence.
  case other(String)
  case closed
}

extension FolderFault: SQLiteFailure {
  init(_ fault: SQLiteFault) {
    self = fault.isClosed ? .closed : .sqlite(fault)
  }
}

/// Runs calls of the system; their errors become faults.
@inline(never)
func onDisk<Value: ~Copyable>(
  _ body: () throws(SystemError) -> Value
) throws(FolderFault) -> Value {
  do {
    return try body()
  } catch {
    throw .system(error)
  }
}

// MARK: - For callers

extension FolderFault {
  /// The error for callers.
  func storageError(in place: FolderPlace, object: String) -> StorageError {
    switch self {
    case .sqlite(let fault):
      FolderFault.storageError(fault, in: place, object: object)
    case .system(let error):
      FolderFault.storageError(
        error.errno, "\(error)", in: place, object: object)
    case .waiting(let sentence):
      .retryLimitExceeded(last: sentence, serverError: place.details(sentence, object: object))
    case .damaged(let sentence):
      .unknown(
        message: place.damage(sentence),
        serverError: place.details(place.damage(sentence), object: object))
    case .noBucket: .bucketNotFound(bucket: place.bucket)
    case .noObject:
      .objectNotFound(
        object: object,
        serverError: place.details("Object \(object) does not exist.", object: object))
    case .invalid(let sentence): .invalidArgument(message: sentence)
    case .other(let sentence):
      .unknown(message: sentence, serverError: place.details(sentence, object: object))
    case .closed:
      .unknown(
        message: "The bucket \"\(place.bucket)\" has been closed.",
        serverError: place.details("closed", object: object))
    }
  }

  private static func storageError(
    _ number: Int32, _ underlying: String, in place: FolderPlace, object: String
  ) -> StorageError {
    let sentence: String
    switch number {
    case ENOSPC, EDQUOT, EFBIG:
      sentence = "There is no room left for the bucket in \"\(place.root)\"; nothing was changed."
    case EACCES, EPERM, EROFS:
      sentence =
        "The bucket's folder \"\(place.root)\" may not be used in this way; "
        + "give this user the right to read and write it."
    case ENOENT, ENOTDIR:
      if !place.isThere { return .bucketNotFound(bucket: place.bucket) }
      sentence = "Something is missing from the bucket's folder \"\(place.root)\"."
    case ELOOP, EISDIR, ENXIO, ENOTSUP:
      sentence =
        "A name in the bucket's folder \"\(place.root)\" belongs to a link or to something else "
        + "that is not the bucket's; take it away."
    default: sentence = "The bucket's folder \"\(place.root)\" could not be read or written."
    }
    let details = place.details(sentence, object: object, number: number, underlying)
    switch number {
    case ENOSPC, EDQUOT, EFBIG:
      return .quotaExceeded(bucket: place.bucket, serverError: details)
    case EACCES, EPERM, EROFS:
      return .unauthorized(bucket: place.bucket, object: object, serverError: details)
    default: return .unknown(message: "\(sentence) (\(underlying))", serverError: details)
    }
  }

  /// SQLite: "Result and Error Codes".
  private static func storageError(
    _ fault: SQLiteFault, in place: FolderPlace, object: String
  ) -> StorageError {
    let code = FolderFault.Code(rawValue: fault.primaryCode)
    let number: Int32
    switch code {
    case .busy, .locked, .protocolFault:
      let sentence = "Another program is using the catalogue and did not let go in time."
      return .retryLimitExceeded(
        last: sentence, serverError: place.details(sentence, object: object))
    case .corrupt, .format, .notADatabase:
      return FolderFault.damaged(fault.message).storageError(in: place, object: object)
    case .full: number = ENOSPC
    case .readOnly, .permission, .authorization: number = EACCES
    case .cannotOpen:
      number = fault.code >> 8 == 6 ? ELOOP : fault.systemError == 0 ? ENOENT : fault.systemError
    case .inputOutput, nil: number = fault.systemError == 0 ? EIO : fault.systemError
    }
    return storageError(
      number, "SQLite \(fault.code): \(fault.message)", in: place, object: object)
  }

  /// SQLite's primary result codes that tell kinds of failure apart.
  private enum Code: Int32 {
    case permission = 3
    case busy = 5
    case locked = 6
    case readOnly = 8
    case inputOutput = 10
    case corrupt = 11
    case full = 13
    case cannotOpen = 14
    case protocolFault = 15
    case authorization = 23
    case format = 24
    case notADatabase = 26
  }
}
