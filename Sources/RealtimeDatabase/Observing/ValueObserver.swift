import JSONTree

/// Observes a whole place: its node, and in the query's order its children.
///
/// It serves every query without bounds and limit. The node is kept, structurally shared; a step
/// reads again only the touched places below. The children in order are kept only when somebody
/// asks for child events.
struct ValueObserver: Sendable {
  /// The query: a place and an ordering.
  let query: Query
  /// The node as last seen.
  private(set) var node: Node
  /// The children in order; nil while nobody wants their events.
  private(set) var rows: OrderedRows?
  private var size: ObservedSize

  /// Reads the place for the first time; throws `tooLarge` when it holds more than `sizeLimit`.
  ///
  /// Cost: the size of the node.
  init(_ query: Query, sizeLimit: Int = .max, reading reader: some TreeReader) throws {
    self.query = query
    node = try reader.node(at: query.path)
    size = ObservedSize(limit: sizeLimit, at: query.path)
    try size.replace(.empty, by: node)
  }

  /// The children in order, from now on kept.
  mutating func trackedRows() -> OrderedRows {
    if let rows { return rows }
    let sorted = OrderedRows(query.select(from: node))
    rows = sorted
    return sorted
  }

  /// Reads again what a step touched, and says what became different.
  mutating func refresh(after changes: ChangeSet, reading reader: some TreeReader) throws
    -> Refresh
  {
    switch Touch(of: changes, on: query.path) {
    case .nothing: .nothing
    case .everything: try replace(by: try reader.node(at: query.path))
    case .below(let suffixes): try update(suffixes, reading: reader)
    }
  }

  private mutating func replace(by newer: Node) throws -> Refresh {
    guard newer != node else { return .nothing }
    try size.replace(node, by: newer)
    node = newer
    guard let rows else { return Refresh(events: [], isValueChanged: true) }
    let newerRows = OrderedRows(query.select(from: newer))
    let deltas = rows.deltas(to: newerRows)
    self.rows = newerRows
    return Refresh(events: ChildEvent.events(of: deltas, in: newerRows), isValueChanged: true)
  }

  private mutating func update(_ suffixes: [Path], reading reader: some TreeReader) throws
    -> Refresh
  {
    let older = node
    var touched: [Path] = []
    for suffix in Set(suffixes.map { emptied($0, of: suffixes.count) }).sorted() {
      let part = try reader.node(at: query.path.appending(suffix))
      let before = node[suffix]
      guard part != before else { continue }
      try size.replace(before, by: part)
      node = node.setting(part, at: suffix)
      touched.append(suffix)
    }
    guard !touched.isEmpty else { return .nothing }
    guard rows != nil else { return Refresh(events: [], isValueChanged: true) }
    if touched.contains(.root) {
      let whole = node
      node = older
      try size.replace(whole, by: older)
      return try replace(by: whole)
    }
    let deltas = Touch.children(of: touched).map { key in
      ChildDelta(old: query.child(key, in: older), new: query.child(key, in: node))
    }
    rows?.apply(deltas)
    let events = ChildEvent.events(of: deltas, in: rows ?? OrderedRows())
    return Refresh(events: events, isValueChanged: true)
  }

  /// The place to read again for a touched one: itself, or the highest parent above it of which
  /// more may have changed than the touched places tell.
  ///
  /// That is a leaf, which a child written below it and removed again leaves empty; and a parent
  /// with a priority that may have been emptied and filled again, for which all its children must
  /// be touched.
  private func emptied(_ suffix: Path, of touched: Int) -> Path {
    var parent = node
    for (depth, key) in suffix.keys.enumerated() {
      let mayHaveLostPriority = parent.priority != nil && parent.children.count <= touched
      if parent.scalar != nil || mayHaveLostPriority {
        return Path(Array(suffix.keys.prefix(depth)))
      }
      parent = parent[key]
    }
    return suffix
  }
}
