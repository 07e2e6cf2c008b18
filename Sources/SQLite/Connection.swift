internal import CSQLite

/// One connection to a database's file: opens it, and prepares statements once.
///
/// Not `Sendable`: one owner at a time. Statements are kept by their text and finished together
/// when the connection closes, so that no statement outlives its file. What fails is thrown as the
/// room's own error.
package final class Connection<Failure: SQLiteFailure> {
  /// The file, for messages.
  package let file: String
  private var handle: OpaquePointer?
  private var statements: [String: Statement<Failure>] = [:]
  private let log = LogLength()

  /// Opens a file.
  ///
  /// `patience` is how long SQLite itself waits for another connection, in milliseconds.
  /// No checkpoint is made unless `checkpoint(truncating:)` is called, at closing neither: before
  /// 3.51.3 SQLite has a rare fault when one races a commit of another process.
  package init(
    opening file: String, access: ConnectionAccess, patience: Int32, followsLinks: Bool = true
  ) throws(Failure) {
    self.file = file
    var opened: OpaquePointer?
    // No mutex of SQLite's own: a connection has one owner at a time.
    let how =
      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | access.flags
      | (followsLinks ? 0 : SQLITE_OPEN_NOFOLLOW)
    let result = sqlite3_open_v2(file, &opened, how, nil)
    guard result == SQLITE_OK, let opened else {
      let fault = SQLiteFault(opened, result: result, file: file)
      sqlite3_close_v2(opened)
      throw Failure(fault)
    }
    handle = opened
    // From the first statement on: while others open the file or are the last to close it, even
    // reading its header has to wait.
    sqlite3_busy_timeout(opened, patience)
    sqlite3_extended_result_codes(opened, 1)
    // The checkpoint at the last close would run outside the writer's turn.
    _ = csqlite_config(opened, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    _ = csqlite_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1)
    _ = csqlite_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    let hook:
      @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32
      ) -> Int32 = { context, _, _, pages in
        if let context {
          Unmanaged<LogLength>.fromOpaque(context).takeUnretainedValue().pages = pages
        }
        return SQLITE_OK
      }
    // Takes the place of SQLite's own hook, which would checkpoint.
    sqlite3_wal_hook(opened, hook, Unmanaged.passUnretained(log).toOpaque())
  }

  deinit {
    close()
  }

  /// What the file is called when all links were followed.
  package var realFile: String {
    let name = handle.flatMap { sqlite3_db_filename($0, "main") }.map { String(cString: $0) }
    return name.flatMap { $0.isEmpty ? nil : $0 } ?? file
  }

  /// Pages in the write-ahead log after this connection's last commit.
  package var writeAheadPages: Int { Int(log.pages) }

  /// Whether a transaction is open on this connection.
  package var isInTransaction: Bool { handle.map { sqlite3_get_autocommit($0) == 0 } ?? false }

  /// A number that changes whenever what this connection reads may have changed.
  ///
  /// Only exact while a statement is reading. SQLite: `SQLITE_FCNTL_DATA_VERSION`.
  package var dataVersion: UInt32 {
    var version: UInt32 = 0
    if let handle {
      sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    }
    return version
  }

  /// Rows changed by the last statement.
  package var changedRows: Int { handle.map { Int(sqlite3_changes64($0)) } ?? 0 }

  /// The row number of the last insertion.
  package var lastRow: Int64 { handle.map { sqlite3_last_insert_rowid($0) } ?? 0 }

  /// Finishes all statements and closes the file; a second call does nothing.
  package func close() {
    for statement in statements.values { statement.finish() }
    statements = [:]
    if let handle { sqlite3_close_v2(handle) }
    handle = nil
  }

  /// The prepared statement for a text; prepared at the first use and kept.
  package func statement(_ text: String) throws(Failure) -> Statement<Failure> {
    if let kept = statements[text] { return kept }
    let open = try opened()
    var prepared: OpaquePointer?
    let result = sqlite3_prepare_v3(
      open, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard result == SQLITE_OK, let prepared else { throw failure(result) }
    let statement = Statement<Failure>(prepared, file: file)
    statements[text] = statement
    return statement
  }

  /// Runs one or more statements whose answers do not matter.
  package func execute(_ text: String) throws(Failure) {
    let open = try opened()
    let result = sqlite3_exec(open, text, nil, nil, nil)
    guard result == SQLITE_OK else { throw failure(result) }
  }

  /// The first column of the first row of a statement; 0 when there is none.
  package func integer(_ text: String) throws(Failure) -> Int64 {
    let statement = try statement(text)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The first column of the first row as text.
  package func text(_ text: String) throws(Failure) -> String {
    let statement = try statement(text)
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) : ""
  }

  /// How long SQLite waits by itself for another connection, in milliseconds.
  package func setBusyTimeout(milliseconds: Int32) {
    if let handle { sqlite3_busy_timeout(handle, milliseconds) }
  }

  /// Sets the memory for pages of the file; less memory gives the rest back to the system.
  package func setCache(kibibytes: Int) {
    try? execute("PRAGMA cache_size = -\(kibibytes)")
    releaseMemory()
  }

  /// Gives cached pages back to the system.
  package func releaseMemory() {
    if let handle { sqlite3_db_release_memory(handle) }
  }

  /// Copies the write-ahead log into the file; call it only while no other process can commit.
  ///
  /// Returns whether everything was copied; readers of old states prevent it.
  package func checkpoint(truncating: Bool) throws(Failure) -> Bool {
    let open = try opened()
    var inLog: Int32 = 0
    var copied: Int32 = 0
    let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
    let result = sqlite3_wal_checkpoint_v2(open, nil, mode, &inLog, &copied)
    if result & 0xFF == SQLITE_BUSY { return false }
    guard result == SQLITE_OK else { throw failure(result) }
    if inLog == copied { log.pages = 0 }
    return inLog == copied
  }

  /// The error SQLite reports on this connection for a result code.
  private func failure(_ result: Int32) -> Failure {
    Failure(SQLiteFault(handle, result: result, file: file))
  }

  private func opened() throws(Failure) -> OpaquePointer {
    guard let handle else { throw Failure(.closed(file)) }
    return handle
  }
}

/// How a connection may use its file.
package enum ConnectionAccess: Sendable {
  case readWriteCreate, readWrite, readOnly

  var flags: Int32 {
    switch self {
    case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .readWrite: SQLITE_OPEN_READWRITE
    case .readOnly: SQLITE_OPEN_READONLY
    }
  }
}

/// Where SQLite's hook leaves the length of the write-ahead log.
private final class LogLength {
  var pages: Int32 = 0
}
