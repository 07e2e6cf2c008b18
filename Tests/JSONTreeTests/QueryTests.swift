import TestSupport
import Testing

@testable import JSONTree

struct QueryTests {
  static let books: Node = [
    "a": ["v": 1], "b": ["v": 2], "c": ["v": 2], "d": ["v": 2], "e": ["v": 3], "g": ["w": 1],
  ]

  static let types: Node = ["f": false, "n": 1, "s": "s", "t": "t", "o": ["x": 1]]

  private func keys(_ node: Node, _ build: (Query) throws -> Query) throws -> [String] {
    try build(Query(.root)).select(from: node).map(\.key.name)
  }

  @Test func `ranges are pairs of value and key`() throws {
    let books = Self.books
    let all = Query(.root)
    let byV = try all.ordered(by: .child("v"))
    func keys(_ query: Query) -> [String] { query.select(from: books).map(\.key.name) }
    #expect(keys(byV) == ["g", "a", "b", "c", "d", "e"])
    #expect(keys(try byV.starting(at: 2)) == ["b", "c", "d", "e"])
    #expect(keys(try byV.starting(at: 2, key: "c")) == ["c", "d", "e"])
    #expect(keys(try byV.starting(after: 2)) == ["e"])
    #expect(keys(try byV.starting(after: 2, key: "c")) == ["d", "e"])
    #expect(keys(try byV.ending(at: 2)) == ["g", "a", "b", "c", "d"])
    #expect(keys(try byV.ending(at: 2, key: "c")) == ["g", "a", "b", "c"])
    #expect(keys(try byV.ending(before: 2)) == ["g", "a"])
    #expect(keys(try byV.ending(before: 2, key: "c")) == ["g", "a", "b"])
    #expect(keys(try byV.equal(to: 2)) == ["b", "c", "d"])
    #expect(keys(try byV.equal(to: 2, key: "c")) == ["c"])
    #expect(keys(try byV.equal(to: nil)) == ["g"])
    #expect(keys(try byV.starting(after: nil)) == ["a", "b", "c", "d", "e"])
    #expect(keys(try byV.starting(at: nil).limited(toFirst: 2)) == ["g", "a"])
    #expect(keys(try byV.starting(at: 2).limited(toFirst: 2)) == ["b", "c"])
    #expect(keys(try byV.ending(at: 2).limited(toLast: 2)) == ["c", "d"])
  }

  @Test func `ranges end at the borders of types`() throws {
    let types = Self.types
    func keys(_ build: (Query) throws -> Query) throws -> [String] {
      try build(Query(.root).ordered(by: .value)).select(from: types).map(\.key.name)
    }
    #expect(try keys { try $0.starting(at: 0) } == ["n", "s", "t", "o"])
    #expect(try keys { try $0.starting(at: "").ending(at: "\u{F8FF}") } == ["s", "t"])
    #expect(try keys { try $0.equal(to: 1.0) } == ["n"])
    #expect(try keys { try $0.equal(to: true) } == [])
    #expect(try keys { try $0.equal(to: false) } == ["f"])
  }

  @Test func `the order by key is of integers first, its bounds are texts`() throws {
    let node: Node = ["1": "a", "2": "b", "02": "x", "10": "c", "a": "d", "b": "e"]
    func keys(_ build: (Query) throws -> Query) throws -> [String] {
      try build(Query(.root).ordered(by: .key)).select(from: node).map(\.key.name)
    }
    #expect(try keys { $0 } == ["1", "2", "02", "10", "a", "b"])
    #expect(try keys { try $0.starting(at: "2").ending(at: "a") } == ["2", "02", "10", "a"])
    #expect(try keys { try $0.starting(after: "2") } == ["02", "10", "a", "b"])
    #expect(try keys { try $0.ending(before: "10") } == ["1", "2", "02"])
    #expect(try keys { try $0.equal(to: "2") } == ["2"])
    #expect(try keys { try $0.starting(at: "") } == ["a", "b"])
    #expect(try keys { try $0.ending(at: "b/]\u{F8FF}") } == ["1", "2", "02", "10", "a", "b"])
  }

  @Test func `the default order is by priority, then by key`() throws {
    let node = Node([
      ("a", .leaf(1, priority: "x")), ("b", 1), ("c", .leaf(1, priority: 3)),
      ("d", .leaf(1, priority: -1)), ("e", .leaf(1, priority: "X")), ("f", 1),
    ])
    #expect(try keys(node) { $0 } == ["b", "f", "d", "c", "e", "a"])
    #expect(try keys(node) { try $0.starting(at: nil).ending(at: nil) } == ["b", "f"])
    #expect(try keys(node) { try $0.starting(at: 3) } == ["c", "e", "a"])
  }

  @Test func `the folded order finds texts as people spell them`() throws {
    let node: Node = [
      "1": ["t": "Zola"], "2": ["t": "Élan"], "3": ["t": "eland"], "4": ["t": "ＡＢＣ"], "5": ["n": 1],
    ]
    let folded = try Query(.root).ordered(by: .folded("t"))
    #expect(folded.select(from: node).map(\.key.name) == ["5", "4", "2", "3", "1"])
    let prefix = try folded.starting(at: "ELAN").ending(at: "elan\u{F8FF}")
    #expect(prefix.select(from: node).map(\.key.name) == ["2", "3"])
  }

  @Test func `a leaf under a bound or limit reads as nothing`() throws {
    let leaf = Node.leaf("leaf", priority: 3)
    #expect(try Query(.root).limited(toFirst: 1).applied(to: leaf) == .empty)
    #expect(try Query(.root).starting(at: 1).applied(to: leaf) == .empty)
    #expect(try Query(.root).ordered(by: .child("x")).applied(to: leaf) == leaf)
    let node = Node([("a", 1), ("b", 2)], priority: 9)
    #expect(try Query(.root).limited(toFirst: 1).applied(to: node) == ["a": 1])
    #expect(try Query(.root).ordered(by: .key).applied(to: node) == node)
  }

  @Test func `naming the default order makes no other query`() throws {
    #expect(try Query("a").ordered(by: .priority) == Query("a"))
    #expect(try Query("a").ordered(by: .priority).hashValue == Query("a").hashValue)
    #expect(Query("a").isDefault)
  }
}

struct QueryRefusalTests {
  typealias Build = @Sendable (Query) throws -> Query

  static let refused: [(String, Build)] = [
    ("two orders", { try $0.ordered(by: .key).ordered(by: .value) }),
    ("one order twice", { try $0.ordered(by: .priority).ordered(by: .priority) }),
    ("two limits", { try $0.limited(toFirst: 1).limited(toLast: 1) }),
    ("limit twice", { try $0.limited(toFirst: 1).limited(toFirst: 1) }),
    ("limit zero", { try $0.limited(toFirst: 0) }),
    ("negative limit", { try $0.limited(toLast: -1) }),
    ("huge limit", { try $0.limited(toLast: 1 << 31) }),
    ("start after start", { try $0.starting(at: 1).starting(after: 2) }),
    ("end after end", { try $0.ending(at: 1).ending(before: 2) }),
    ("start after equal", { try $0.equal(to: 1).starting(at: 2) }),
    ("end after equal", { try $0.equal(to: 1).ending(at: 2) }),
    ("equal after start", { try $0.starting(at: 1).equal(to: 2) }),
    ("equal after end", { try $0.ending(at: 1).equal(to: 2) }),
    ("equal after equal", { try $0.equal(to: 1).equal(to: 1) }),
    ("key order, number", { try $0.ordered(by: .key).starting(at: 1) }),
    ("key order, null", { try $0.ordered(by: .key).starting(at: nil) }),
    ("key order, key", { try $0.ordered(by: .key).starting(at: "a", key: "b") }),
    ("number, key order", { try $0.starting(at: 1).ordered(by: .key) }),
    ("key, key order", { try $0.ending(at: "a", key: "b").ordered(by: .key) }),
    ("priority order, Boolean", { try $0.ordered(by: .priority).starting(at: true) }),
    ("no order, Boolean", { try $0.equal(to: false) }),
    ("infinite bound", { try $0.ordered(by: .value).starting(at: .double(.infinity)) }),
    ("child order of the root", { try $0.ordered(by: .child(.root)) }),
    ("folded order of the root", { try $0.ordered(by: .folded(.root)) }),
    ("child order of .info", { try $0.ordered(by: .child(.info)) }),
  ]

  @Test(arguments: refused.indices)
  func `illegal combinations are refused`(_ index: Int) {
    let (name, build) = Self.refused[index]
    let error = #expect(throws: TreeSyntaxError.self, "\(name)") { try build(Query("a")) }
    #expect(error?.code == .badQuery)
  }

  @Test func `what Firebase allows is allowed`() throws {
    _ = try Query("a").starting(at: 1).limited(toFirst: 2).ordered(by: .child("x"))
    _ = try Query("a").starting(at: "a").ordered(by: .key)
    _ = try Query("a").ordered(by: .key).starting(at: "a").ending(before: "b")
    _ = try Query("a").ordered(by: .value).starting(at: true).limited(toLast: Int(Int32.max))
    _ = try Query("a").starting(at: nil, key: "k").ending(at: 3, key: "l")
    _ = try Query("a").ordered(by: .child("a/b/c"))
  }

  @Test(arguments: ["$", "", "/", ".key", ".value", ".priority", "a/$key", ".info", "a.b"])
  func `an order by a bad path is refused`(_ text: String) {
    #expect(throws: TreeSyntaxError.self) { try Ordering.path(text) }
  }

  @Test func `orders are spelled as in REST`() throws {
    for text in ["$key", "$value", "$priority", "title", "a/b"] {
      #expect(try Ordering(text).description == text)
    }
    #expect(throws: TreeSyntaxError.self) { try Ordering.path("$key") }
  }
}

struct QueryPropertyTests {
  /// The query's answer by its definition: sort all children, test each against the bounds.
  private func naive(_ query: Query, _ node: Node) -> [Key] {
    func value(_ child: Node) -> Node {
      switch query.ordering {
      case .key: .empty
      case .value: child
      case .priority: child.priority.map { .leaf($0) } ?? .empty
      case .child(let path), .folded(let path): child[path]
      }
    }
    func compare(_ child: (key: Key, node: Node), _ bound: Bound, _ isLower: Bool) -> Int {
      if query.ordering == .key {
        guard case .string(let text) = bound.value else { return 0 }
        return NaiveOrder.keys(child.key.name, text)
      }
      let order = NaiveOrder.values(value(child.node), bound.value.map { .leaf($0) } ?? .empty)
      if order != 0 { return order }
      guard let key = bound.key else { return 0 }
      return NaiveOrder.keys(child.key.name, key.name)
    }
    var found = node.children.filter { child in
      if let lower = query.lower {
        let order = compare(child, lower, true)
        if lower.isInclusive ? order < 0 : order <= 0 { return false }
      }
      if let upper = query.upper {
        let order = compare(child, upper, false)
        if upper.isInclusive ? order > 0 : order >= 0 { return false }
      }
      return true
    }
    found.sort { NaiveOrder.children($0, $1, query.ordering) < 0 }
    let keys = found.map(\.key)
    switch query.limit {
    case nil: return keys
    case .first(let count): return Array(keys.prefix(count))
    case .last(let count): return Array(keys.suffix(count))
    }
  }

  private func query(_ random: inout RandomTree, of node: Node) throws -> Query {
    let ordering = random.pick([.key, .value, .priority, .child("a"), .child("a/b")] as [Ordering])
    var query = try Query(.root).ordered(by: ordering)
    func bound() -> (Scalar?, Key?) {
      let child = node.children.randomElement(using: &random.generator)
      switch ordering {
      case .key: return (.string(child?.key.name ?? random.text()), nil)
      case .priority:
        return (random.priority(), random.int(0...1) == 0 ? nil : child?.key ?? random.key())
      case .value, .child, .folded:
        let scalar = random.int(0...2) == 0 ? random.scalar() : child?.node["a" as Key].scalar
        return (scalar, random.int(0...1) == 0 ? nil : child?.key ?? random.key())
      }
    }
    let (value, key) = bound()
    switch random.int(0...5) {
    case 0: query = try query.starting(at: value, key: key)
    case 1: query = try query.starting(after: value, key: key)
    case 2: query = try query.equal(to: value, key: key)
    default: break
    }
    if query.upper == nil {
      let (value, key) = bound()
      switch random.int(0...3) {
      case 0: query = try query.ending(at: value, key: key)
      case 1: query = try query.ending(before: value, key: key)
      default: break
      }
    }
    switch random.int(0...3) {
    case 0: return try query.limited(toFirst: random.int(1...6))
    case 1: return try query.limited(toLast: random.int(1...6))
    default: return query
    }
  }

  @Test func `a query selects what sorting and filtering by the specification selects`() throws {
    var random = RandomTree()
    for _ in 0..<3_000 {
      var pairs: [(Key, Node)] = []
      for _ in 0..<random.int(0...12) {
        pairs.append(
          (random.key(), random.node(levels: 2).setting(random.node(levels: 1), at: "a")))
      }
      let node = Node(pairs)
      let query = try query(&random, of: node)
      let selected = query.select(from: node)
      agree(selected.map(\.key), naive(query, node), "\(query) \(node)")
      let isRight = selected.allSatisfy { $0.node == node[$0.key] && query.contains($0.place) }
      agree(isRight, true, "\(query) \(node)")
    }
  }

  @Test func `a window lies around its anchor, also around a place that is gone`() throws {
    let node = Node(
      (0..<20).map { (Key(unchecked: "k\($0 + 10)"), .leaf(.integer(Int64($0) * 2))) })
    let rows = try Query(.root).ordered(by: .value).select(from: node)
    func window(_ anchor: WindowAnchor, _ before: Int, _ after: Int) -> [Int64?] {
      Query.window(of: rows, from: anchor, before: before, after: after).map(\.node.integer)
    }
    #expect(window(.first, 1, 2) == [0, 2, 4])
    #expect(window(.last, 1, 2) == [34, 36, 38])
    #expect(window(.place(rows[5].place), 2, 2) == [6, 8, 10, 12])
    let gone = Place(of: 11, key: "x", under: .value)
    #expect(window(.place(gone), 2, 2) == [8, 10, 12, 14])
    #expect(window(.offset(0), 5, 2) == [0, 2])
    #expect(window(.offset(19), 1, 5) == [36, 38])
    #expect(window(.offset(99), 1, 5) == [38])
    #expect(window(.offset(-3), .max, .max).count == 20)
    #expect(window(.first, .max, .max).count == 20)
    #expect(window(.place(gone), -1, -5).isEmpty)
    #expect(Query.rank(of: gone, in: rows) == 6)
  }
}
