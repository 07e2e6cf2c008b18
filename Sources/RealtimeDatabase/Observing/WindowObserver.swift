import JSONTree

/// Observes some of a query's children around an anchor.
///
/// A touched child is looked at. One that is shown and stays at its place is replaced there; when
/// a shown one has gone or moved, or another sorts among the rows now, the rows are read again. A
/// child outside that stays outside costs the one look, and the total.
struct WindowObserver: Sendable {
  /// The query whose children are shown.
  let query: Query
  /// What is shown.
  private(set) var window: Window
  /// Whether `window.offset` is known to be right for these rows.
  private(set) var isOffsetCertain = false
  /// Told apart by it: the numbers that were looked for before a change, and those after it.
  private(set) var generation = 0

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
      switch try look(at: Touch.children(of: suffixes), reading: reader) {
      case .replaced(let isDifferent):
        if isDifferent { window.revision = reader.revision }
        return isDifferent
      case .outside: return try recount(reading: reader)
      case .disturbed: break
      }
    }
    let shown = window
    try load(reading: reader)
    return !window.shows(theSameAs: shown)
  }

  /// Takes a rank that was counted elsewhere, if it is of the first row and still asked for.
  ///
  /// `generation` is the one at which it was asked for: where something has changed since, the
  /// count may be from before or from behind it, and is shown until another is there. Returns
  /// whether what is shown is different.
  mutating func take(offset: Int, of place: Place, askedAt generation: Int) -> Bool {
    guard !isOffsetCertain, window.rows.first?.place == place else { return false }
    isOffsetCertain = generation == self.generation
    defer { window.offset = offset }
    return window.offset != offset
  }

  /// What touched children mean to the rows.
  private enum Look {
    /// All are shown and stay where they are; whether one of them is different.
    case replaced(Bool)
    /// The rows stay, but there may be more or fewer children outside.
    case outside
    /// The rows have to be read again.
    case disturbed
  }

  /// Looks at touched children, and replaces those that are shown and stay where they are.
  private mutating func look(at touched: [Key], reading reader: some TreeReader) throws -> Look {
    if query.limit != nil || touched.count > max(1, window.rows.count) { return .disturbed }
    var replaced: [(index: Int, child: Child)] = []
    var isOutside = false
    for key in touched {
      let child = try query.child(key, reading: reader)
      if keys.contains(key), let index = window.rows.firstIndex(where: { $0.key == key }) {
        guard let child, child.place == window.rows[index].place else { return .disturbed }
        if child.node != window.rows[index].node { replaced.append((index, child)) }
      } else if let child, admits(child.place) {
        return .disturbed
      } else {
        isOutside = true
      }
    }
    // Rows and numbers are shown together: with both kinds the reading is one.
    if isOutside { return replaced.isEmpty ? .outside : .disturbed }
    for (index, child) in replaced { window.rows[index] = child }
    return .replaced(!replaced.isEmpty)
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
    generation += 1
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
