import JSONTree

/// Observes the first or last children of a query with a limit.
///
/// A touched child is looked at. One that stays at its place among them is replaced there; when one
/// has gone, has moved, or sorts among them now, all are read again, at most the limit, and
/// compared. A child outside that stays outside costs the one look.
struct LimitObserver: Sendable {
  /// The query: a place, an ordering, bounds, a limit.
  let query: Query
  /// The children inside, as last seen.
  private(set) var rows: OrderedRows
  private var places: [Key: Place] = [:]
  private var size: ObservedSize

  /// Reads the children for the first time; throws `tooLarge` when they hold more than `sizeLimit`.
  init(_ query: Query, sizeLimit: Int = .max, reading reader: some TreeReader) throws {
    self.query = query
    rows = OrderedRows()
    size = ObservedSize(limit: sizeLimit, at: query.path)
    _ = try fetch(reading: reader)
  }

  /// Reads again what a step touched, and says what became different.
  mutating func refresh(after changes: ChangeSet, reading reader: some TreeReader) throws
    -> Refresh
  {
    let deltas: [ChildDelta]
    switch Touch(of: changes, on: query.path) {
    case .nothing: return .nothing
    case .everything: deltas = try fetch(reading: reader)
    case .below(let suffixes):
      let touched = Touch.children(of: suffixes)
      if let changed = try changedInPlace(touched, reading: reader) {
        try size.apply(changed)
        rows.apply(changed)
        deltas = changed
      } else {
        deltas = try fetch(reading: reader)
      }
    }
    let events = ChildEvent.events(of: deltas, in: rows)
    return Refresh(events: events, isValueChanged: !events.isEmpty)
  }

  /// Reads all of them, and says which are different.
  private mutating func fetch(reading reader: some TreeReader) throws -> [ChildDelta] {
    let children = try reader.children(of: query)
    try size.set(children)
    let newer = OrderedRows(children)
    let deltas = rows.deltas(to: newer)
    rows = newer
    places = Dictionary(children.map { ($0.key, $0.place) }) { first, _ in first }
    return deltas
  }

  /// The touched children that are different, when all rows stay where they are; nil when others
  /// may have to be among them now.
  private func changedInPlace(
    _ touched: [Key], reading reader: some TreeReader
  ) throws -> [ChildDelta]? {
    // Reading them all again is cheaper than looking at more children than there are rows.
    if touched.count > max(1, rows.children.count) { return nil }
    var deltas: [ChildDelta] = []
    for key in touched {
      let child = try query.child(key, reading: reader)
      if let place = places[key] {
        guard let child, child.place == place else { return nil }
        let old = rows.children[rows.index(of: place)]
        if old != child { deltas.append(ChildDelta(old: old, new: child)) }
      } else if let child, admits(child.place) {
        return nil
      }
    }
    return deltas
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
