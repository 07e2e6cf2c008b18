internal import JSONTree

/// A location with lists, as the file declares it.
struct ListedLocation {
  struct List {
    var id: Int64
    var ordering: Ordering
  }
  struct Tally {
    var id: Int64
    var child: Path
  }
  struct Words {
    var id: Int64
    var children: [Path]
  }

  var id: Int64
  var path: Path
  var bytes: PathBytes
  var lists: [List] = []
  var tallies: [Tally] = []
  var words: [Words] = []
}

/// All lists that the file declares; read again when another process has declared more.
struct ListCatalog {
  private(set) var locations: [ListedLocation] = []
  /// Lists are never removed, so the greatest ids tell whether some were added.
  private var stamp: [Int64] = []

  /// The location at a path, if it has lists.
  func location(at path: Path) -> ListedLocation? {
    locations.first { $0.path == path }
  }

  /// Reads the revision, and the declarations if there are new ones; says whether there were.
  ///
  /// One statement for both: every read and every commit begins with it.
  mutating func refresh(
    from connection: Connection
  ) throws(StoreError) -> (isNew: Bool, revision: Revision) {
    let statement = try connection.statement(
      """
      SELECT (SELECT max(revision) FROM journal), (SELECT max(id) FROM location),
        (SELECT max(id) FROM list), (SELECT max(id) FROM tally), (SELECT max(id) FROM words)
      """)
    defer { statement.reset() }
    guard try statement.step() else { return (false, .zero) }
    let revision = Revision(statement.integer(0))
    let isKnown = stamp.indices.allSatisfy { statement.integer(Int32($0) + 1) == stamp[$0] }
    if isKnown, !stamp.isEmpty { return (false, revision) }
    let now = (1..<5).map { statement.integer($0) }
    locations = try ListCatalog.read(from: connection)
    stamp = now
    return (true, revision)
  }

  /// The declarations, in path order; nothing but their own tables is read.
  static func read(from connection: Connection) throws(StoreError) -> [ListedLocation] {
    var locations: [ListedLocation] = []
    let all = try connection.statement("SELECT id, path FROM location ORDER BY path")
    defer { all.reset() }
    while try all.step() {
      let bytes = all.bytes(1)
      guard let path = PathCoding.path(of: bytes) else { throw damaged(connection) }
      var location = ListedLocation(id: all.integer(0), path: path, bytes: bytes)
      try readLists(of: &location, from: connection)
      locations.append(location)
    }
    return locations
  }

  private static func readLists(
    of location: inout ListedLocation, from connection: Connection
  ) throws(StoreError) {
    let lists = try connection.statement("SELECT id, ordering FROM list WHERE location = ?1")
      .bind(1, location.id)
    defer { lists.reset() }
    while try lists.step() {
      guard let ordering = Ordering(stored: lists.text(1)) else { throw damaged(connection) }
      location.lists.append(ListedLocation.List(id: lists.integer(0), ordering: ordering))
    }
    let tallies = try connection.statement("SELECT id, child FROM tally WHERE location = ?1")
      .bind(1, location.id)
    defer { tallies.reset() }
    while try tallies.step() {
      guard let child = PathCoding.path(of: tallies.bytes(1)) else { throw damaged(connection) }
      location.tallies.append(ListedLocation.Tally(id: tallies.integer(0), child: child))
    }
    let words = try connection.statement("SELECT id, children FROM words WHERE location = ?1")
      .bind(1, location.id)
    defer { words.reset() }
    while try words.step() {
      guard let children = PathList.paths(in: words.bytes(1)) else { throw damaged(connection) }
      location.words.append(ListedLocation.Words(id: words.integer(0), children: children))
    }
  }

  private static func damaged(_ connection: Connection) -> StoreError {
    StoreError(.corrupt, at: connection.file, "The declaration of a list is damaged.")
  }
}

/// Several paths in one column: each with its length in two bytes before it.
enum PathList {
  /// The bytes of some paths.
  ///
  /// A path has at most 32 keys of 768 bytes, so two bytes hold its length.
  static func bytes(of paths: some Sequence<Path>) -> [UInt8] {
    var bytes: [UInt8] = []
    for path in paths {
      let one = PathCoding.bytes(of: path)
      bytes.append(UInt8(one.count >> 8))
      bytes.append(UInt8(one.count & 0xFF))
      bytes.append(contentsOf: one)
    }
    return bytes
  }

  /// The paths in some bytes; nil when they are damaged.
  static func paths(in bytes: [UInt8]) -> [Path]? {
    var paths: [Path] = []
    var start = 0
    while start < bytes.count {
      guard start + 2 <= bytes.count else { return nil }
      let end = start + 2 + Int(bytes[start]) << 8 + Int(bytes[start + 1])
      guard end <= bytes.count, let path = PathCoding.path(of: Array(bytes[(start + 2)..<end]))
      else { return nil }
      paths.append(path)
      start = end
    }
    return paths
  }
}
