import JSONTree

/// How much an observer holds, kept up to date change by change, so that it is refused before it
/// eats the memory: also when the place has grown only since it is observed.
///
/// Counted as stored, roughly: the bytes of keys and texts and a few for each leaf. In memory a
/// tree takes several times as much.
struct ObservedSize: Sendable {
  private(set) var bytes = 0
  private let limit: Int
  private let path: Path

  /// Begins with nothing.
  init(limit: Int, at path: Path) {
    self.limit = limit
    self.path = path
  }

  /// Something was replaced; throws when there is too much now.
  mutating func replace(_ old: Node, by new: Node) throws(DatabaseError) {
    try change(by: new.storedBytes - old.storedBytes)
  }

  /// Begins anew with children; throws when they are too much.
  mutating func set(_ children: [Child]) throws(DatabaseError) {
    bytes = 0
    try change(by: children.reduce(0) { $0 + $1.node.storedBytes })
  }

  /// Some children became others; throws when there is too much now.
  mutating func apply(_ deltas: [ChildDelta]) throws(DatabaseError) {
    try change(
      by: deltas.reduce(0) { sum, delta in
        sum + (delta.new?.node.storedBytes ?? 0) - (delta.old?.node.storedBytes ?? 0)
      })
  }

  private mutating func change(by more: Int) throws(DatabaseError) {
    bytes += more
    guard bytes > limit else { return }
    throw DatabaseError(
      .tooLarge, "What is observed there is larger than \(limit) bytes; observe it in parts.",
      at: path.description)
  }
}

extension Node {
  /// The bytes of keys and texts, and those of the rest roughly.
  ///
  /// Costs a visit to every node below.
  var storedBytes: Int {
    let ofPriority = priority == nil ? 0 : Node.leafBytes
    switch self {
    case .empty: return 0
    case .leaf(.string(let text), _): return ofPriority + Node.leafBytes + text.utf8.count
    case .leaf: return ofPriority + Node.leafBytes
    case .branch(let children, _):
      var sum = ofPriority + Node.leafBytes
      for (key, node) in children { sum += key.name.utf8.count + node.storedBytes }
      return sum
    }
  }

  private static let leafBytes = 4
}
