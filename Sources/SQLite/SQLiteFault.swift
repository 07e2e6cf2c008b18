internal import CSQLite
internal import Glibc

/// What SQLite said when it did not do what it was asked.
package struct SQLiteFault: Sendable, Hashable {
  /// The extended result code; the low byte is the primary one (SQLite: "Result and Error Codes").
  package var code: Int32
  /// SQLite's own words; empty when it said nothing.
  package var message: String
  /// The error number of the system call that failed; 0 when none did.
  package var systemError: Int32
  /// The database's file.
  package var file: String
  /// Whether the connection had been closed before.
  package var isClosed: Bool

  package init(
    code: Int32, message: String = "", systemError: Int32 = 0, file: String,
    isClosed: Bool = false
  ) {
    self.code = code
    self.message = message
    self.systemError = systemError
    self.file = file
    self.isClosed = isClosed
  }

  /// What was asked of a closed connection.
  package static func closed(_ file: String) -> SQLiteFault {
    SQLiteFault(code: SQLITE_MISUSE, file: file, isClosed: true)
  }

  /// What a connection says about its last failure.
  package init(_ handle: OpaquePointer?, result: Int32, file: String) {
    // Before anything else sets it.
    let number = errno
    let extended = handle.map { sqlite3_extended_errcode($0) } ?? result
    message = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? ""
    code = extended & 0xFF == result & 0xFF ? extended : result
    // SQLite takes only ENOSPC for a full disk, not a quota or a limit on the size of files; and
    // what it keeps for `sqlite3_system_errno` is 0 where a write of the log fails.
    if code == failedWrite, number == EFBIG || number == EDQUOT { code = SQLITE_FULL }
    systemError = handle.map { sqlite3_system_errno($0) } ?? 0
    self.file = file
    isClosed = false
  }

  /// The primary result code.
  package var primaryCode: Int32 { code & 0xFF }
}

/// A room's own error, made of what SQLite said: so every room throws its own.
package protocol SQLiteFailure: Error {
  init(_ fault: SQLiteFault)
}

/// `SQLITE_IOERR_WRITE`, a macro that Swift does not see.
private let failedWrite = SQLITE_IOERR | (3 << 8)
