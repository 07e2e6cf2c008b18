import JSONTree
import TestSupport

/// Draws keys, nodes, writes and queries that meet each other often and cross every border.
struct RandomTree {
  var generator: SeededGenerator
  /// Keys are drawn from here: integer-like ones of every kind, scripts, beyond the BMP.
  var keys: [Key] = [
    "a", "b", "c", "books", "0", "3", "03", "-0", "00", "-5", "2147483647", "2147483648", "z z",
    "é", "e\u{301}", "\u{E000}", "\u{FFFD}", "😀", "中", "a b",
  ]

  init(_ generator: SeededGenerator) {
    self.generator = generator
    if let long = try? Key(String(repeating: "long ", count: 60)) { keys.append(long) }
  }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func chance(_ one: Int) -> Bool { number(0..<one) == 0 }

  mutating func key() -> Key { keys[number(0..<keys.count)] }

  mutating func path(depth range: Range<Int>) -> Path {
    Path((0..<number(range)).map { _ in key() })
  }

  mutating func scalar() -> Scalar {
    switch number(0..<12) {
    case 0: return .bool(true)
    case 1: return .bool(false)
    case 2: return .integer(Int64(number(-3..<4)))
    case 3: return .integer(9_007_199_254_740_992 + Int64(number(-1..<3)))
    case 4: return .double(Double(number(-3..<4)) / 2)
    case 5: return .double(9_007_199_254_740_992)
    case 6: return .string("")
    case 7: return .string(String(repeating: "x", count: number(0..<300)))
    case 8: return .string(text())
    case 9: return .string(String(repeating: "y", count: 700) + text())
    case 10: return chance(3) ? .string(String(repeating: "z", count: 3_000)) : .integer(7)
    default: return .string(text())
    }
  }

  mutating func text() -> String {
    let words = ["Émile", "emile", "ÉMILE", "中国", "\u{E000}", "😀", "a\0b", "zu", "Zu", "b"]
    return (0..<number(1..<4)).map { _ in words[number(0..<words.count)] }.joined(separator: " ")
  }

  mutating func priority() -> Scalar? {
    switch number(0..<8) {
    case 0: .integer(Int64(number(0..<3)))
    case 1: .string(text())
    default: nil
    }
  }

  mutating func node(depth: Int) -> Node {
    if depth == 0 || chance(3) { return .leaf(scalar(), priority: priority()) }
    let count = chance(6) ? number(0..<15) : number(0..<5)
    return Node((0..<count).map { _ in (key(), node(depth: depth - 1)) }, priority: priority())
  }

  /// One to four steps; steps that overlap are drawn again.
  mutating func write() throws -> Write {
    while true {
      let steps: [Write.Step] = (0..<(chance(3) ? number(1..<5) : 1)).map { _ in step() }
      if let write = try? Write(steps) { return write }
    }
  }

  private mutating func step() -> Write.Step {
    let path = chance(40) ? Path.root : path(depth: 1..<5)
    switch number(0..<12) {
    case 0..<3: return .set(path, .empty)
    case 3: return .priority(path, PriorityDraft(priority()))
    case 4: return .set(path, .increment(.integer(Int64(number(-2..<3)))))
    case 5: return .set(path, .server(.number(at: self.path(depth: 1..<4), plus: 1)))
    case 6:
      var children: [Key: Draft] = [key(): .timestamp]
      children[key()] = .node(node(depth: 1))
      return .set(path, .branch(children))
    default: return .set(path, .node(node(depth: max(0, 4 - path.depth))))
    }
  }

  mutating func ordering() -> Ordering {
    switch number(0..<6) {
    case 0: .key
    case 1: .value
    case 2: .priority
    case 3: .child(path(depth: 1..<3))
    case 4: .folded("a")
    default: .child("a")
    }
  }

  mutating func query(at path: Path, by ordering: Ordering) -> Query {
    while true {
      if let query = try? draw(path, ordering) { return query }
    }
  }

  private mutating func draw(_ path: Path, _ ordering: Ordering) throws -> Query {
    var query = try Query(path).ordered(by: ordering)
    if chance(2) {
      let (value, key) = bound(ordering)
      if chance(2) {
        query = try query.starting(at: value, key: key)
      } else {
        query = try query.starting(after: value, key: key)
      }
    }
    if chance(2) {
      let (value, key) = bound(ordering)
      if chance(2) {
        query = try query.ending(at: value, key: key)
      } else {
        query = try query.ending(before: value, key: key)
      }
    }
    if chance(2) {
      let count = number(1..<5)
      query = try chance(2) ? query.limited(toFirst: count) : query.limited(toLast: count)
    }
    return query
  }

  private mutating func bound(_ ordering: Ordering) -> (Scalar?, Key?) {
    if ordering == .key { return (.string(chance(4) ? text() : key().name), nil) }
    return (chance(4) ? nil : scalar(), chance(2) ? key() : nil)
  }

  mutating func place(in children: [Child], by ordering: Ordering) -> Place {
    if !children.isEmpty, chance(2) { return children[number(0..<children.count)].place }
    return Place(of: .leaf(scalar(), priority: priority()), key: key(), under: ordering)
  }
}
