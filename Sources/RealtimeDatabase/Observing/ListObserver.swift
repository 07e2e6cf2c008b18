import JSONTree

/// Observes the children inside the bounds of a query without a limit.
///
/// All of them are kept; a step reads again only the touched children.
struct ListObserver: Sendable {
  /// The query: a place, an ordering, bounds.
  let query: Query
  /// The children inside the bounds, as last seen.
  private(set) var rows: OrderedRows
  private var places: [Key: Place]
  private var size: ObservedSize

  /// Reads the children for the first time; throws `tooLarge` when they hold more than `sizeLimit`.
  init(_ query: Query, sizeLimit: Int = .max, reading reader: some TreeReader) throws {
    self.query = query
    let children = try reader.children(of: query)
    size = ObservedSize(limit: sizeLimit, at: query.path)
    try size.set(children)
    rows = OrderedRows(children)
    places = Self.places(of: children)
  }

  /// Reads again what a step touched, and says what became different.
  mutating func refresh(after changes: ChangeSet, reading reader: some TreeReader) throws
    -> Refresh
  {
    switch Touch(of: changes, on: query.path) {
    case .nothing:
      return .nothing
    case .everything:
      let children = try reader.children(of: query)
      try size.set(children)
      let newer = OrderedRows(children)
      let deltas = rows.deltas(to: newer)
      rows = newer
      places = Self.places(of: children)
      return report(deltas)
    case .below(let suffixes):
      var deltas: [ChildDelta] = []
      for key in Touch.children(of: suffixes) {
        let old = places[key].map { rows.children[rows.index(of: $0)] }
        let new = try query.child(key, reading: reader)
        guard old != new else { continue }
        deltas.append(ChildDelta(old: old, new: new))
        places[key] = new?.place
      }
      try size.apply(deltas)
      rows.apply(deltas)
      return report(deltas)
    }
  }

  private func report(_ deltas: [ChildDelta]) -> Refresh {
    let events = ChildEvent.events(of: deltas, in: rows)
    return Refresh(events: events, isValueChanged: !events.isEmpty)
  }

  private static func places(of children: [Child]) -> [Key: Place] {
    Dictionary(children.map { ($0.key, $0.place) }, uniquingKeysWith: { first, _ in first })
  }
}
