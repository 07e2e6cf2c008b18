internal import JSONTree

/// Reads the rows of a damaged file, around the pages that cannot be read.
///
/// Rows are read upwards to the damage and downwards to it; what lies between is looked for by
/// halving the paths between. Every row is given once. Nothing is taken from pages that the tables
/// do not reach, where deleted rows may still stand.
struct Salvage {
  /// Looks into damaged stretches at most so often, so that it ends in any file.
  private static let mostProbes = 20_000
  /// How often a stretch is halved: paths that differ in their twelfth byte are told apart.
  private static let mostHalvings = 96

  private enum Direction {
    case up, down
  }

  private let connection: Connection
  private let visit: (PathBytes, Statement) throws -> Void
  private var probes = 0
  /// Stretches that cannot be read: behind one path and before another.
  private(set) var lost: [(after: PathBytes?, before: PathBytes?)] = []

  /// Prepares to give every readable row to `visit`: its path, and the statement whose second
  /// column is its value.
  init(_ connection: Connection, visit: @escaping (PathBytes, Statement) throws -> Void) {
    self.connection = connection
    self.visit = visit
  }

  /// Reads all there is.
  mutating func run() throws { try read(after: nil, before: nil, .up) }

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
  private func pass(
    after low: PathBytes?, before high: PathBytes?, _ direction: Direction, limit: Int64 = -1
  ) throws -> (end: PathBytes?, isWhole: Bool) {
    let order = direction == .up ? "" : " DESC"
    let statement = try connection.statement(
      "SELECT path, value FROM record WHERE path > ?1 AND path < ?2 ORDER BY path\(order) LIMIT ?3")
    // No path is empty but the root's own, and that is the only row then.
    statement.bind(1, low ?? []).bind(2, high ?? [PathCoding.above]).bind(3, limit)
    defer { statement.reset() }
    var end: PathBytes?
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
    let middle = Salvage.middle(low ?? [], high ?? [PathCoding.above])
    guard left > 0, probes < Salvage.mostProbes, let middle else {
      lost.append((low, high))
      return
    }
    probes += 1
    let (above, isAboveRead) = try pass(after: middle, before: high, .up, limit: 1)
    if let above {
      try read(after: above, before: high, .up)
      return try readBack(after: low, before: above, middle, left)
    }
    if isAboveRead { return try halve(after: low, before: middle, left - 1) }
    try halve(after: middle, before: high, left - 1)
    try readBack(after: low, before: middle, middle, left)
  }

  /// Reads the lower half of a stretch downwards from a row or from its middle.
  private mutating func readBack(
    after low: PathBytes?, before high: PathBytes, _ middle: PathBytes, _ left: Int
  ) throws {
    let (end, isWhole) = try pass(after: low, before: high, .down)
    if isWhole { return }
    if let end { return try halve(after: low, before: end, left - 1) }
    try halve(after: low, before: min(middle, high), left - 1)
  }

  private func min(_ one: PathBytes, _ other: PathBytes) -> PathBytes {
    one.lexicographicallyPrecedes(other) ? one : other
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
