import JSONTree

/// Observes some of a query's children around an anchor.
///
/// When a step touches what is shown, the rows are read again. A touched child that is neither
/// shown nor sorts among the rows costs one look at that child, and the total.
struct WindowObserver: Sendable {
  /// The query whose children are shown.
  let query: Query
  /// What is shown.
  private(set) var window: Window
  /// Whether `window.offset` is known to be right for these rows.
  private(set) var isOffsetCertain = false

  private let before: Int
  private let after: Int
  private var anchor: WindowAnchor
  private var keys: Set<Key> = []
  private var reachesStart = false
  private var reachesEnd = false

  /// Up to this many children the offset is counted at once: about half a millisecond.
  static let countedAtOnce = 10_000

  /// Reads the rows for the first time.
  init(_ query: Query, _ request: WindowRequest, reading reader: some TreeReader) throws {
    self.query = query
    before = max(request.before, 0)
    after = max(request.after, 0)
    anchor = request.anchor
    window = Window(rows: [], offset: nil, total: 0, revision: reader.revision)
    try load(reading: reader)
  }

  /// Reads again what a step touched.
  ///
  /// Returns whether something that is shown is different.
  mutating func refresh(after changes: ChangeSet, reading reader: some TreeReader) throws -> Bool {
    switch Touch(of: changes, on: query.path) {
    case .nothing: return false
    case .everything: break
    case .below(let suffixes):
      let touched = Touch.children(of: suffixes)
      guard try shows(anyOf: touched, reading: reader) else {
        return try recount(reading: reader)
      }
    }
    let shown = window
    try load(reading: reader)
    return !window.shows(theSameAs: shown)
  }

  /// Takes a rank that was counted elsewhere, if it is of the first row.
  ///
  /// Returns whether what is shown is different.
  mutating func take(offset: Int, of place: Place) -> Bool {
    guard window.rows.first?.place == place else { return false }
    isOffsetCertain = true
    defer { window.offset = offset }
    return window.offset != offset
  }

  /// Whether a touched child was shown, or may have to be now.
  private func shows(anyOf touched: [Key], reading reader: some TreeReader) throws -> Bool {
    if touched.contains(where: keys.contains) || query.limit != nil { return true }
    if touched.count > max(1, window.rows.count) { return true }
    for key in touched {
      guard let child = try query.child(key, reading: reader) else { continue }
      if admits(child.place) { return true }
    }
    return false
  }

  /// Whether a child that comes to stand at a place belongs to the rows.
  ///
  /// The anchor lies inside too, where no row stands at it.
  private func admits(_ place: Place) -> Bool {
    guard var low = window.rows.first?.place, var high = window.rows.last?.place else {
      return true
    }
    if case .place(let anchor) = anchor {
      low = min(low, anchor)
      high = max(high, anchor)
    }
    return (place > low || reachesStart) && (place < high || reachesEnd)
      || place == low || place == high
  }

  /// Children came, went or moved outside: the rows stay, the numbers may not.
  private mutating func recount(reading reader: some TreeReader) throws -> Bool {
    let shown = window
    window.total = try reader.total(of: query)
    try findOffset(reading: reader)
    return !window.shows(theSameAs: shown)
  }

  private mutating func load(reading reader: some TreeReader) throws {
    window.rows = try reader.window(of: query, from: anchor, before: before, after: after)
    window.total = try reader.total(of: query)
    window.revision = reader.revision
    keys = Set(window.rows.map(\.key))
    let (size, _) = before.addingReportingOverflow(after)
    let isFull = size > 0 && window.rows.count >= size
    switch anchor {
    case .first: (reachesStart, reachesEnd) = (true, !isFull)
    case .last: (reachesStart, reachesEnd) = (!isFull, true)
    case .place(let place):
      let above = Query.rank(of: place, in: window.rows)
      reachesStart = above < before
      reachesEnd = window.rows.count - above < after
    case .offset(let offset):
      settle(at: min(max(offset, 0), window.total))
      return
    }
    try findOffset(reading: reader)
  }

  /// From an offset to a place: from now on the window stays with the child found there.
  private mutating func settle(at middle: Int) {
    let above = min(before, middle)
    window.offset = middle - above
    isOffsetCertain = true
    reachesStart = middle - above == 0
    reachesEnd = middle - above + window.rows.count >= window.total
    // Behind the last child there is no place yet: the offset stands until there is.
    if above < window.rows.count { anchor = .place(window.rows[above].place) }
  }

  private mutating func findOffset(reading reader: some TreeReader) throws {
    isOffsetCertain = true
    guard let first = window.rows.first else {
      window.offset = window.total == 0 ? 0 : nil
      return
    }
    if reachesStart {
      window.offset = 0
    } else if reachesEnd {
      window.offset = max(0, window.total - window.rows.count)
    } else if window.total <= WindowObserver.countedAtOnce {
      window.offset = try reader.rank(of: first.place, in: query)
    } else {
      // A number that is off by a few until the count is there is better than none.
      isOffsetCertain = false
    }
  }
}

extension Window {
  /// Whether another window shows the same; the revision is not shown.
  fileprivate func shows(theSameAs other: Window) -> Bool {
    total == other.total && offset == other.offset && rows == other.rows
  }
}
