import JSONTree
import TestSupport

/// Small random trees, writes and queries that meet each other often.
struct RandomTree {
  var generator: SeededGenerator

  static let keys: [Key] = ["a", "b", "c", "1", "2", "10", "z"]
  static let place: Path = "/list"

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  mutating func scalar() -> Scalar {
    pick([.bool(true), .bool(false), .integer(1), .double(1.5), .integer(-3), "x", "y", "\u{FF5A}"])
  }

  mutating func priority() -> Scalar? {
    pick([nil, nil, nil, .integer(1), .integer(2), "p"])
  }

  mutating func node(levels: Int) -> Node {
    let kind = Int.random(in: 0..<10, using: &generator)
    if kind == 0 { return .empty }
    if levels == 0 || kind < 5 { return .leaf(scalar(), priority: priority()) }
    let count = Int.random(in: 1...3, using: &generator)
    let pairs = (0..<count).map { _ in (pick(Self.keys), node(levels: levels - 1)) }
    return Node(pairs, priority: priority())
  }

  /// A write at, above or below the place that is observed.
  mutating func write() throws -> Write {
    let place = Self.place
    let child = place.child(pick(Self.keys))
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: return try .set(place, node(levels: 3))
    case 1: return try .remove(place)
    case 2: return try .priority(child, PriorityDraft(priority()))
    case 3: return try .priority(place, PriorityDraft(priority()))
    case 4, 5: return try .set(child.child(pick(Self.keys)), node(levels: 1))
    case 6, 7:
      let other = place.child(pick(Self.keys))
      guard other != child else { return try .set(child, node(levels: 2)) }
      return try .update([(child, .node(node(levels: 2))), (other, .node(node(levels: 2)))])
    case 8: return try .remove(child)
    case 9: return try .set("/elsewhere", node(levels: 1))
    default: return try .set(child, node(levels: 2))
    }
  }

  mutating func query() throws -> Query {
    let plain = Query(Self.place)
    var query = try plain.ordered(
      by: pick([.priority, .key, .value, .child("/a"), .child("/b/c"), .folded("/a")]))
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: query = try query.starting(at: bound(of: query))
    case 1: query = try query.ending(at: bound(of: query))
    case 2: query = try query.starting(after: bound(of: query))
    case 3: query = try query.equal(to: bound(of: query))
    default: break
    }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: query = try query.limited(toFirst: Int.random(in: 1...4, using: &generator))
    case 1: query = try query.limited(toLast: Int.random(in: 1...4, using: &generator))
    default: break
    }
    return query
  }

  private mutating func bound(of query: Query) -> Scalar? {
    if query.ordering == .key { return .string(pick(Self.keys).name) }
    return pick([nil, .integer(1), "x", .integer(-3)])
  }
}
