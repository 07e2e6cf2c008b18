import JSONTree
import Platform
import TestSupport
import Testing
import TreeStore

/// The store against a plain `Node`, which is the specification.
@Suite struct StoreAgreesWithModelTests {
  /// Lists as a shop would declare them, and some in awkward places.
  static let lists: [[ListDeclaration]] = [
    [],
    [
      ListDeclaration("books", by: .child("a"), sum: "b"),
      ListDeclaration("books", by: .folded("a")), ListDeclaration("books", by: .key),
    ],
    [
      ListDeclaration("/", by: .value), ListDeclaration("a", by: .priority),
      ListDeclaration("a/b", by: .child("c/a"), sum: "a"), ListDeclaration("3", by: .value),
    ],
  ]

  @Test(arguments: 0..<3)
  func `any writes leave the tree that the model has`(_ lists: Int) throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    try store.declare(Self.lists[lists])
    var random = RandomTree(SeededGenerator(for: "writes \(lists)"))
    var model = Node.empty
    for round in 0..<250 {
      let write = try random.write()
      let before = model
      model = write.applied(to: before, at: 1_000)
      let commit = try one(store.commit([CommitRequest(write)]))
      for change in commit.changes {
        if commit.changes.count == 1 { #expect(change.new == model[change.path]) }
      }
      #expect((model == before) == commit.changeSet.isEmpty)
      let path = random.path(depth: 0..<4)
      try #require(
        try store.read { try $0.node(at: path) } == model[path], "round \(round) at \(path)")
      if round % 5 == 0 {
        try #require(try store.read { try $0.node(at: .root) } == model, "round \(round)")
      }
      if round % 20 == 19 {
        let findings = try store.check()
        try #require(findings.isEmpty, "round \(round): \(findings)")
      }
    }
  }

  @Test(arguments: 0..<3)
  func `any query finds what the model finds`(_ lists: Int) throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    var random = RandomTree(SeededGenerator(for: "queries \(lists)"))
    var model = Node.empty
    try store.declare(Self.lists[lists])
    let places: [Path] = ["books", "a", "a/b", "/", "3"]
    for round in 0..<250 {
      if random.chance(2) {
        let write = try random.write()
        model = write.applied(to: model, at: 1_000)
        _ = try one(store.commit([CommitRequest(write)]))
      } else {
        let path = places[random.number(0..<places.count)].child(random.key())
        let write = try Write.set(path, random.node(depth: 2))
        model = write.applied(to: model, at: 1_000)
        _ = try one(store.commit([CommitRequest(write)]))
      }
      for path in places {
        let declared = Self.lists[lists].filter { $0.path == path }
        var ordering = random.ordering()
        if !declared.isEmpty, random.chance(2) {
          ordering = declared[random.number(0..<declared.count)].ordering
        }
        let query = random.query(at: path, by: ordering)
        try compare(query, store, model, &random, round)
      }
    }
  }

  private func compare(
    _ query: Query, _ store: TreeStore, _ model: Node, _ random: inout RandomTree, _ round: Int
  ) throws {
    let expected = query.select(from: model[query.path])
    let place = random.place(in: expected, by: query.ordering)
    let (before, after) = (random.number(0..<4), random.number(0..<4))
    let anchors: [WindowAnchor] = [.first, .last, .place(place), .offset(random.number(0..<6))]
    try store.read { reader in
      let note = "round \(round), \(query)"
      try #require(try reader.children(of: query) == expected, "\(note)")
      try #require(try reader.total(of: query) == expected.count, "\(note)")
      try #require(
        try reader.rank(of: place, in: query) == Query.rank(of: place, in: expected), "\(note)")
      for anchor in anchors {
        let window = Query.window(of: expected, from: anchor, before: before, after: after)
        let found = try reader.window(of: query, from: anchor, before: before, after: after)
        try #require(found == window, "\(note), \(anchor)")
      }
    }
  }

  @Test
  func `sums of whole numbers are exact with a list and without`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    var random = RandomTree(SeededGenerator())
    var total: Int64 = 0
    var counts: [Key: Int64] = [:]
    for round in 0..<300 {
      if round == 150 { try store.declare([ListDeclaration("books", by: .child("n"), sum: "n")]) }
      let key = random.key()
      let count: Int64? = random.chance(4) ? nil : Int64(random.number(-5..<1_000))
      total += (count ?? 0) - (counts[key] ?? 0)
      counts[key] = count
      let draft: Draft = count.map { ["n": .node(.leaf(.integer($0))), "t": "x"] } ?? .empty
      let path = Path("books").child(key)
      _ = try one(store.commit([CommitRequest(try Write.set(path, draft))]))
      let query = try Query("books").ordered(by: .child("n"))
      let found = try store.read { try ($0.sum(of: "n", in: query), $0.total(of: query)) }
      #expect(found.0 == .integer(total))
      #expect(found.1 == counts.count)
    }
    #expect(try store.check().isEmpty)
  }

  @Test
  func `two stores on one file see each other's writes and lists`() throws {
    let place = try TemporaryPlace()
    let one = try TreeStore(at: place.path, options: options())
    let other = try TreeStore(at: place.path, options: options())
    var random = RandomTree(SeededGenerator())
    var model = Node.empty
    for round in 0..<250 {
      if round == 100 { try one.declare(Self.lists[1]) }
      if round == 200 { try other.declare(Self.lists[2]) }
      let write = try random.write()
      model = write.applied(to: model, at: 1_000)
      let (writer, reader) = random.chance(2) ? (one, other) : (other, one)
      _ = try #require(try writer.commit([CommitRequest(write)]).first).get()
      try #require(try reader.read { try $0.node(at: .root) } == model, "round \(round)")
    }
    #expect(try one.check().isEmpty)
    #expect(try other.check().isEmpty)
  }
}
