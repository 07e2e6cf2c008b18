import JSONTree

/// The observer of one query: exactly one of three kinds, the one that fits the query.
struct QueryObserver: Sendable {
  // Three places instead of an enum, so that each kind is changed where it lies: taking a payload
  // out of an enum and putting it back would copy its rows at every step.
  private var value: ValueObserver?
  private var list: ListObserver?
  private var limit: LimitObserver?

  /// Reads the result for the first time; throws `tooLarge` when it holds more than `sizeLimit`.
  init(_ query: Query, sizeLimit: Int = .max, reading reader: some TreeReader) throws {
    if query.limit != nil {
      limit = try LimitObserver(query, sizeLimit: sizeLimit, reading: reader)
    } else if !query.isFiltered {
      value = try ValueObserver(query, sizeLimit: sizeLimit, reading: reader)
    } else {
      list = try ListObserver(query, sizeLimit: sizeLimit, reading: reader)
    }
  }

  /// The whole result.
  ///
  /// With bounds or a limit: the chosen children, without the place's own priority; absent when a
  /// leaf is there (Firebase).
  var node: Node {
    if let value { return value.node }
    let rows = list?.rows ?? limit?.rows ?? OrderedRows()
    return Node(rows.children.map { ($0.key, $0.node) })
  }

  /// The children in order, from now on kept up to date for their events.
  mutating func trackedRows() -> OrderedRows {
    value?.trackedRows() ?? list?.rows ?? limit?.rows ?? OrderedRows()
  }

  /// Reads again what a step touched, and says what became different.
  mutating func refresh(after changes: ChangeSet, reading reader: some TreeReader) throws
    -> Refresh
  {
    if let refresh = try value?.refresh(after: changes, reading: reader) { return refresh }
    if let refresh = try list?.refresh(after: changes, reading: reader) { return refresh }
    return try limit?.refresh(after: changes, reading: reader) ?? .nothing
  }
}
