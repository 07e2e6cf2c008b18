import JSONTree
import TestSupport
import Testing
import TreeStore

/// Whole trees read from and written to JSON documents, against a plain node.
@Suite struct DocumentTests {
  /// Loads a node as a document in small pieces.
  private func load(
    _ node: Node, at path: Path, into store: TreeStore, pieceBytes: Int
  ) throws {
    let bytes = JSONWriter(form: .export).bytes(node)
    var position = 0
    var stream = JSONStream(level: path.depth, pieceBytes: pieceBytes) { buffer in
      let count = min(buffer.count, bytes.count - position)
      buffer.copyBytes(from: bytes[position..<(position + count)])
      position += count
      return count
    }
    _ = try store.load(at: path, origin: "") { try stream.next() }
  }

  private func document(_ path: Path, of store: TreeStore) throws -> Node {
    var bytes: [UInt8] = []
    try store.export(path) { bytes.append(contentsOf: $0) }
    return try JSONReader.node(from: bytes)
  }

  @Test(arguments: 0..<3)
  func `a document replaces what is at its path, and comes out again`(_ lists: Int) throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    try store.declare(
      StoreAgreesWithModelTests.lists[lists],
      texts: lists == 1 ? [TextDeclaration("books", children: ["a"])] : [])
    var random = RandomTree(SeededGenerator(for: "documents \(lists)"))
    var model = Node.empty
    for round in 0..<50 {
      if random.chance(3) {
        let write = try random.write()
        model = write.applied(to: model, at: 1_000)
        _ = try one(store.commit([CommitRequest(write)]))
      }
      let path = random.chance(3) ? "books" : random.path(depth: 0..<4)
      // As text tells it: a double without a fraction becomes a whole number, and counts on as one.
      let node = try JSONReader.node(
        from: JSONWriter(form: .export).bytes(random.node(depth: max(0, 4 - path.depth))))
      try load(node, at: path, into: store, pieceBytes: random.number(1..<120))
      model = model.setting(node, at: path)
      try #require(try store.read { try $0.node(at: .root) } == model, "round \(round) at \(path)")
      let findings = try store.check()
      try #require(findings.isEmpty, "round \(round): \(findings)")
      let asked = random.path(depth: 0..<3)
      try #require(try document(asked, of: store) == model[asked], "round \(round) at \(asked)")
    }
  }

  @Test func `a name that comes twice counts once in every list`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    try store.declare([ListDeclaration("books", by: .child("a"), sum: "b")])
    let bytes = Array(#"{"x":{"a":"1","b":1},"y":{"a":"2","b":2},"x":{"a":"3","b":4}}"#.utf8)
    for pieceBytes in [4, 20, 1_000] {
      var rest = bytes[...]
      var stream = JSONStream(level: 1, pieceBytes: pieceBytes) { buffer in
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
      }
      _ = try store.load(at: "books", origin: "") { try stream.next() }
      #expect(try store.check().isEmpty)
      #expect(try store.read { try $0.sum(of: "b", in: Query("books")) } == 6)
    }
  }

  @Test(arguments: [[], [ListDeclaration("books", by: .child("a"))]])
  func `the only child that is replaced leaves its parents their priorities`(
    _ lists: [ListDeclaration]
  ) throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    try store.declare(lists)
    let path: Path = "books/x/y"
    for large in [false, true] {
      let text = String(repeating: "t", count: large ? 5_000 : 5)
      var tree = Node.empty.setting(["z": .leaf(.string(text))], at: path)
      for depth in 0..<3 {
        let parent = Path(Array(path.keys.prefix(depth)))
        tree = tree.setting(
          tree[parent].settingPriority(.integer(Int64(depth))), at: parent)
      }
      try store.write(.root, .node(tree))
      let document: Node = ["other": .leaf(.string(text))]
      try load(document, at: path, into: store, pieceBytes: 20)
      #expect(try store.read { try $0.node(at: .root) } == tree.setting(document, at: path))
      #expect(try store.check().isEmpty)
      try load(.empty, at: path, into: store, pieceBytes: 20)
      #expect(try store.read { try $0.node(at: .root) } == .empty)
      #expect(try store.check().isEmpty)
    }
  }

  @Test func `a document that ends early changes nothing`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    try store.declare([ListDeclaration("books", by: .child("a"))])
    try store.write("books", .node(["x": ["a": 1]]))
    let before = try store.revision()
    var rest = Array(#"{"y":{"a":2},"z":{"a":"#.utf8)[...]
    var stream = JSONStream(level: 1, pieceBytes: 4) { buffer in
      let count = min(buffer.count, rest.count)
      buffer.copyBytes(from: rest.prefix(count))
      rest = rest.dropFirst(count)
      return count
    }
    #expect(throws: TreeSyntaxError.self) {
      try store.load(at: "books", origin: "") { try stream.next() }
    }
    #expect(try store.revision() == before)
    #expect(try store.read { try $0.node(at: "books") } == ["x": ["a": 1]])
    #expect(try store.check().isEmpty)
    try store.write("books/y", .node(["a": 2]))
    #expect(try store.check().isEmpty)
  }
}
