import Testing

@testable import JSONTree

struct WriteTests {
  static let clock: Int64 = 1_700_000_000_123

  @Test func `server values resolve as Firebase's`() throws {
    let cases: [(Node, String, Node)] = [
      (nil, #"{".sv":"timestamp"}"#, .leaf(.integer(Self.clock))),
      (
        ["x": 1], #"{"a":{"b":{".sv":"timestamp"}},"c":1}"#,
        ["a": ["b": .leaf(.integer(Self.clock))], "c": 1]
      ),
      (5, #"{".sv":{"increment":2}}"#, 7), (nil, #"{".sv":{"increment":3}}"#, 3),
      ("abc", #"{".sv":{"increment":3}}"#, 3), (true, #"{".sv":{"increment":3}}"#, 3),
      (["z": 1], #"{".sv":{"increment":3}}"#, 3), (5, #"{".sv":{"increment":0.5}}"#, 5.5),
      (["n": 10, "m": 1], #"{"n":{".sv":{"increment":1}}}"#, ["n": 11]),
      (.leaf(5, priority: 9), #"{".sv":{"increment":1}}"#, 6),
      (
        nil, #"{".value":"v",".priority":{".sv":"timestamp"}}"#,
        .leaf("v", priority: .integer(Self.clock))
      ),
      (
        .leaf("v", priority: 4), #"{".value":"v",".priority":{".sv":{"increment":2}}}"#,
        .leaf("v", priority: 6)
      ),
      (
        Node([("a", 1)], priority: 4), #"{"a":2,".priority":{".sv":{"increment":2}}}"#,
        Node([("a", 2)], priority: 6)
      ),
      (4, #"{".sv":{"increment":2},".priority":1}"#, .leaf(6, priority: 1)),
      (["a": 1], #"{"a":{"b":{".sv":{"increment":2}}}}"#, ["a": ["b": 2]]),
    ]
    for (existing, json, expected) in cases {
      let write = try Write.set("p", try JSONReader.draft(from: json))
      let before = Node.empty.setting(existing, at: "p" as Path)
      #expect(write.applied(to: before, at: Self.clock)["p" as Key] == expected, "\(json)")
    }
  }

  @Test func `integers add exactly and become doubles beyond 64 bits`() {
    #expect(Scalar.sum(.integer(.max - 1), 1) == .integer(.max))
    #expect(Scalar.sum(.integer(.max), 1) == .double(0x1p63))
    #expect(Scalar.sum(.integer(.min), -1) == .double(-0x1p63))
    #expect(Scalar.sum(.integer(1), 0.5) == 1.5)
    #expect(
      Scalar.sum(.double(.greatestFiniteMagnitude), .double(.greatestFiniteMagnitude))
        == .double(.greatestFiniteMagnitude))
    #expect(Scalar.sum("7", 2) == 2)
    #expect(Scalar.sum(nil, 2) == 2)
  }

  @Test func `a movement states the counts before and after the write it is part of`() throws {
    let write = try Write.update([
      ("books/1/count", .increment(-2)),
      (
        "moves/x",
        [
          "old": .server(.number(at: "books/1/count", plus: 0)),
          "new": .server(.number(at: "books/1/count", plus: -2)), "change": -2,
        ]
      ),
    ])
    let after = write.applied(to: ["books": ["1": ["count": 7]]], at: 0)
    #expect(after["books/1/count" as Path] == 5)
    #expect(after["moves/x" as Path] == ["old": 7, "new": 5, "change": -2])
    #expect(
      write.applied(to: .empty, at: 0)["moves/x" as Path] == ["old": 0, "new": -2, "change": -2])
  }

  @Test(
    arguments: [
      (["x/y/z", "x"], false), (["x", "/x/"], false), (["x", "xy", "x-1/y"], true),
      (["x/y", "x/z"], true), (["/", "a"], false), (["a/b", "a/b/.priority"], false),
      (["a/b/c", "a/b/.priority"], true), (["a/.priority", "a/.priority"], false),
      (["a", "a/b/.priority"], false), ([".priority"], true), ([".priority", "a"], true),
      (["x/.priority/y"], false), (["x/.value"], false), (["x.y"], false), ([".sv"], false),
      ([""], false), ([], true), (["a", "a!", "a/b"], false), (["a/1", "a/01"], true),
    ] as [([String], Bool)])
  func `overlapping and bad update paths are refused`(_ names: [String], _ isLegal: Bool) {
    let values = names.map { ($0, 1 as Draft) }
    if isLegal {
      #expect(throws: Never.self) { try Write.update(at: "base", named: values) }
    } else {
      #expect(throws: TreeSyntaxError.self) { try Write.update(at: "base", named: values) }
    }
  }

  @Test func `an update replaces what it names and leaves the rest`() throws {
    let before = Node([
      ("a", Node([("x", .leaf(1, priority: 2)), ("y", 2)], priority: 5)), ("b", 3),
    ])
    let write = try Write.update(
      at: "a", named: [("x", nil), ("z/w", true), (".priority", "p")])
    #expect(
      write.applied(to: before, at: 0)
        == Node([("a", Node([("y", 2), ("z", ["w": true])], priority: "p")), ("b", 3)]))
    #expect(try Write([]).applied(to: before, at: 0) == before)
  }

  @Test func `a priority of nothing is ignored, one beside its first child holds`() throws {
    #expect(try Write.priority("a", .scalar(1)).applied(to: .empty, at: 0) == .empty)
    let write = try Write.update(named: [("a/.priority", 1), ("a/b", 2)])
    #expect(write.applied(to: .empty, at: 0) == ["a": Node([("b", 2)], priority: 1)])
    let counted = try Write.priority("a", .server(.increment(2)))
    #expect(counted.applied(to: ["a": .leaf(0, priority: 3)], at: 0)["a" as Key].priority == 5)
  }

  @Test func `what cannot be stored is refused`() throws {
    let refused: [(TreeSyntaxError.Code, Draft)] = [
      (.badValue, .node(.leaf(.double(.nan)))),
      (.badValue, .node(["a": .leaf(.double(.infinity))])),
      (.badPriority, .node(.leaf(1, priority: true))),
      (.badPriority, .server(.timestamp, priority: .scalar(false))),
      (.badServerValue, .increment("x")), (.badServerValue, .increment(.double(.nan))),
      (.badServerValue, ["a": .server(.number(at: "x", plus: true))]),
      (.tooLong, .node(.leaf(.string(String(repeating: "x", count: Limits.stringBytes + 1))))),
    ]
    for (code, draft) in refused {
      let error = #expect(throws: TreeSyntaxError.self) { try Write.set("a", draft) }
      #expect(error?.code == code)
    }
    #expect(throws: TreeSyntaxError.self) { try Write.remove(".info/x") }
    #expect(throws: TreeSyntaxError.self) { try Write.priority("a", .scalar(true)) }
  }

  @Test func `path and value together have at most 32 levels`() throws {
    func deep(_ levels: Int) -> Node {
      (0..<levels).reduce(1 as Node) { node, _ in ["k": node] }
    }
    func place(_ levels: Int) -> Path { Path(Array(repeating: "p", count: levels)) }
    _ = try Write.set(place(20), deep(12))
    _ = try Write.set(place(32), 1)
    #expect(throws: TreeSyntaxError.self) { try Write.remove(place(33)) }
    #expect(throws: TreeSyntaxError.self) { try Write.set(place(20), deep(13)) }
    #expect(throws: TreeSyntaxError.self) { try Write.set(place(33), 1) }
    let draft = (0..<13).reduce(Draft.timestamp) { draft, _ in ["k": draft] }
    #expect(throws: TreeSyntaxError.self) { try Write.set(place(20), draft) }
  }

  @Test func `guards test what is there`() {
    #expect(Guard.absent("a").holds(for: .empty))
    #expect(!Guard.absent("a").holds(for: 0))
    #expect(Guard.present("a").holds(for: false))
    #expect(Guard.atLeast("a", 3).holds(for: 3))
    #expect(Guard.atLeast("a", 3).holds(for: 3.5))
    #expect(!Guard.atLeast("a", 3).holds(for: 2.9))
    #expect(!Guard.atLeast("a", 0).holds(for: .empty))
    #expect(!Guard.atLeast("a", 0).holds(for: true))
    #expect(Guard.unchanged("a", ["b": 1]).holds(for: ["b": 1.0]))
    #expect(!Guard.unchanged("a", ["b": 1]).holds(for: ["b": true]))
  }
}

struct ChangeSetTests {
  @Test func `changed places are minimal`() {
    let changes = ChangeSet(Revision(3), paths: ["a/b", "c", "a/b/c", "c/d", "ab"] as [Path])
    #expect(changes.paths == ["a/b", "ab", "c"])
    #expect(changes.touches("a"))
    #expect(changes.touches("a/b/x/y"))
    #expect(changes.touches(.root))
    #expect(!changes.touches("a/c"))
    #expect(!changes.touches("b"))
    #expect(changes.children(of: .root) == ["a", "ab", "c"])
    #expect(changes.children(of: "a") == ["b"])
    #expect(changes.children(of: "c") == nil)
    #expect(changes.children(of: "c/d/e") == nil)
    #expect(changes.children(of: "x") == [])
  }

  @Test func `more than 256 places become their parents`() {
    let paths = (0..<1_000).map { Path(["books", Key(unchecked: "\($0)"), "count"]) }
    let changes = ChangeSet(Revision(1), paths: paths + ["moves/x", "books/7/title"])
    #expect(changes.paths == ["books", "moves/x"])
    let many = ChangeSet(Revision(1), paths: (0..<300).map { Path([Key(unchecked: "\($0)")]) })
    #expect(many.isEverything)
    #expect(many.children(of: "a") == nil)
    #expect(changes.union(ChangeSet(Revision(5), paths: ["z"] as [Path])).revision == Revision(5))
  }

  @Test func `a change set answers as its places would one by one`() {
    var random = RandomTree()
    for _ in 0..<2_000 {
      var paths: [Path] = []
      for _ in 0..<random.int(0...5) { paths.append(random.path()) }
      let changes = ChangeSet(.zero, paths: paths)
      let place = random.path()
      let touched = paths.contains { $0.contains(place) || place.contains($0) }
      agree(changes.touches(place), touched, "\(paths) \(place)")
      let isWhole = paths.contains { $0.contains(place) }
      let keys = Set(paths.compactMap { place.suffix(of: $0)?.keys.first })
      agree(changes.children(of: place), isWhole ? nil : keys, "\(paths) \(place)")
    }
  }
}

@Suite struct WriteTurnTests {
  @Test(arguments: [["a": nil, "b": 1], ["b": 1, "a": nil]] as [KeyValuePairs<String, Int?>])
  func `a parent whose only child is replaced by another keeps its priority`(
    _ named: KeyValuePairs<String, Int?>
  ) throws {
    let steps = try named.map { name, value -> Write.Step in
      let node: Node = if let value { .leaf(.integer(Int64(value))) } else { .empty }
      return .set(try Path("p/" + name), .node(node))
    }
    let root = Node([("p", Node([("a", 1)], priority: 7))])
    let expected = Node([("p", Node([("b", 1)], priority: 7))])
    #expect(try Write(steps).applied(to: root, at: 0) == expected)
  }
}
