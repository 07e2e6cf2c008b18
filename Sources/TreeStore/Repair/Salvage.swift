internal import JSONTree

/// Reads the rows of a damaged file, around the pages that cannot be read.
///
/// Rows are read upwards to the damage and downwards to it; what lies between is looked for where
/// lists say that rows are, and then by halving the paths between. Every row is given once. Nothing
/// is taken from pages that the tables do not reach, where deleted rows may still stand.
struct Salvage {
  /// Looks into damaged stretches at most so often, so that it ends in any file.
  private static let mostProbes = 20_000
  /// As long as no row at all was found: the page that all hang on is likely gone.
  private static let mostProbesInVain = 1_000
  /// How often a stretch is halved: paths that differ in their twelfth byte are told apart.
  private static let mostHalvings = 96

  private enum Direction {
    case up, down
  }

  private let connection: Connection
  private let visit: (PathBytes, Statement) throws -> Void
  private let findHints: () -> [PathBytes]
  /// Where rows should be, in order; looked up when the first damage is met.
  private lazy var hints = findHints()
  private var probes = 0
  /// The rows at which a reading ended.
  private var ends: Set<PathBytes> = []
  private var missed: [Stretch] = []

  /// What cannot be read: behind one path and before another.
  typealias Stretch = (after: PathBytes?, before: PathBytes?)

  /// Prepares to give every readable row to `visit`: its path, and the statement whose second
  /// column is its value.
  ///
  /// `hints` gives paths of rows in their order; they need not be there, nor all be given.
  init(
    _ connection: Connection, hints: @escaping () -> [PathBytes],
    visit: @escaping (PathBytes, Statement) throws -> Void
  ) {
    self.connection = connection
    findHints = hints
    self.visit = visit
  }

  /// Reads all there is.
  mutating func run() throws { try read(after: nil, before: nil, .up) }

  /// What could not be read, in order; between two stretches there is a row.
  var lost: [Stretch] {
    var joined: [Stretch] = []
    for stretch in missed.sorted(by: { Salvage.isBelow($0.after ?? [], $1.after ?? []) }) {
      if let last = joined.last, let end = last.before, end == stretch.after, !ends.contains(end) {
        joined[joined.count - 1].before = stretch.before
      } else {
        joined.append(stretch)
      }
    }
    return joined
  }

  /// Reads a stretch from one end, and what is left of it from the other and from within.
  private mutating func read(
    after low: PathBytes?, before high: PathBytes?, _ direction: Direction
  ) throws {
    let (end, isWhole) = try pass(after: low, before: high, direction)
    if isWhole { return }
    switch direction {
    case .up:
      let low = end ?? low
      let (first, isWhole) = try pass(after: low, before: high, .down)
      if !isWhole { try halve(after: low, before: first ?? high, Salvage.mostHalvings) }
    case .down: try halve(after: low, before: end ?? high, Salvage.mostHalvings)
    }
  }

  /// Visits rows in one direction until the end or the damage; says the last one, and which it was.
  private mutating func pass(
    after low: PathBytes?, before high: PathBytes?, _ direction: Direction, limit: Int64 = -1
  ) throws -> (end: PathBytes?, isWhole: Bool) {
    let order = direction == .up ? "" : " DESC"
    let statement = try connection.statement(
      "SELECT path, value FROM record WHERE path >= ?1 AND path < ?2 ORDER BY path\(order) LIMIT ?3"
    )
    // A small tree is one row at the root, whose path is empty.
    statement.bind(1, low.map { $0 + [0] } ?? []).bind(2, high ?? [PathCoding.above]).bind(3, limit)
    defer { statement.reset() }
    var end: PathBytes?
    defer { if let end { ends.insert(end) } }
    while true {
      do throws(StoreError) {
        guard try statement.step() else { return (end, true) }
      } catch {
        guard Salvage.isDamage(error) else { throw error }
        return (end, false)
      }
      let path = statement.bytes(0)
      try visit(path, statement)
      end = path
    }
  }

  /// Looks for rows in the middle of a stretch of which both ends are damaged.
  private mutating func halve(
    after low: PathBytes?, before high: PathBytes?, _ left: Int
  ) throws {
    let hint = hint(after: low ?? [], before: high ?? [PathCoding.above])
    let middle = hint ?? Salvage.middle(low ?? [], high ?? [PathCoding.above])
    let most = ends.isEmpty ? Salvage.mostProbesInVain : Salvage.mostProbes
    guard let middle, hint != nil || left > 0 && probes < most else {
      missed.append((low, high))
      return
    }
    // Hints come to an end by themselves.
    let left = hint == nil ? left - 1 : left
    if hint == nil { probes += 1 }
    let (above, isAboveRead) = try pass(after: middle, before: high, .up, limit: 1)
    if let above {
      try read(after: above, before: high, .up)
      return try readBack(after: low, before: above, middle, left)
    }
    if !isAboveRead { try halve(after: middle, before: high, left) }
    // A row may be in the middle itself.
    try readBack(after: low, before: middle + [0], middle, left)
  }

  /// Reads the lower half of a stretch downwards from a row or from its middle.
  private mutating func readBack(
    after low: PathBytes?, before high: PathBytes, _ middle: PathBytes, _ left: Int
  ) throws {
    let (end, isWhole) = try pass(after: low, before: high, .down)
    if isWhole { return }
    if let end { return try halve(after: low, before: end, left) }
    try halve(after: low, before: Salvage.isBelow(middle, high) ? middle : high, left)
  }

  /// The middle one of the hints in a stretch.
  private mutating func hint(after low: PathBytes, before high: PathBytes) -> PathBytes? {
    let first = firstHint { Salvage.isBelow(low, $0) }
    let end = firstHint { !Salvage.isBelow($0, high) }
    return first < end ? hints[first + (end - first) / 2] : nil
  }

  /// The first hint of which something is so that is so of all behind it.
  private mutating func firstHint(where isSo: (PathBytes) -> Bool) -> Int {
    var (low, high) = (0, hints.count)
    while low < high {
      let middle = low + (high - low) / 2
      if isSo(hints[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private static func isBelow(_ one: PathBytes, _ other: PathBytes) -> Bool {
    one.lexicographicallyPrecedes(other)
  }

  /// Whether an error says that a page is damaged, not that something else failed.
  private static func isDamage(_ error: StoreError) -> Bool {
    error.code == .corrupt || error.code == .inputOutput
  }

  /// Bytes halfway between two others, taken as fractions; nil when nothing is between them.
  static func middle(_ low: PathBytes, _ high: PathBytes) -> PathBytes? {
    let count = max(low.count, high.count) + 1
    var sum = [UInt16](repeating: 0, count: count)
    for index in low.indices { sum[index] += UInt16(low[index]) }
    for index in high.indices { sum[index] += UInt16(high[index]) }
    var carry: UInt16 = 0
    for index in sum.indices.reversed() {
      let total = sum[index] + carry
      sum[index] = total & 0xFF
      carry = total >> 8
    }
    var middle = PathBytes()
    var rest = carry
    for byte in sum {
      let value = rest << 8 | byte
      middle.append(UInt8(value >> 1))
      rest = value & 1
    }
    let isBetween =
      low.lexicographicallyPrecedes(middle) && middle.lexicographicallyPrecedes(high)
    return isBetween ? middle : nil
  }
}
