internal import JSONTree

/// Reads declared lists, with the records they point to.
final class ListReader {
  private let records: RecordReader
  private let ascending: Statement
  private let descending: Statement
  private let place: Statement
  private let count: Statement
  private let total: Statement
  private let tally: Statement

  init(_ records: RecordReader) throws(StoreError) {
    self.records = records
    let connection = records.connection
    // Rows are compared as pairs: SQLite seeks to the first and stops at the last.
    let range = "list = ?1 AND (sort, key) >= (?2, ?3) AND (sort, key) < (?4, ?5)"
    let joined = """
      SELECT e.sort, r.value, e.key FROM entry AS e
      LEFT JOIN record AS r ON r.path = CAST(?6 || e.key AS BLOB) WHERE e.
      """ + range.replacing("(sort, key)", with: "(e.sort, e.key)")
    ascending = try connection.statement(joined + " ORDER BY e.sort, e.key")
    descending = try connection.statement(joined + " ORDER BY e.sort DESC, e.key DESC")
    place = try connection.statement(
      "SELECT sort, key FROM entry WHERE \(range) ORDER BY sort, key LIMIT 1 OFFSET ?6")
    count = try connection.statement("SELECT count(*) FROM entry WHERE \(range)")
    total = try connection.statement("SELECT count FROM location WHERE id = ?1")
    tally = try connection.statement("SELECT high, low, fraction FROM tally WHERE id = ?1")
  }

  /// The number of children of a location.
  func total(of location: ListedLocation) throws(StoreError) -> Int {
    total.bind(1, location.id)
    defer { total.reset() }
    return try total.step() ? Int(total.integer(0)) : 0
  }

  /// A declared sum.
  func sum(_ list: ListedLocation.Tally) throws(StoreError) -> Tally {
    tally.bind(1, list.id)
    defer { tally.reset() }
    guard try tally.step() else { return Tally() }
    return Tally(high: tally.integer(0), low: tally.integer(1), fraction: tally.double(2))
  }

  /// The number of rows in a span; nil when a gap lies among rows cut off alike.
  func count(_ list: Int64, in span: Span) throws(StoreError) -> Int? {
    guard span.lower.lowerIndexed == span.lower, span.upper.upperIndexed == span.upper else {
      return nil
    }
    bind(count, list, span)
    defer { count.reset() }
    return try count.step() ? Int(count.integer(0)) : 0
  }

  /// The gap before the row at a position of a span; nil behind the last, and when only records
  /// tell: where the span begins, or the row lies, among sort bytes that were cut off.
  ///
  /// Costs the rows before it: for a deliberate jump, not for scrolling.
  func cut(at offset: Int, of list: Int64, in span: Span) throws(StoreError) -> Cut? {
    guard span.lower.lowerIndexed == span.lower else { return nil }
    bind(place, list, span)
    place.bind(6, Int64(offset))
    defer { place.reset() }
    guard try place.step() else { return nil }
    let cut = Cut(sort: place.bytes(0), key: place.bytes(1))
    return cut.lowerIndexed == cut ? cut : nil
  }

  /// Visits the children of a location in the order of one of its lists until the body says false.
  func children(
    of location: ListedLocation, by list: ListedLocation.List, in span: Span, backwards: Bool,
    _ body: (Child, Int) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let statement = backwards ? descending : ascending
    bind(statement, list.id, span)
    statement.bind(6, location.bytes)
    defer { statement.reset() }
    // Children whose sort bytes were cut off alike: only their records tell their order.
    var alike: [(child: Child, size: Int)] = []
    var shared: [UInt8] = []
    while try statement.step() {
      let sort = statement.bytes(0)
      let key = statement.borrowed(2)
      let (node, size) = try node(in: statement, of: location, key)
      guard let name = PathCoding.key(of: key), !node.isEmpty else {
        throw StoreError(
          .corrupt, at: location.path.description,
          "The list by \(list.ordering) names a child that is not there.")
      }
      if !alike.isEmpty, sort != shared {
        guard try emit(alike, in: span, backwards: backwards, body) else { return }
        alike = []
      }
      if sort.count < Limits.indexedBytes {
        let child = Child(place: Place(sort: SortKey(bytes: sort), key: name), node: node)
        guard try body(child, size) else { return }
      } else {
        alike.append((Child(key: name, node: node, under: list.ordering), size))
        shared = sort
      }
    }
    _ = try emit(alike, in: span, backwards: backwards, body)
  }

  private func emit(
    _ alike: [(child: Child, size: Int)], in span: Span, backwards: Bool,
    _ body: (Child, Int) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    let sorted = alike.filter { span.contains($0.child.place) }
      .sorted { backwards != ($0.child.place < $1.child.place) }
    for (child, size) in sorted {
      guard try body(child, size) else { return false }
    }
    return true
  }

  private func node(
    in statement: Statement, of location: ListedLocation, _ key: UnsafeRawBufferPointer
  ) throws(StoreError) -> (Node, Int) {
    let value = statement.borrowed(1)
    if !value.isEmpty { return (try records.decode(value, location.bytes, key), value.count) }
    let path = location.bytes + key
    if !statement.isNull(1) { return try records.value(of: statement, at: path) }
    // A child that is split into rows.
    return (try records.split(path), StoreLimits.recordBytes)
  }

  private func bind(_ statement: Statement, _ list: Int64, _ span: Span) {
    let (lower, upper) = (span.lower.lowerIndexed, span.upper.upperIndexed)
    statement.bind(1, list).bind(2, lower.sort).bind(3, lower.key)
      .bind(4, upper.sort).bind(5, upper.key)
  }
}
