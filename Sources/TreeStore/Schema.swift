/// What the file looks like: tables, version, and the settings of every connection.
///
/// Keys and paths are stored as order bytes (`PathCoding`), so that siblings lie in their order and
/// a subtree is one range.
enum Schema {
  /// "bkst": tells our files from other programs' (SQLite: "PRAGMA application_id").
  static let applicationID: Int64 = 0x626B_7374

  /// The format this program writes; it refuses a file with a higher one.
  ///
  /// Format 2 added `will`. A file of format 1 is brought to 2 by the first who opens it for
  /// writing, and can be read as it is.
  static let formatVersion: Int64 = 2

  /// The tables.
  ///
  /// - `record`: a whole small subtree a row; an empty value means a long leaf, kept in `long`.
  /// - `location`: places with lists; `count` is their number of children.
  /// - `list`: the orderings kept there; `entry`: their rows, `key` as order bytes.
  /// - `tally`: sums of a numeric child, whole numbers (two halves of 128 bits) apart from
  ///   fractions, so that they stay exact.
  /// - `words`, `word`: text lists and their documents; the words are in an FTS5 table each.
  /// - `journal`: what each revision touched.
  /// - `will`: what a client leaves to be written when it goes, a row for each place.
  private static let tables = """
    CREATE TABLE record (path BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE long (
      id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, value BLOB NOT NULL);
    CREATE TABLE location (
      id INTEGER PRIMARY KEY, path BLOB NOT NULL UNIQUE, count INTEGER NOT NULL);
    CREATE TABLE list (
      id INTEGER PRIMARY KEY, location INTEGER NOT NULL, ordering TEXT NOT NULL,
      UNIQUE (location, ordering));
    CREATE TABLE entry (
      list INTEGER, sort BLOB, key BLOB, PRIMARY KEY (list, sort, key)) WITHOUT ROWID;
    CREATE TABLE tally (
      id INTEGER PRIMARY KEY, location INTEGER NOT NULL, child BLOB NOT NULL,
      high INTEGER NOT NULL, low INTEGER NOT NULL, fraction REAL NOT NULL,
      UNIQUE (location, child));
    CREATE TABLE words (
      id INTEGER PRIMARY KEY, location INTEGER NOT NULL, children BLOB NOT NULL,
      UNIQUE (location, children));
    CREATE TABLE word (
      id INTEGER PRIMARY KEY, words INTEGER NOT NULL, key BLOB NOT NULL, UNIQUE (words, key));
    CREATE TABLE journal (
      revision INTEGER PRIMARY KEY, at INTEGER NOT NULL, origin TEXT NOT NULL,
      paths BLOB NOT NULL);

    """ + willTable

  /// The table that format 2 added.
  private static let willTable = """
    CREATE TABLE will (
      client BLOB, place BLOB, step BLOB NOT NULL, PRIMARY KEY (client, place)) WITHOUT ROWID;
    """

  /// What the header of a file says.
  enum State: Equatable {
    case empty
    case ours(format: Int64)

    /// Whether the file can be written as it is.
    var isCurrent: Bool { self == .ours(format: formatVersion) }
  }

  /// The header's numbers and how many tables there are, as of one moment: between two statements
  /// another process may make a tree of the empty file.
  private static let header = """
    SELECT (SELECT application_id FROM pragma_application_id),
      (SELECT user_version FROM pragma_user_version), count(*) FROM sqlite_schema
    """

  /// Reads the header; refuses other programs' files and later formats.
  static func state(of connection: Connection) throws(StoreError) -> State {
    let statement = try connection.statement(header)
    defer { statement.reset() }
    guard try statement.step() else { return .empty }
    let application = statement.integer(0)
    let version = statement.integer(1)
    if application == applicationID {
      guard version <= formatVersion else {
        throw laterFormat(version, at: connection.file)
      }
      return .ours(format: version)
    }
    guard application == 0, version == 0, statement.integer(2) == 0 else {
      throw otherProgram(at: connection.file)
    }
    return .empty
  }

  /// Why a file of a later format is refused.
  static func laterFormat(_ version: Int64, at file: String) -> StoreError {
    StoreError(
      .newerFormat, at: file,
      "The tree was written by a later version of this program: its format is \(version), "
        + "this program knows formats up to \(formatVersion).")
  }

  /// Why another program's file is refused.
  static func otherProgram(at file: String) -> StoreError {
    StoreError(
      .notADatabase, at: file, "The file is not a tree: it is another program's database.")
  }

  /// Makes the tables in an empty file, and those that an older format lacks; call it only while
  /// holding the writer's turn.
  ///
  /// Looks again under the lock: another process may have been quicker. In one transaction: a file
  /// is of the old format or of the new one.
  static func create(in connection: Connection) throws(StoreError) {
    if try state(of: connection) == .empty {
      try connection.execute("PRAGMA journal_mode = WAL")
    }
    try connection.execute("BEGIN IMMEDIATE")
    do {
      switch try state(of: connection) {
      case .empty:
        try connection.execute(tables)
        try connection.execute("PRAGMA application_id = \(applicationID)")
        try connection.execute("PRAGMA user_version = \(formatVersion)")
      case .ours(let format) where format < formatVersion:
        try connection.execute(willTable)
        try connection.execute("PRAGMA user_version = \(formatVersion)")
      case .ours: break
      }
      try connection.execute("COMMIT")
    } catch {
      try? connection.execute("ROLLBACK")
      throw error
    }
  }

  /// Settings that hold for a connection, not for the file.
  ///
  /// `FULL` syncs the log at every commit. Automatic checkpoints are off by the connection's own
  /// hook. No memory mapping: an I/O error would be a signal there instead of a result.
  static func configure(_ connection: Connection) throws(StoreError) {
    try connection.execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA mmap_size = 0;
      PRAGMA cell_size_check = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -\(StoreLimits.cacheKibibytes);
      PRAGMA journal_size_limit = \(StoreLimits.idleLogBytes);
      """)
  }
}
