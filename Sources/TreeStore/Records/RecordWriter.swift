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
  /// Where the record that is about to be written is encoded; no record is larger.
  private let scratch = UnsafeMutableRawBufferPointer.allocate(
    byteCount: StoreLimits.recordBytes, alignment: 1)

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

  deinit {
    scratch.deallocate()
  }

  /// Forgets what was read: at the beginning of a transaction, after a rollback, and when rows
  /// beside the gap may have gone.
  func forget() {
    last = nil
    gap = nil
  }

  /// What the file has for a path.
  enum Spot {
    /// A row at the path or above it.
    case row(RecordReader.Row)
    /// Rows below the path.
    case split
    /// Nothing at, above or below it.
    case free
  }

  /// Looks at what the file has for a path; good until something else is written.
  func spot(_ path: PathBytes) throws(StoreError) -> Spot {
    if let last, path.lies(below: last.path) { return .row(last) }
    if let gap, gap.covers(path) { return .free }
    if let row = try reader.row(holding: path) {
      last = row
      return .row(row)
    }
    let next = try reader.path(following: path)
    if let next, next.lies(below: path) { return .split }
    gap = Gap(lower: path, isLowerFree: true, upper: next)
    return .free
  }

  /// What stands at a path.
  func node(at path: Path, _ bytes: PathBytes) throws(StoreError) -> Node {
    try node(at: path, bytes, try spot(bytes))
  }

  /// What stands at a path of which is known what the file has.
  func node(at path: Path, _ bytes: PathBytes, _ spot: Spot) throws(StoreError) -> Node {
    switch spot {
    case .row(let row): try reader.descend(row, to: path)
    case .split: try reader.split(bytes)
    case .free: .empty
    }
  }

  /// The priority of what stands at a path, whether it is one row or many; reads two rows at most.
  func priority(at path: Path, _ bytes: PathBytes) throws(StoreError) -> Scalar? {
    switch try spot(bytes) {
    case .row(let row): try reader.descend(row, to: path).priority
    case .split: try reader.row(holding: bytes + [PathCoding.priorityTag])?.node.scalar
    case .free: nil
    }
  }

  /// Whether anything stands at a path; reads one row.
  func hasNode(at path: Path, _ bytes: PathBytes) throws(StoreError) -> Bool {
    switch try spot(bytes) {
    case .row(let row): try !reader.descend(row, to: path).isEmpty
    case .split: true
    case .free: false
    }
  }

  /// Puts a node at a path in place of what was there; an empty one removes it.
  func set(_ node: Node, at path: Path, _ bytes: PathBytes, _ spot: Spot) throws(StoreError) {
    switch spot {
    case .row(let row):
      guard row.path.count < bytes.count else { return try store(node, at: bytes, replacing: row) }
      let below = Path(Array(path.keys.dropFirst(try reader.depth(of: row))))
      try store(row.node.setting(node, at: below), at: row.path, replacing: row)
    case .split:
      try removeRows(below: bytes)
      try store(node, at: bytes, replacing: nil)
    case .free:
      try store(node, at: bytes, replacing: nil, whereNothingWas: true)
    }
  }

  /// Gives what is at a path a priority, whether it is one row or many; nothing has none.
  func setPriority(_ priority: Scalar, at path: Path, _ bytes: PathBytes) throws(StoreError) {
    let spot = try spot(bytes)
    switch spot {
    case .row(let row):
      let node = try reader.descend(row, to: path).settingPriority(priority)
      try set(node, at: path, bytes, spot)
    case .free: return
    case .split:
      let place = bytes + [PathCoding.priorityTag]
      forget()
      try removeRows(below: place)
      try insertPriority(NodeCoding.encode(.leaf(priority)), at: place)
    }
  }

  /// Splits the rows at and above a location that has been given lists.
  func split(above location: PathBytes) throws(StoreError) {
    forget()
    guard let row = try reader.row(holding: location) else { return }
    try remove(row)
    try insert(row.node, at: row.path)
  }
}

// MARK: - Splitting and joining

extension RecordWriter {
  /// Writes a node whose subtree has no rows but the one it replaces.
  private func store(
    _ node: Node, at path: PathBytes, replacing row: RecordReader.Row?,
    whereNothingWas wasFree: Bool = false
  ) throws(StoreError) {
    guard !node.isEmpty else {
      if let row { try remove(row) }
      return try climb(from: path)
    }
    if let blob = blob(of: node, at: path) {
      if let row, row.isLong { try remove(row) }
      // A row that grew, stayed or came anew leaves its neighbours' sum where it was or above.
      let mayJoin =
        wasFree ? !hasNeighbour(path) : blob.count < row?.size ?? Int.max
      try write(blob, node, at: path)
      if mayJoin, blob.count <= StoreLimits.joinBytes { try join(from: path) }
      return
    }
    if let row { try remove(row) }
    try insert(node, at: path)
  }

  /// The encoding of a node that can be one row; nil when it must be split, or is a long leaf.
  ///
  /// It stands in `scratch`, and is good until the next is asked for.
  private func blob(of node: Node, at path: PathBytes) -> UnsafeRawBufferPointer? {
    if case .branch = node, isSplit(path) { return nil }
    guard let count = NodeCoding.encode(node, into: scratch) else { return nil }
    return UnsafeRawBufferPointer(rebasing: scratch[..<count])
  }

  /// Whether it is certain, without a look at the file, that the node above has other rows.
  private func hasNeighbour(_ path: PathBytes) -> Bool {
    guard let gap, let parent = PathCoding.parent(of: path) else { return false }
    return gap.borders(below: parent)
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

  private func write(
    _ blob: UnsafeRawBufferPointer, _ node: Node, at path: PathBytes
  ) throws(StoreError) {
    gap = gap?.occupied(at: path)
    try path.lent { (path) throws(StoreError) in
      try insert.lend(1, path).lend(2, blob).run()
    }
    last = RecordReader.Row(path: path, node: node, size: blob.count, isLong: false)
  }

  /// Whether a location with lists lies at or below a path.
  private func isSplit(_ path: PathBytes) -> Bool {
    locations.contains { $0.lies(below: path) }
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
    // Not so only when keys and nesting take more room than the rows' paths did.
    guard !node.isEmpty, let blob = blob(of: node, at: top) else { return }
    try removeRows(below: top)
    try write(blob, node, at: top)
  }

  private func remove(_ row: RecordReader.Row) throws(StoreError) {
    forget()
    try delete.bind(1, row.path).run()
    if row.isLong { try deleteLong.bind(1, row.path).run() }
  }

  /// Removes the row at a path and all below it.
  private func removeRows(below path: PathBytes) throws(StoreError) {
    forget()
    let range = PathRange.subtree(of: path)
    try deleteRange.bind(1, range.lower).bind(2, range.upper).run()
    if reader.connection.changedRows > 0 {
      try deleteLongRange.bind(1, range.lower).bind(2, range.upper).run()
    }
  }
}
