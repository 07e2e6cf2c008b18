internal import CSQLite
internal import Glibc
internal import Platform

/// One connection to the file: opens it, prepares statements once, and runs transactions.
///
/// Not `Sendable`: one owner at a time. Statements are kept by their text and finished together
/// when the connection closes, so that no statement outlives its file.
final class Connection {
  /// How a connection may use the file.
  enum Access: Sendable { case readWriteCreate, readWrite, readOnly }

  /// The file, for messages.
  let file: String
  private var handle: OpaquePointer?
  private var statements: [String: Statement] = [:]
  private let log = LogLength()
  /// What the files are called that SQLite opens.
  let names: OpenFiles.Names
  /// Which files are open; nil until they were named.
  private var files: OpenFiles?
  /// Which files had the names before the first reading.
  private let before: OpenFiles
  private var isLogged = false

  /// Where SQLite's hook leaves the length of the write-ahead log.
  private final class LogLength {
    var pages: Int32 = 0
  }

  init(opening file: String, access: Access) throws(StoreError) {
    self.file = file
    var opened: OpaquePointer?
    // No mutex of SQLite's own: a connection has one owner at a time.
    let how = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | Connection.flags(for: access)
    let result = sqlite3_open_v2(file, &opened, how, nil)
    guard result == SQLITE_OK, let opened else {
      let error = StoreError(opened, result: result, at: file)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    // Behind a link the log lies beside the file that it leads to.
    let real = sqlite3_db_filename(opened, "main").map { String(cString: $0) } ?? file
    names = OpenFiles.Names(of: file, real: real.isEmpty ? file : real)
    before = OpenFiles(named: names)
    // From the first statement on: while others open the file or are the last to close it, even
    // reading its header has to wait.
    sqlite3_busy_timeout(opened, StoreLimits.foreignWaitMilliseconds)
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

  private static func flags(for access: Access) -> Int32 {
    switch access {
    case .readWriteCreate: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .readWrite: SQLITE_OPEN_READWRITE
    case .readOnly: SQLITE_OPEN_READONLY
    }
  }

  /// Pages in the write-ahead log after this connection's last commit.
  var writeAheadPages: Int { Int(log.pages) }

  /// Whether a transaction is open on this connection.
  var isInTransaction: Bool { handle.map { sqlite3_get_autocommit($0) == 0 } ?? false }

  /// A number that changes whenever what this connection reads may have changed.
  ///
  /// Only exact while a statement is reading. SQLite: `SQLITE_FCNTL_DATA_VERSION`.
  var dataVersion: UInt32 {
    var version: UInt32 = 0
    if let handle {
      sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    }
    return version
  }

  /// Rows changed by the last statement.
  var changedRows: Int { handle.map { Int(sqlite3_changes64($0)) } ?? 0 }

  /// The row number of the last insertion.
  var lastRow: Int64 { handle.map { sqlite3_last_insert_rowid($0) } ?? 0 }

  /// Notes which files are open; call it once, after the first reading, which opens all of them.
  ///
  /// `tree` is the file that had the name before. Of the log and of the memory only a file that
  /// had the name before and has it now is known to be the open one.
  func noteFiles(tree: FileDescriptor.Identity?) throws(StoreError) {
    isLogged = try text("PRAGMA journal_mode") == "wal"
    var now = OpenFiles(named: names)
    now.tree = tree ?? now.tree
    if now.log != before.log { now.log = nil }
    if now.memory != before.memory { now.memory = nil }
    if let tree = now.tree { now.memory = SharedMemory.join(tree, named: now.memory) }
    files = now
  }

  /// What has become of the open files; three system calls.
  var standing: OpenFiles.Standing {
    standing(now: OpenFiles(named: names))
  }

  /// The same, when it is known which files have the names.
  func standing(now: OpenFiles) -> OpenFiles.Standing {
    files?.standing(now: now, isLogged: isLogged) ?? .treeReplaced
  }

  /// The open tree's file; nil until it was noted.
  var tree: FileDescriptor.Identity? { files?.tree }

  /// Whether the shared memory still has its name; one system call.
  var hasMemory: Bool {
    if !isLogged { return true }
    let now = try? FileDescriptor.identity(of: names.memory)
    return now != nil && now == files?.memory
  }

  /// Whether the log still has its name.
  var hasLog: Bool { !isLogged || hasOwnLog }

  /// Whether the open log has lost its name while only this process and those before it wrote into
  /// it: no other log has the name, or an empty one.
  ///
  /// Who opens the tree with another shared memory may write, copy all of its log into the file,
  /// and empty it. So, where there is another memory, nobody may have had a turn since.
  func isLogLost(isAlone: Bool) -> Bool {
    if hasLog { return false }
    let log = try? FileDescriptor.status(of: names.log)
    guard (log?.size ?? 0) == 0 else { return false }
    let memory = try? FileDescriptor.identity(of: names.memory)
    return isAlone || memory == nil || memory == files?.memory
  }

  /// Whether the log that is open has its name still.
  var hasOwnLog: Bool {
    let now = try? FileDescriptor.identity(of: names.log)
    return now != nil && now == files?.log
  }

  /// Takes the names of the log and of the memory away, if the open files have them.
  func deleteOwnFiles() {
    guard isLogged, let files else { return }
    let now = OpenFiles(named: names)
    if now.log != nil, now.log == files.log { unlink(names.log) }
    if now.memory != nil, now.memory == files.memory { unlink(names.memory) }
  }

  /// Notes a turn to write that this process has taken; returns whether it follows its last one.
  func noteTurn(_ ticket: Int64) -> Bool {
    guard let tree = files?.tree else { return false }
    return SharedMemory.noteTurn(ticket, to: tree)
  }

  /// Notes a turn in which everything was as it should be, whoever had those before.
  func followTurn(_ ticket: Int64) {
    if let tree = files?.tree { SharedMemory.followTurn(ticket, to: tree) }
  }

  /// Finishes all statements and closes the file; a second call does nothing.
  func close() {
    for statement in statements.values { statement.finish() }
    statements = [:]
    if let handle { sqlite3_close_v2(handle) }
    handle = nil
    if let tree = files?.tree { SharedMemory.leave(tree) }
    files = nil
  }

  /// The prepared statement for a text; prepared at the first use and kept.
  func statement(_ text: String) throws(StoreError) -> Statement {
    if let kept = statements[text] { return kept }
    let open = try opened()
    var prepared: OpaquePointer?
    let result = sqlite3_prepare_v3(
      open, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard result == SQLITE_OK, let prepared else {
      throw StoreError(open, result: result, at: file)
    }
    let statement = Statement(prepared, of: self)
    statements[text] = statement
    return statement
  }

  /// Runs one or more statements whose answers do not matter.
  func execute(_ text: String) throws(StoreError) {
    let open = try opened()
    let result = sqlite3_exec(open, text, nil, nil, nil)
    guard result == SQLITE_OK else { throw StoreError(open, result: result, at: file) }
  }

  /// The first column of the first row of a statement that is used once.
  func integer(_ text: String) throws(StoreError) -> Int64 {
    let statement = try statement(text)
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The first column of the first row as text.
  func text(_ text: String) throws(StoreError) -> String {
    let statement = try statement(text)
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) : ""
  }

  /// How long SQLite waits by itself for another connection, in milliseconds.
  func setBusyTimeout(milliseconds: Int32) {
    if let handle { sqlite3_busy_timeout(handle, milliseconds) }
  }

  /// Sets the memory for pages of the file; less memory gives the rest back to the system.
  func setCache(kibibytes: Int) {
    try? execute("PRAGMA cache_size = -\(kibibytes)")
    releaseMemory()
  }

  /// Gives cached pages back to the system.
  func releaseMemory() {
    if let handle { sqlite3_db_release_memory(handle) }
  }

  /// Copies the write-ahead log into the file; call it only while holding the writer's turn.
  ///
  /// Before 3.51.3 SQLite has a rare fault when a checkpoint races a commit of another process.
  /// Returns whether everything was copied; readers of old revisions prevent it.
  func checkpoint(truncating: Bool) throws(StoreError) -> Bool {
    let open = try opened()
    var inLog: Int32 = 0
    var copied: Int32 = 0
    let mode = truncating ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
    let result = sqlite3_wal_checkpoint_v2(open, nil, mode, &inLog, &copied)
    if result & 0xFF == SQLITE_BUSY { return false }
    guard result == SQLITE_OK else { throw StoreError(open, result: result, at: file) }
    if inLog == copied { log.pages = 0 }
    return inLog == copied
  }

  /// The length of the log's file, whether or not its pages were copied.
  var logBytes: Int64 {
    let status = try? FileDescriptor.status(of: names.log)
    return status?.size ?? 0
  }

  /// The error SQLite reports on this connection for a result code.
  func error(_ result: Int32) -> StoreError {
    StoreError(handle, result: result, at: file)
  }

  private func opened() throws(StoreError) -> OpaquePointer {
    guard let handle else { throw StoreError(.closed, at: file, "The tree is closed.") }
    return handle
  }
}
