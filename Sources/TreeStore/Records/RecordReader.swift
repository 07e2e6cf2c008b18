internal import JSONTree

/// Reads the rows of the tree on one connection.
///
/// A row holds a whole small subtree. The row of a path is the one with the greatest stored path
/// that is not beyond it, if that one is at or above the path; otherwise the path is split into the
/// rows below it, or nothing is there.
final class RecordReader {
  /// A row: where it is, what it holds, and its size on disk.
  struct Row {
    var path: PathBytes
    var node: Node
    var size: Int
    var isLong: Bool
  }

  let connection: Connection
  private let holding: Statement
  private let following: Statement
  private let ascending: Statement
  private let descending: Statement
  private let long: Statement

  init(_ connection: Connection) throws(StoreError) {
    self.connection = connection
    holding = try connection.statement(
      "SELECT path, value FROM record WHERE path <= ?1 ORDER BY path DESC LIMIT 1")
    following = try connection.statement(
      "SELECT path FROM record WHERE path > ?1 ORDER BY path LIMIT 1")
    ascending = try connection.statement(
      "SELECT path, value FROM record WHERE path >= ?1 AND path < ?2 ORDER BY path")
    descending = try connection.statement(
      "SELECT path, value FROM record WHERE path >= ?1 AND path < ?2 ORDER BY path DESC")
    long = try connection.statement("SELECT value FROM long WHERE path = ?1")
  }

  /// The row at or above a path; nil when the path is split into rows or absent.
  func row(holding path: PathBytes) throws(StoreError) -> Row? {
    holding.bind(1, path)
    defer { holding.reset() }
    guard try holding.step() else { return nil }
    let holds = holding.withBytes(0) { stored in
      stored.count <= path.count && path.starts(with: stored)
    }
    guard holds else { return nil }
    let found = holding.bytes(0)
    let (node, size) = try value(of: holding, at: found)
    return Row(path: found, node: node, size: size, isLong: holding.byteCount(1) == 0)
  }

  /// The path of the first row behind a path; nil when there is none.
  func path(following path: PathBytes) throws(StoreError) -> PathBytes? {
    following.bind(1, path)
    defer { following.reset() }
    return try following.step() ? following.bytes(0) : nil
  }

  /// What stands at a path; refuses subtrees with more than `limit` bytes of rows.
  func node(
    at path: Path, _ bytes: PathBytes, limit: Int = StoreLimits.snapshotBytes
  ) throws(StoreError) -> Node {
    if let row = try row(holding: bytes) { return try descend(row, to: path) }
    return try split(bytes, limit: limit)
  }

  /// What a row holds for a path at or below it.
  func descend(_ row: Row, to path: Path) throws(StoreError) -> Node {
    guard let depth = row.path.withUnsafeBytes({ PathCoding.depth(of: $0) }) else {
      throw damaged(row.path)
    }
    var node = row.node
    for key in path.keys.dropFirst(depth) { node = node[key] }
    return node
  }

  /// Puts a split subtree together; `empty` when it has no rows.
  func split(_ path: PathBytes, limit: Int = StoreLimits.snapshotBytes) throws(StoreError) -> Node {
    var builder = NodeBuilder()
    var total = 0
    try rows(in: .subtree(of: path)) { (row, node, size) throws(StoreError) in
      total += size
      guard total <= limit else {
        throw StoreError(
          .tooLarge, at: place(path),
          "The subtree is larger than \(limit) bytes; read it in parts.")
      }
      let isGood = row.withUnsafeBytes { raw in
        builder.add(UnsafeRawBufferPointer(rebasing: raw[path.count...]), node)
      }
      guard isGood else { throw damaged(row) }
      return true
    }
    return builder.finish()
  }

  /// Visits the rows of a range in path order, or against it, until the body says false.
  ///
  /// The body must not visit rows by the same reader.
  func rows(
    in range: PathRange, backwards: Bool = false,
    _ body: (PathBytes, Node, Int) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let statement = backwards ? descending : ascending
    statement.bind(1, range.lower).bind(2, range.upper)
    defer { statement.reset() }
    while try statement.step() {
      let path = statement.bytes(0)
      let (node, size) = try value(of: statement, at: path)
      guard try body(path, node, size) else { return }
    }
  }

  /// Visits the paths and sizes of the rows of a range; a long leaf counts as oversized.
  func sizes(
    in range: PathRange, _ body: (PathBytes, Int) -> Bool
  ) throws(StoreError) {
    ascending.bind(1, range.lower).bind(2, range.upper)
    defer { ascending.reset() }
    while try ascending.step() {
      let size = ascending.byteCount(1)
      guard body(ascending.bytes(0), size == 0 ? Int.max / 2 : size) else { return }
    }
  }

  /// Whether any row lies in a range.
  func hasRows(in range: PathRange) throws(StoreError) -> Bool {
    ascending.bind(1, range.lower).bind(2, range.upper)
    defer { ascending.reset() }
    return try ascending.step()
  }

  /// The node in the second column of a row, and its bytes on disk.
  func value(of statement: Statement, at path: PathBytes) throws(StoreError) -> (Node, Int) {
    let size = statement.byteCount(1)
    if size > 0 { return (try decode(statement, 1, at: path), size) }
    long.bind(1, path)
    defer { long.reset() }
    guard try long.step() else { throw damaged(path) }
    return (try decode(long, 0, at: path), long.byteCount(0))
  }

  private func decode(
    _ statement: Statement, _ column: Int32, at path: PathBytes
  ) throws(StoreError) -> Node {
    try statement.withBytes(column) { (bytes) throws(StoreError) in
      do {
        return try NodeCoding.decode(bytes)
      } catch {
        throw damaged(path)
      }
    }
  }

  /// The error for a row that cannot be read.
  func damaged(_ path: PathBytes) -> StoreError {
    StoreError(.corrupt, at: place(path), "The record there is damaged.")
  }

  /// A path for messages.
  func place(_ path: PathBytes) -> String {
    PathCoding.path(of: path)?.description ?? connection.file
  }
}
