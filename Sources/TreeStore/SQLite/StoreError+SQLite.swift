internal import CSQLite
internal import Glibc

extension StoreError {
  /// The error for a result code of SQLite (SQLite: "Result and Error Codes").
  init(sqlite extended: Int32, message: String, at place: String) {
    let (code, reason) = StoreError.meaning(of: extended)
    self.init(code, at: place, reason, extendedCode: extended, underlying: message)
  }

  /// What a connection says about its last failure.
  init(_ handle: OpaquePointer?, result: Int32, at place: String) {
    // Before anything else sets it.
    let number = errno
    let extended = handle.map { sqlite3_extended_errcode($0) } ?? result
    let message = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? ""
    var code = extended & 0xFF == result & 0xFF ? extended : result
    // SQLite takes only ENOSPC for a full disk, not a quota or a limit on the size of files; and
    // what it keeps for `sqlite3_system_errno` is 0 where a write of the log fails.
    if code == failedWrite, number == EFBIG || number == EDQUOT { code = SQLITE_FULL }
    self.init(sqlite: code, message: message, at: place)
  }

  /// The kind and the sentence for an extended result code; the low byte is the primary code.
  private static func meaning(of extended: Int32) -> (Code, String) {
    switch extended & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL:
      (.busy, "Another program is using the tree and did not let go in time.")
    case SQLITE_FULL:
      (.full, "There is no room left for the tree; nothing was changed.")
    case SQLITE_IOERR:
      meaning(ofInputOutput: extended)
    case SQLITE_READONLY, SQLITE_PERM:
      (.readOnly, "The tree cannot be written: the file or its folder is read-only.")
    case SQLITE_CORRUPT, SQLITE_FORMAT:
      (.corrupt, "The file is damaged: its contents contradict themselves.")
    case SQLITE_NOTADB:
      (.notADatabase, "The file is not a tree: it is another kind of file.")
    case SQLITE_CANTOPEN, SQLITE_AUTH:
      (.cannotOpen, "The file cannot be opened or created.")
    case SQLITE_TOOBIG:
      (.tooLarge, "A value is larger than the file can hold.")
    case SQLITE_NOMEM, SQLITE_NOLFS:
      (.outOfMemory, "There is not enough memory.")
    default:
      (.misuse, "The tree file refused an operation.")
    }
  }

  /// Faults of reading and writing, told apart by the extended code.
  private static func meaning(ofInputOutput extended: Int32) -> (Code, String) {
    switch extended {
    case SQLITE_IOERR | (12 << 8):
      (.outOfMemory, "There is not enough memory.")
    case SQLITE_IOERR | (33 << 8):
      (.corrupt, "The file is damaged: its contents contradict themselves.")
    default:
      (.inputOutput, "Reading or writing the file failed.")
    }
  }
}

/// `SQLITE_IOERR_WRITE`, a macro that Swift does not see.
private let failedWrite = SQLITE_IOERR | (3 << 8)
