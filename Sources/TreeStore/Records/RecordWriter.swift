internal import JSONTree

/// Writes the rows of the tree, splitting and joining them as they grow and shrink.
///
/// The rows of a tree hold, taken together, exactly the tree: no row lies inside another's subtree,
/// a split node has at least one row besides its priority's, and a location with lists, and all
/// above it, is split. Works inside a transaction of its connection.
final class RecordWriter {
  let reader: RecordReader
  /// The locations with lists: they and the nodes above them are always split.
  var locations: [PathBytes] = []

  private let insert: Statement
  private let delete: Statement
  private let deleteRange: Statement
  private let insertLong: Statement
  private let deleteLong: Statement
  private let deleteLongRange: Statement

  /// The row read or written last: the steps of one write often meet it again.
  private var last: RecordReader.Row?
  /// A stretch of paths without rows, found by the last look at the file.
  ///
  /// A write of many steps in path order asks the file for it once, not at every step.
  private var gap: Gap?

  init(_ connection: Connection) throws(StoreError) {
    reader = try RecordReader(connection)
    insert = try connection.statement("INSERT OR REPLACE INTO record (path, value) VALUES (?1, ?2)")
    delete = try connection.statement("DELETE FROM record WHERE path = ?1")
    deleteRange = try connection.statement("DELETE FROM record WHERE path >= ?1 AND path < ?2")
    insertLong = try connection.statement(
      "INSERT OR REPLACE INTO long (path, value) VALUES (?1, ?2)")
    deleteLong = try connection.statement("DELETE FROM long WHERE path = ?1")
    deleteLongRange = try connection.statement("DELETE FROM long WHERE path >= ?1 AND path < ?2")
  }

  /// Forgets what was read; call it at the beginning of a transaction and after a rollback.
  func forget() {
    last = nil
    gap = nil
  }

  /// What stands at a path.
  func node(at path: Path, _ bytes: PathBytes) throws(StoreError) -> Node {
    if let row = try row(holding: bytes) { return try reader.descend(row, to: path) }
    return try isAbsent(bytes) ? .empty : reader.split(bytes)
  }

  /// Whether anything stands at a path; reads one row.
  func hasNode(at path: Path, _ bytes: PathBytes) throws(StoreError) -> Bool {
    if let row = try row(holding: bytes) { return try !reader.descend(row, to: path).isEmpty }
    return try !isAbsent(bytes)
  }

  /// Puts a node at a path in place of what was there; an empty one removes it.
  func set(_ node: Node, at path: Path, _ bytes: PathBytes) throws(StoreError) {
    if let row = try row(holding: bytes) {
      guard row.path.count < bytes.count else { return try store(node, at: bytes, replacing: row) }
      guard let depth = row.path.withUnsafeBytes({ PathCoding.depth(of: $0) }) else {
        throw reader.damaged(row.path)
      }
      let below = Path(Array(path.keys.dropFirst(depth)))
      return try store(row.node.setting(node, at: below), at: row.path, replacing: row)
    }
    if try !isAbsent(bytes) { try removeRows(below: bytes) }
    try store(node, at: bytes, replacing: nil)
  }

  /// Splits the rows at and above a location that has been given lists.
  func split(above location: PathBytes) throws(StoreError) {
    forget()
    guard let row = try row(holding: location) else { return }
    try remove(row)
    try insert(row.node, at: row.path)
  }

  private func row(holding path: PathBytes) throws(StoreError) -> RecordReader.Row? {
    if let last, last.path.count <= path.count, path.starts(with: last.path) { return last }
    if let gap, gap.covers(path) { return nil }
    last = try reader.row(holding: path)
    return last
  }

  /// Whether no row is below a path that no row holds.
  private func isAbsent(_ path: PathBytes) throws(StoreError) -> Bool {
    if let gap, gap.covers(path) { return true }
    let next = try reader.path(following: path)
    if let next, next.starts(with: path) { return false }
    gap = Gap(lower: path, isLowerFree: true, upper: next)
    return true
  }
}

// MARK: - Splitting and joining

extension RecordWriter {
  /// Writes a node whose subtree has no rows but the one it replaces.
  private func store(
    _ node: Node, at path: PathBytes, replacing row: RecordReader.Row?
  ) throws(StoreError) {
    guard !node.isEmpty else {
      if let row { try remove(row) }
      return try climb(from: path)
    }
    if let blob = blob(of: node, at: path) {
      if let row, row.isLong { try remove(row) }
      try write(blob, node, at: path)
      // A row that grew, or stayed, leaves its neighbours' sum where it was or above.
      if blob.count <= StoreLimits.joinBytes, blob.count < row?.size ?? Int.max {
        try join(from: path)
      }
      return
    }
    if let row { try remove(row) }
    try insert(node, at: path)
  }

  /// The encoding of a node that can be one row; nil when it must be split, or is a long leaf.
  private func blob(of node: Node, at path: PathBytes) -> [UInt8]? {
    if case .branch = node, isSplit(path) { return nil }
    guard !node.exceeds(StoreLimits.recordBytes) else { return nil }
    let blob = NodeCoding.encode(node)
    return blob.count <= StoreLimits.recordBytes ? blob : nil
  }

  /// Writes a node as one row, or split into several, where nothing is.
  private func insert(_ node: Node, at path: PathBytes) throws(StoreError) {
    if let blob = blob(of: node, at: path) { return try write(blob, node, at: path) }
    last = nil
    let around = gap
    switch node {
    case .empty: return
    case .leaf:
      try insert.bind(1, path).bind(2, [UInt8]()).run()
      try insertLong.bind(1, path).bind(2, NodeCoding.encode(node)).run()
    case .branch(let children, let priority):
      if let priority {
        let blob = NodeCoding.encode(.leaf(priority))
        try insertPriority(blob, at: path + [PathCoding.priorityTag])
      }
      for (key, child) in children {
        var below = path
        PathCoding.append(key, to: &below)
        try insert(child, at: below)
      }
    }
    gap = around?.occupied(below: path)
  }

  /// A priority can be a long text, like a leaf.
  private func insertPriority(_ blob: [UInt8], at path: PathBytes) throws(StoreError) {
    if blob.count <= StoreLimits.recordBytes {
      try insert.bind(1, path).bind(2, blob).run()
    } else {
      try insert.bind(1, path).bind(2, [UInt8]()).run()
      try insertLong.bind(1, path).bind(2, blob).run()
    }
  }

  private func write(_ blob: [UInt8], _ node: Node, at path: PathBytes) throws(StoreError) {
    gap = gap?.occupied(at: path)
    try insert.bind(1, path).bind(2, blob).run()
    last = RecordReader.Row(path: path, node: node, size: blob.count, isLong: false)
  }

  /// Whether a location with lists lies at or below a path.
  private func isSplit(_ path: PathBytes) -> Bool {
    locations.contains { $0.count >= path.count && $0.starts(with: path) }
  }

  /// After a removal: parents left without children vanish with their priorities.
  private func climb(from path: PathBytes) throws(StoreError) {
    last = nil
    var current = path
    while let parent = PathCoding.parent(of: current) {
      let priority = parent + [PathCoding.priorityTag]
      let hasChildren = try reader.hasRows(in: .children(of: parent))
      if hasChildren { return try join(from: current) }
      try removeRows(below: priority)
      current = parent
    }
  }

  /// Puts the rows of the nodes above a path together where they have become small.
  private func join(from path: PathBytes) throws(StoreError) {
    var top: PathBytes?
    var current = path
    while let parent = PathCoding.parent(of: current), !isSplit(parent) {
      var total = 0
      try reader.sizes(in: .subtree(of: parent)) { row, size in
        total += size + row.count - parent.count
        return total <= StoreLimits.joinBytes
      }
      guard total <= StoreLimits.joinBytes else { break }
      top = parent
      current = parent
    }
    guard let top else { return }
    let node = try reader.split(top)
    let blob = NodeCoding.encode(node)
    // Reached only when keys and nesting take more room than the rows' paths did.
    guard blob.count <= StoreLimits.recordBytes, !node.isEmpty else { return }
    try removeRows(below: top)
    try write(blob, node, at: top)
  }

  private func remove(_ row: RecordReader.Row) throws(StoreError) {
    last = nil
    try delete.bind(1, row.path).run()
    if row.isLong { try deleteLong.bind(1, row.path).run() }
  }

  /// Removes the row at a path and all below it.
  private func removeRows(below path: PathBytes) throws(StoreError) {
    last = nil
    let range = PathRange.subtree(of: path)
    try deleteRange.bind(1, range.lower).bind(2, range.upper).run()
    if reader.connection.changedRows > 0 {
      try deleteLongRange.bind(1, range.lower).bind(2, range.upper).run()
    }
  }
}

extension Node {
  /// Whether the texts and keys alone take more than `limit` bytes; stops counting there.
  ///
  /// Saves encoding a large tree only to learn that it is too large for one row.
  fileprivate func exceeds(_ limit: Int) -> Bool {
    var left = limit
    return !fits(in: &left)
  }

  private func fits(in left: inout Int) -> Bool {
    switch self {
    case .empty: return true
    case .leaf(.string(let text), _):
      left -= text.utf8.count
      return left >= 0
    case .leaf:
      return left >= 0
    case .branch(let children, _):
      for (key, child) in children {
        left -= key.name.utf8.count + 1
        guard left >= 0, child.fits(in: &left) else { return false }
      }
      return true
    }
  }
}
