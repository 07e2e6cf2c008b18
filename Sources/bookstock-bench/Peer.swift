import CSQLite
import Inventory

/// The same work by bare calls of SQLite on a relational table, as well as it can be written.
///
/// Write-ahead log, every commit synced, statements prepared once, the number of a book as the
/// row's own, an index on the title; memory for pages as much as ours has.
final class Peer {
  /// The file's name in its folder.
  static let fileName = "peer.db"

  /// How long a writer waits for others, in milliseconds.
  private static let busyTimeout: Int32 = 10_000

  private let handle: OpaquePointer
  private let begin: PeerStatement
  private let commit: PeerStatement
  private let insert: PeerStatement
  private let one: PeerStatement
  private let byKey: PeerStatement
  private let byTitle: PeerStatement
  private let add: PeerStatement
  private let note: PeerStatement
  private let version: PeerStatement
  private let count: PeerStatement
  /// Statements that few rows need, by their texts.
  private var others: [String: PeerStatement] = [:]

  /// Opens the table in a folder, made when missing.
  init(in folder: String) throws(PeerError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2("\(folder)/\(Peer.fileName)", &opened, flags, nil) == SQLITE_OK,
      let handle = opened
    else {
      defer { sqlite3_close_v2(opened) }
      throw PeerError(opened)
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, Peer.busyTimeout)
    try Peer.execute(Peer.tables, handle)
    func statement(_ text: String) throws(PeerError) -> PeerStatement {
      try PeerStatement(text, of: handle)
    }
    let fields = "isbn, title, url, icon, count, timestamp"
    begin = try statement("BEGIN IMMEDIATE")
    commit = try statement("COMMIT")
    insert = try statement("INSERT INTO book (\(fields)) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
    one = try statement("SELECT \(fields) FROM book WHERE isbn = ?1")
    byKey = try statement("SELECT \(fields) FROM book WHERE isbn >= ?1 ORDER BY isbn LIMIT ?2")
    byTitle = try statement(
      """
      SELECT \(fields) FROM book WHERE (title, isbn) >= (?1, ?2) ORDER BY title, isbn LIMIT ?3
      """)
    add = try statement(
      "UPDATE book SET count = count + ?1, timestamp = ?2 WHERE isbn = ?3 RETURNING count")
    note = try statement(
      """
      INSERT INTO movement (isbn, change, old, new, reason, desk, user, at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """)
    version = try statement("PRAGMA data_version")
    count = try statement("SELECT count FROM book WHERE isbn = ?1")
  }

  private static let tables = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA cache_size = -4096;
    CREATE TABLE IF NOT EXISTS book (
      isbn INTEGER PRIMARY KEY, title TEXT NOT NULL, url TEXT, icon TEXT, count INTEGER NOT NULL,
      timestamp INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS book_title ON book (title);
    CREATE TABLE IF NOT EXISTS movement (
      id INTEGER PRIMARY KEY, isbn INTEGER NOT NULL, change INTEGER NOT NULL,
      old INTEGER NOT NULL, new INTEGER NOT NULL, reason TEXT NOT NULL, desk TEXT NOT NULL,
      user TEXT NOT NULL, at INTEGER NOT NULL);
    """

  /// Gives the log the length at which it stays: a sync is dearer while it grows.
  func warm() throws(PeerError) {
    try Peer.execute(
      """
      CREATE TABLE IF NOT EXISTS warm (bytes BLOB);
      INSERT INTO warm VALUES (zeroblob(\(Stage.warmingBytes)));
      DROP TABLE warm;
      PRAGMA wal_checkpoint(RESTART);
      """, handle)
  }

  /// Keeps lists that the shop keeps too: by count, by time, movements by book.
  func addShopLists() throws(PeerError) {
    try Peer.execute(
      """
      CREATE INDEX IF NOT EXISTS book_count ON book (count);
      CREATE INDEX IF NOT EXISTS book_timestamp ON book (timestamp);
      CREATE INDEX IF NOT EXISTS movement_isbn ON movement (isbn);
      """, handle)
  }

  /// Closes the file; the last to do so copies the log into it.
  func close() {
    let statements = [
      begin, commit, insert, one, byKey, byTitle, add, note, version, count,
    ]
    for statement in statements + others.values { statement.finish() }
    sqlite3_close_v2(handle)
  }

  /// The statement of a text, prepared once.
  func statement(_ text: String) throws(PeerError) -> PeerStatement {
    if let known = others[text] { return known }
    let statement = try PeerStatement(text, of: handle)
    others[text] = statement
    return statement
  }

  /// Runs statements whose answers do not matter.
  func execute(_ text: String) throws(PeerError) {
    try Peer.execute(text, handle)
  }

  private static func execute(_ text: String, _ handle: OpaquePointer) throws(PeerError) {
    guard sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else { throw PeerError(handle) }
  }
}

// MARK: - The work

extension Peer {
  /// The number of a book.
  static func number(of key: StockKey) -> Int64 { Int64(key.text) ?? 0 }

  /// Writes books in one transaction.
  func fill(_ books: ArraySlice<Book>) throws(PeerError) {
    try Peer.execute("PRAGMA cache_size = -65536", handle)
    try begin.run()
    for book in books {
      insert.bind(1, Peer.number(of: book.key))
      insert.bind(2, book.title)
      insert.bind(3, book.url ?? "")
      insert.bind(4, book.icon ?? "")
      insert.bind(5, Int64(book.count))
      insert.bind(6, book.timestamp)
      try insert.run()
    }
    try commit.run()
    try Peer.execute("PRAGMA cache_size = -4096", handle)
  }

  /// Reads one book.
  func book(_ isbn: Int64) throws(PeerError) -> PeerBook? {
    defer { one.reset() }
    one.bind(1, isbn)
    return try one.step() ? PeerBook(one) : nil
  }

  /// Reads books from a number on.
  func books(from isbn: Int64, limit: Int) throws(PeerError) -> [PeerBook] {
    byKey.bind(1, isbn)
    byKey.bind(2, Int64(limit))
    return try Peer.rows(of: byKey, limit)
  }

  /// Reads books from a title on.
  func books(from title: String, _ isbn: Int64, limit: Int) throws(PeerError) -> [PeerBook] {
    byTitle.bind(1, title)
    byTitle.bind(2, isbn)
    byTitle.bind(3, Int64(limit))
    return try Peer.rows(of: byTitle, limit)
  }

  static func rows(
    of statement: PeerStatement, _ limit: Int
  ) throws(PeerError) -> [PeerBook] {
    defer { statement.reset() }
    var books: [PeerBook] = []
    books.reserveCapacity(limit)
    while try statement.step() { books.append(PeerBook(statement)) }
    return books
  }

  /// Adds to a count, stamps the book and writes the movement down, durable when it returns.
  func move(_ isbn: Int64, by change: Int64, at milliseconds: Int64) throws(PeerError) {
    try begin.run()
    add.bind(1, change)
    add.bind(2, milliseconds / 1000)
    add.bind(3, isbn)
    let new = try add.step() ? add.integer(0) : 0
    // SQLite: a statement with RETURNING is done only when it was stepped to its end.
    _ = try add.step()
    add.reset()
    note.bind(1, isbn)
    note.bind(2, change)
    note.bind(3, new - change)
    note.bind(4, new)
    note.bind(5, "sold")
    note.bind(6, "till 1")
    note.bind(7, "anna")
    note.bind(8, milliseconds)
    try note.run()
    try commit.run()
  }

  /// A number that changes with every commit of others.
  func dataVersion() throws(PeerError) -> Int64 { try Peer.number(of: version) }

  /// The count of a book.
  func count(of isbn: Int64) throws(PeerError) -> Int64 {
    count.bind(1, isbn)
    return try Peer.number(of: count)
  }

  static func number(of statement: PeerStatement) throws(PeerError) -> Int64 {
    defer { statement.reset() }
    return try statement.step() ? statement.integer(0) : 0
  }
}

/// A row of the table.
struct PeerBook: Sendable {
  let isbn: Int64
  let title: String
  let url: String
  let icon: String
  let count: Int64
  let timestamp: Int64

  init(_ statement: PeerStatement) {
    isbn = statement.integer(0)
    title = statement.text(1)
    url = statement.text(2)
    icon = statement.text(3)
    count = statement.integer(4)
    timestamp = statement.integer(5)
  }
}
