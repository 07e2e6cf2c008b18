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
  private let cache = KeyCache()
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
    defer { holding.reset() }
    guard let found = try find(path) else { return nil }
    let (node, size) = try value(of: holding, at: found)
    return Row(path: PathBytes(found), node: node, size: size, isLong: holding.byteCount(1) == 0)
  }

  /// Goes to the row at or above a path; its path, valid until the statement is reset.
  private func find(_ path: PathBytes) throws(StoreError) -> UnsafeRawBufferPointer? {
    holding.bind(1, path)
    guard try holding.step() else { return nil }
    let stored = holding.borrowed(0)
    return path.withUnsafeBytes { PathCoding.begins($0, with: stored) } ? stored : nil
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
    if let node = try node(holding: bytes, path) { return node }
    return try split(bytes, limit: limit)
  }

  /// What the row at or above a path holds for it; nil when there is no such row.
  private func node(holding bytes: PathBytes, _ path: Path) throws(StoreError) -> Node? {
    defer { holding.reset() }
    guard let found = try find(bytes) else { return Node?.none }
    if found.count == bytes.count { return try value(of: holding, at: found).0 }
    guard let depth = PathCoding.depth(of: found), depth <= path.depth else {
      throw damaged(PathBytes(found))
    }
    // Only what is asked for is decoded. A long leaf has nothing below it.
    if holding.byteCount(1) == 0 { return .empty }
    do {
      return try NodeCoding.decode(holding.borrowed(1), at: path.keys[depth...], cache)
    } catch {
      throw damaged(PathBytes(found))
    }
  }

  /// What a row holds for a path at or below it.
  func descend(_ row: Row, to path: Path) throws(StoreError) -> Node {
    let depth = try depth(of: row)
    if depth == path.depth { return row.node }
    var node = row.node
    for key in path.keys[depth...] { node = node[key] }
    return node
  }

  /// The number of keys in a row's path.
  func depth(of row: Row) throws(StoreError) -> Int {
    guard let depth = row.path.withUnsafeBytes({ PathCoding.depth(of: $0) }) else {
      throw damaged(row.path)
    }
    return depth
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
      let below = UnsafeRawBufferPointer(rebasing: row[path.count...])
      guard builder.add(below, node) else { throw damaged(PathBytes(row)) }
      return true
    }
    return builder.finish()
  }

  /// Visits the rows of a range in path order, or against it, until the body says false.
  ///
  /// The body gets the path, which is valid only inside it, the node, and its bytes on disk; it
  /// must not visit rows by the same reader.
  func rows(
    in range: PathRange, backwards: Bool = false,
    _ body: (UnsafeRawBufferPointer, Node, Int) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let statement = backwards ? descending : ascending
    statement.bind(1, range.lower).bind(2, range.upper)
    defer { statement.reset() }
    while try statement.step() {
      let path = statement.borrowed(0)
      let (node, size) = try value(of: statement, at: path)
      guard try body(path, node, size) else { return }
    }
  }

  /// Visits the paths and sizes of the rows of a range; a long leaf counts as oversized.
  func sizes(
    in range: PathRange, _ body: (UnsafeRawBufferPointer, Int) -> Bool
  ) throws(StoreError) {
    ascending.bind(1, range.lower).bind(2, range.upper)
    defer { ascending.reset() }
    while try ascending.step() {
      let size = ascending.byteCount(1)
      guard body(ascending.borrowed(0), size == 0 ? Int.max / 2 : size) else { return }
    }
  }

  /// Whether any row lies in a range.
  func hasRows(in range: PathRange) throws(StoreError) -> Bool {
    ascending.bind(1, range.lower).bind(2, range.upper)
    defer { ascending.reset() }
    return try ascending.step()
  }

  /// The node in the second column of a row, and its bytes on disk.
  @inline(__always)
  func value(
    of statement: Statement, at path: UnsafeRawBufferPointer
  ) throws(StoreError) -> (Node, Int) {
    let value = statement.borrowed(1)
    if !value.isEmpty { return (try decode(value, at: path), value.count) }
    return try longValue(at: path)
  }

  /// The node in the second column of a row, and its bytes on disk.
  func value(of statement: Statement, at path: PathBytes) throws(StoreError) -> (Node, Int) {
    try path.lent { (path) throws(StoreError) in try value(of: statement, at: path) }
  }

  private func longValue(at path: UnsafeRawBufferPointer) throws(StoreError) -> (Node, Int) {
    long.bind(1, PathBytes(path))
    defer { long.reset() }
    guard try long.step() else { throw damaged(PathBytes(path)) }
    let value = long.borrowed(0)
    return (try decode(value, at: path), value.count)
  }

  private func decode(
    _ value: UnsafeRawBufferPointer, at path: UnsafeRawBufferPointer
  ) throws(StoreError) -> Node {
    do {
      return try NodeCoding.decode(value, cache)
    } catch {
      throw damaged(PathBytes(path))
    }
  }

  /// The node of the bytes in the row of a path's child.
  func decode(
    _ value: UnsafeRawBufferPointer, _ parent: PathBytes, _ component: UnsafeRawBufferPointer
  ) throws(StoreError) -> Node {
    do {
      return try NodeCoding.decode(value, cache)
    } catch {
      throw damaged(parent + component)
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
