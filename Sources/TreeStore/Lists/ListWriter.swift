internal import JSONTree

/// Keeps the declared lists, counts and sums exact while a write is applied.
///
/// Each step is noted before it is written; at the end the children it touched are compared as they
/// were and as they are, and the differences written in the lists' own order.
final class ListWriter {
  /// A child that steps of this write touch, as it was and as it will be.
  private struct Touched {
    var component: PathBytes
    var key: Key
    var old: Node
    var new: Node
  }

  /// The touched children of one location.
  ///
  /// Steps never overlap, so a child written whole comes once and is only appended; the index by
  /// component is made when the first step below a child asks for it.
  private struct TouchedChildren {
    var all: [Touched] = []
    private var positions: [PathBytes: Int]?

    mutating func append(_ child: Touched) {
      positions?[child.component] = all.count
      all.append(child)
    }

    mutating func position(of component: PathBytes) -> Int? {
      if let last = all.indices.last, all[last].component == component { return last }
      if all.isEmpty { return nil }
      if positions == nil {
        var found: [PathBytes: Int] = [:]
        for index in all.indices { found[all[index].component] = index }
        positions = found
      }
      return positions?[component]
    }
  }

  private let connection: Connection
  private let records: RecordWriter
  private let words: WordWriter
  private(set) var catalog = ListCatalog()
  /// The revision at the beginning of the transaction.
  private(set) var revision = Revision.zero
  /// For each location of the catalog, its touched children.
  private var touched: [TouchedChildren] = []

  private let insert: Statement
  private let delete: Statement
  private let count: Statement
  private let readTally: Statement
  private let writeTally: Statement

  init(_ connection: Connection, records: RecordWriter) throws(StoreError) {
    self.connection = connection
    self.records = records
    words = try WordWriter(connection)
    insert = try connection.statement(
      "INSERT OR REPLACE INTO entry (list, sort, key) VALUES (?1, ?2, ?3)")
    delete = try connection.statement(
      "DELETE FROM entry WHERE list = ?1 AND sort = ?2 AND key = ?3")
    count = try connection.statement("UPDATE location SET count = count + ?2 WHERE id = ?1")
    readTally = try connection.statement("SELECT high, low, fraction FROM tally WHERE id = ?1")
    writeTally = try connection.statement(
      "UPDATE tally SET high = ?2, low = ?3, fraction = ?4 WHERE id = ?1")
  }

  /// Begins a transaction: reads declarations that another process has made.
  func begin() throws(StoreError) {
    let (isNew, revision) = try catalog.refresh(from: connection)
    if isNew { records.locations = catalog.locations.map(\.bytes) }
    self.revision = revision
    discard()
  }

  /// Forgets the steps noted: after they were written, and when they are not going to be.
  func discard() {
    touched = catalog.locations.map { _ in TouchedChildren() }
  }

  /// Reads the declarations again at the next beginning: some may have been rolled back.
  func forgetDeclarations() {
    catalog = ListCatalog()
  }

  /// Notes a step that is about to be written.
  ///
  /// A step that writes only a priority leaves the children of its place as they are.
  func note(
    _ path: Path, _ bytes: PathBytes, old: Node, new: Node, onlyPriority: Bool
  ) throws(StoreError) {
    for (index, location) in catalog.locations.enumerated() {
      if bytes.count > location.bytes.count {
        if bytes.lies(below: location.bytes) {
          try note(
            path, bytes, old: old, new: new, onlyPriority: onlyPriority, in: location, index)
        }
      } else if !onlyPriority, location.bytes.lies(below: bytes) {
        let below = Path(Array(location.path.keys.dropFirst(path.depth)))
        noteAll(old: old[below].children, new: new[below].children, index)
      }
    }
  }

  /// A step at or below one child of a location.
  private func note(
    _ path: Path, _ bytes: PathBytes, old: Node, new: Node, onlyPriority: Bool,
    in location: ListedLocation, _ index: Int
  ) throws(StoreError) {
    let depth = location.path.depth
    let key = path.keys[depth]
    if path.depth == depth + 1, !onlyPriority {
      let component = PathBytes(bytes[location.bytes.count...])
      touched[index].append(Touched(component: component, key: key, old: old, new: new))
      return
    }
    let component = PathCoding.bytes(of: key)
    let position: Int
    if let known = touched[index].position(of: component) {
      position = known
    } else {
      let was = try records.node(at: location.path.child(key), location.bytes + component)
      position = touched[index].all.count
      touched[index].append(Touched(component: component, key: key, old: was, new: was))
    }
    let below = Path(Array(path.keys.dropFirst(depth + 1)))
    let child = touched[index].all[position].new
    touched[index].all[position].new = child.setting(new, at: below)
  }

  /// A step at or above a location: all its children.
  private func noteAll(old: Children, new: Children, _ index: Int) {
    for (key, node) in old {
      touched[index].append(
        Touched(
          component: PathCoding.bytes(of: key), key: key, old: node, new: new[key] ?? .empty))
    }
    for (key, node) in new {
      if let was = old[key], !was.isEmpty { continue }
      touched[index].append(
        Touched(component: PathCoding.bytes(of: key), key: key, old: .empty, new: node))
    }
  }

  /// Brings the lists up to date with all noted steps.
  func flush() throws(StoreError) {
    for (index, location) in catalog.locations.enumerated() where !touched[index].all.isEmpty {
      let children = touched[index].all
      touched[index] = TouchedChildren()
      try updateCount(of: location, children)
      for list in location.lists { try update(list, children) }
      for tally in location.tallies { try update(tally, children) }
      for text in location.words {
        for child in children {
          try words.update(text, child.component, old: child.old, new: child.new)
        }
      }
    }
  }

  private func updateCount(
    of location: ListedLocation, _ children: [Touched]
  ) throws(StoreError) {
    var difference: Int64 = 0
    for child in children {
      difference += (child.new.isEmpty ? 0 : 1) - (child.old.isEmpty ? 0 : 1)
    }
    if difference != 0 { try count.bind(1, location.id).bind(2, difference).run() }
  }

  private func update(
    _ list: ListedLocation.List, _ children: [Touched]
  ) throws(StoreError) {
    var gone = EntryBatch()
    var new = EntryBatch()
    for child in children {
      if list.ordering.isAlike(child.old, child.new) { continue }
      let before = child.old.isEmpty ? nil : SortKey(of: child.old, under: list.ordering).indexed
      let after = child.new.isEmpty ? nil : SortKey(of: child.new, under: list.ordering).indexed
      if before == after { continue }
      if let before { gone.append(sort: before.bytes, key: child.component) }
      if let after { new.append(sort: after.bytes, key: child.component) }
    }
    try gone.forEachSorted { (sort, key) throws(StoreError) in
      try delete.bind(1, list.id).lend(2, sort).lend(3, key).run()
    }
    try write(new, to: list.id)
  }

  /// Writes rows of a list in order.
  func write(_ batch: EntryBatch, to list: Int64) throws(StoreError) {
    try batch.forEachSorted { (sort, key) throws(StoreError) in
      try insert.bind(1, list).lend(2, sort).lend(3, key).run()
    }
  }

  private func update(
    _ tally: ListedLocation.Tally, _ children: [Touched]
  ) throws(StoreError) {
    var difference = Tally()
    for child in children {
      let (old, new) = (child.old[tally.child].scalar, child.new[tally.child].scalar)
      if old == new { continue }
      difference.add(new)
      difference.add(old, times: -1)
    }
    guard difference != Tally() else { return }
    readTally.bind(1, tally.id)
    let known = try readTally.step()
    var sum =
      known
      ? Tally(
        high: readTally.integer(0), low: readTally.integer(1), fraction: readTally.double(2))
      : Tally()
    readTally.reset()
    sum.whole += difference.whole
    sum.fraction += difference.fraction
    try write(sum, to: tally.id)
  }

  /// Takes everything out of the lists at and below a path, whose records are about to be removed.
  func empty(atAndBelow path: PathBytes) throws(StoreError) {
    for location in catalog.locations where location.bytes.starts(with: path) {
      try connection.statement("UPDATE location SET count = 0 WHERE id = ?1")
        .bind(1, location.id).run()
      for list in location.lists {
        try connection.statement("DELETE FROM entry WHERE list = ?1").bind(1, list.id).run()
      }
      for tally in location.tallies { try write(Tally(), to: tally.id) }
      for text in location.words { try words.empty(text) }
    }
  }

  /// Writes a sum.
  func write(_ sum: Tally, to tally: Int64) throws(StoreError) {
    try writeTally.bind(1, tally).bind(2, sum.halves.high).bind(3, sum.halves.low)
      .bind(4, sum.fraction).run()
  }
}

extension Ordering {
  /// Whether two states of a child certainly stand at the same place.
  ///
  /// Most writes leave alone what a list sorts by: comparing costs less than folding and encoding.
  fileprivate func isAlike(_ old: Node, _ new: Node) -> Bool {
    guard !old.isEmpty, !new.isEmpty else { return false }
    switch self {
    case .key: return true
    case .value, .priority: return false
    case .child(let path), .folded(let path): return old[path] == new[path]
    }
  }
}
