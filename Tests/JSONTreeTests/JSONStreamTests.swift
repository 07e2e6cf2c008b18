import TestSupport
import Testing

@testable import JSONTree

@Suite struct JSONStreamTests {
  /// The pieces of a document that comes in portions of random sizes.
  static func pieces(
    of bytes: [UInt8], level: Int = 0, pieceBytes: Int, _ random: inout RandomTree
  ) throws -> [JSONStream.Piece] {
    var position = 0
    var portions = (0..<64).map { _ in random.int(1...40) }
    var stream = JSONStream(level: level, pieceBytes: pieceBytes) { buffer in
      portions.append(portions.removeFirst())
      let count = min(portions[0], bytes.count - position, buffer.count)
      buffer.copyBytes(from: bytes[position..<(position + count)])
      position += count
      return count
    }
    var pieces: [JSONStream.Piece] = []
    while let piece = try stream.next() { pieces.append(piece) }
    return pieces
  }

  /// What pieces make when they are stored in order.
  static func tree(of pieces: [JSONStream.Piece]) -> Node {
    var tree = Node.empty
    for piece in pieces {
      switch piece {
      case .node(let path, let node): tree = tree.setting(node, at: path)
      case .priority(let path, let priority):
        tree = tree.setting(tree[path].settingPriority(priority), at: path)
      }
    }
    return tree
  }

  @Test func `pieces of any size make the tree that the whole text makes`() throws {
    var random = RandomTree()
    for round in 0..<400 {
      let node = random.node(levels: 4)
      let bytes = JSONWriter(form: .export, isPretty: round % 2 == 0).bytes(node)
      let size = random.int(1...200)
      let pieces = try Self.pieces(of: bytes, pieceBytes: size, &random)
      agree(Self.tree(of: pieces), node, "\(round), pieces of \(size)")
    }
  }

  @Test func `a document longer than what is held at once comes whole`() throws {
    var random = RandomTree()
    let pairs = (0..<3_000).map { number in
      (Key(unchecked: "book \(number)"), Node([("t", .leaf(.string(random.text(0...300))))]))
    }
    let node = Node(pairs + [("long", .leaf(.string(String(repeating: "é\"", count: 200_000))))])
    let bytes = JSONWriter(form: .export).bytes(node)
    var position = 0
    var stream = JSONStream { buffer in
      let count = min(random.int(1...100_000), bytes.count - position, buffer.count)
      buffer.copyBytes(from: bytes[position..<(position + count)])
      position += count
      return count
    }
    var pieces: [JSONStream.Piece] = []
    while let piece = try stream.next() { pieces.append(piece) }
    agree(Self.tree(of: pieces), node)
    #expect(stream.consumed == Int64(bytes.count))
    #expect(pieces.count > 3_000)
  }

  @Test func `a damaged document is refused as the whole text is`() throws {
    var random = RandomTree()
    for round in 0..<1_000 {
      var bytes = JSONWriter(form: .export).bytes(random.node(levels: 3))
      for _ in 0..<random.int(1...2) {
        let index = random.int(0...(bytes.count - 1))
        switch random.int(0...2) {
        case 0: bytes[index] = UInt8(random.int(0...255))
        case 1: bytes.insert(random.pick(Array("{}[],:\"\\.0 ".utf8)), at: index)
        default: bytes.removeSubrange(index...)
        }
        if bytes.isEmpty { break }
      }
      let whole = try? JSONReader.node(from: bytes)
      let pieces = try? Self.pieces(of: bytes, pieceBytes: random.int(1...60), &random)
      let text = String(decoding: bytes, as: UTF8.self)
      agree(pieces.map(Self.tree), whole, "\(round): \(text)")
    }
  }

  @Test func `of two children with one name the later stands, however long they are`() throws {
    var random = RandomTree()
    let text = #"{"a":{"x":1,"y":{"z":[1,2,3]}},"b":2,"a":{"y":{"w":4}}}"#
    for size in 1...80 {
      let pieces = try Self.pieces(of: Array(text.utf8), pieceBytes: size, &random)
      #expect(Self.tree(of: pieces) == (try JSONReader.node(from: text)))
    }
  }

  @Test(arguments: [
    (#"{"a":1,"b":x}"#, "line 1, column 12"), ("{\"a\":1,\n \"b\":[1,2,,3]}", "line 2, column 11"),
    ("[1,\n2,\n{\"a.b\":1}]", "line 3, column 2"), (#"{"a":{"b":1}"#, "line 1, column 13"),
    (#"{"a":{".sv":"timestamp"}}"#, "line 1, column"), (#"{"a":1} 2"#, "line 1, column 9"),
    (#"{"é":{".value":1,"b":2}}"#, "line 1, column"),
  ])
  func `an error names line and column`(text: String, place: String) {
    var random = RandomTree()
    for size in [1, 5, 1_000] {
      #expect {
        try Self.pieces(of: Array(text.utf8), pieceBytes: size, &random)
      } throws: { error in
        "\(error)".contains(place)
      }
    }
  }

  @Test func `the depth of the place counts`() throws {
    var random = RandomTree()
    let text = #"{"a":{"b":1}}"#
    for size in [1, 1_000] {
      let good = try Self.pieces(of: Array(text.utf8), level: 30, pieceBytes: size, &random)
      #expect(Self.tree(of: good)["a/b"] == 1)
      #expect(throws: TreeSyntaxError.self) {
        try Self.pieces(of: Array(text.utf8), level: 31, pieceBytes: size, &random)
      }
    }
  }

  @Test func `what is written part by part is the document`() throws {
    var random = RandomTree()
    for round in 0..<200 {
      let isPretty = round % 2 == 0
      let node = random.node(levels: 4)
      var bytes: [UInt8] = []
      var writer = JSONStreamWriter(isPretty: isPretty) { bytes.append(contentsOf: $0) }
      try write(node, nil, to: &writer)
      try writer.finish()
      let whole = JSONWriter(form: .export, isPretty: isPretty).bytes(node) + [0x0A]
      agree(bytes, whole, "\(round)")
    }
  }

  private func write(
    _ node: Node, _ name: String?, to writer: inout JSONStreamWriter
  ) throws {
    guard case .branch(let children, let priority) = node, !node.isEmpty else {
      return try writer.write(node, name)
    }
    try writer.open(name)
    for (key, child) in children { try write(child, key.name, to: &writer) }
    if let priority { try writer.write(priority: priority) }
    try writer.close()
  }
}
