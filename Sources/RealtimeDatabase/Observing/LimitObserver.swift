import JSONTree

/// Observes the first or last children of a query with a limit.
///
/// When a step touches them they are read again, at most the limit, and compared: refetch and
/// diff, never patch. A touched child that is neither among them nor sorts among them costs one
/// look at that child.
struct LimitObserver: Sendable {
  /// The query: a place, an ordering, bounds, a limit.
  let query: Query
  /// The children inside, as last seen.
  private(set) var rows: OrderedRows
  private var keys: Set<Key>

  /// Reads the children for the first time.
  init(_ query: Query, reading reader: some TreeReader) throws {
    self.query = query
    let children = try reader.children(of: query)
    rows = OrderedRows(children)
    keys = Set(children.map(\.key))
  }

  /// Reads again what a step touched, and says what became different.
  mutating func refresh(after changes: ChangeSet, reading reader: some TreeReader) throws
    -> Refresh
  {
    switch Touch(of: changes, on: query.path) {
    case .nothing: return .nothing
    case .everything: break
    case .below(let suffixes):
      let touched = Touch.children(of: suffixes)
      guard try concerns(touched, reading: reader) else { return .nothing }
    }
    let children = try reader.children(of: query)
    let newer = OrderedRows(children)
    let deltas = rows.deltas(to: newer)
    rows = newer
    keys = Set(children.map(\.key))
    let events = ChildEvent.events(of: deltas, in: rows)
    return Refresh(events: events, isValueChanged: !events.isEmpty)
  }

  /// Whether a touched child was among the rows, or may be now.
  private func concerns(_ touched: [Key], reading reader: some TreeReader) throws -> Bool {
    if touched.contains(where: keys.contains) { return true }
    // Reading them all again is cheaper than looking at more children than there are rows.
    if touched.count > max(1, rows.children.count) { return true }
    for key in touched {
      guard let child = try query.child(key, reading: reader) else { continue }
      if admits(child.place) { return true }
    }
    return false
  }

  private func admits(_ place: Place) -> Bool {
    switch query.limit {
    case nil: return true
    case .first(let count):
      guard rows.children.count >= count, let last = rows.children.last else { return true }
      return place < last.place
    case .last(let count):
      guard rows.children.count >= count, let first = rows.children.first else { return true }
      return place > first.place
    }
  }
}
