internal import JSONTree

/// One frozen revision of the tree, read from the file.
///
/// Valid between `begin` and `end`; nested pairs see the same revision.
final class ReadSnapshot {
  let connection: Connection
  let records: RecordReader
  let lists: ListReader
  let journal: Journal
  private(set) var catalog = ListCatalog()
  private(set) var revision = Revision.zero
  private let newest: Statement
  /// The version of the file at which the declarations were read.
  private var known: UInt32?
  private var depth = 0

  init(_ connection: Connection) throws(StoreError) {
    self.connection = connection
    // Not the journal's own statement of that kind, which is reset in between.
    newest = try connection.statement("SELECT max(revision) AS held FROM journal")
    records = try RecordReader(connection)
    lists = try ListReader(records)
    journal = try Journal(connection)
  }

  /// Freezes a revision.
  ///
  /// A statement that has not come to its end holds what is read in place: that saves the beginning
  /// and the end of a transaction, half of what reading one record costs.
  func begin() throws(StoreError) {
    if depth == 0 {
      do throws(StoreError) {
        revision = Revision(try newest.step() ? newest.integer(0) : 0)
        let version = connection.dataVersion
        if version != known {
          known = nil
          _ = try catalog.refresh(from: connection)
          known = version
        }
      } catch {
        newest.reset()
        throw error
      }
    }
    depth += 1
  }

  /// Lets the revision go.
  func end() {
    depth -= 1
    if depth == 0 { newest.reset() }
  }

  func close() {
    connection.close()
  }
}

extension ReadSnapshot: TreeReader {
  func node(at path: Path) throws -> Node {
    try records.node(at: path, PathCoding.bytes(of: path))
  }

  func changes(since revision: Revision) throws -> ChangeSet {
    try journal.changes(since: revision)
  }

  func children(of query: Query) throws -> [Child] {
    let span = Span(of: query)
    switch query.limit {
    case nil: return try fetch(query, span)
    case .first(let count): return try fetch(query, span, count: count)
    case .last(let count):
      return try fetch(query, span, backwards: true, count: count).reversed()
    }
  }

  func window(
    of query: Query, from anchor: WindowAnchor, before: Int, after: Int
  ) throws -> [Child] {
    if query.limit != nil {
      let children = try children(of: query)
      return Query.window(of: children, from: anchor, before: before, after: after)
    }
    let (before, after) = (max(before, 0), max(after, 0))
    let (sum, overflow) = before.addingReportingOverflow(after)
    let size = overflow ? Int.max : sum
    let span = Span(of: query)
    var (head, tail) = (span, span)
    switch anchor {
    case .first: return try fetch(query, span, count: size)
    case .last: return try fetch(query, span, backwards: true, count: size).reversed()
    case .place(let place):
      head = span.before(place)
      tail = span.from(place)
    case .offset(let offset):
      guard let cut = try cut(at: max(offset, 0), of: query, in: span) else {
        return try fetch(query, span, backwards: true, count: before).reversed()
      }
      head.upper = cut
      tail.lower = cut
    }
    let below = try fetch(query, tail, count: after)
    if before == 0 { return below }
    return try fetch(query, head, backwards: true, count: before).reversed() + below
  }

  func total(of query: Query) throws -> Int {
    let count = try count(query, in: Span(of: query))
    return min(count, query.limit?.count ?? count)
  }

  func sum(of path: Path, in query: Query) throws -> Scalar {
    if !query.isFiltered, let location = catalog.location(at: query.path),
      let tally = location.tallies.first(where: { $0.child == path })
    {
      return try lists.sum(tally).scalar
    }
    var sum: Scalar = 0
    if query.limit == nil {
      let span = Span(of: query)
      try visit(query) { child, _ in
        if span.contains(child.place) { sum = .adding(sum, child.node[path].scalar) }
        return true
      }
    } else {
      for child in try children(of: query) { sum = .adding(sum, child.node[path].scalar) }
    }
    return sum
  }

  func rank(of place: Place, in query: Query) throws -> Int {
    let span = Span(of: query)
    let before = try count(query, in: span.before(place))
    switch query.limit {
    case nil: return before
    case .first(let count): return min(before, count)
    case .last(let count):
      let hidden = max(try self.count(query, in: span) - count, 0)
      return max(before - hidden, 0)
    }
  }
}

extension Scalar {
  /// A sum and what may be a number.
  fileprivate static func adding(_ sum: Scalar, _ other: Scalar?) -> Scalar {
    guard let other, other.isNumber else { return sum }
    return Scalar.sum(sum, other)
  }
}
