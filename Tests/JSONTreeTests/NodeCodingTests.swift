import Testing

@testable import JSONTree

struct NodeCodingTests {
  @Test func `what is encoded decodes the same, exactly`() throws {
    var random = RandomTree()
    for _ in 0..<3_000 {
      let node = random.node(levels: 4)
      let bytes = NodeCoding.encode(node)
      let decoded = try NodeCoding.decode(bytes)
      agree(decoded, node)
      agree(NodeCoding.encode(decoded), bytes)
    }
  }

  @Test func `with a cache of keys every node decodes as without`() throws {
    var random = RandomTree()
    let cache = KeyCache()
    for round in 0..<5_000 {
      // Now of a few kinds, as records are, now of any.
      var node = random.node(levels: 3)
      if round % 2 == 0 {
        node = Node(list: [node, node])
        for name in ["count", "timestamp", "a very long name of a field", "title", "é"] {
          if random.int(0...9) > 0 { node = node.setting("x", at: try Key(name)) }
        }
      }
      var bytes = NodeCoding.encode(node)
      agree(try bytes.withUnsafeBytes { try NodeCoding.decode($0, cache) }, node)
      let index = random.int(0...(bytes.count - 1))
      bytes[index] = UInt8(random.int(0...255))
      let damaged = try? NodeCoding.decode(bytes)
      agree(try? bytes.withUnsafeBytes { try NodeCoding.decode($0, cache) }, damaged)
    }
  }

  @Test func `a damaged name is not taken for the known one that it begins with`() throws {
    let cache = KeyCache()
    // "a" twice, so that it is known; then "a" and NUL, and "abcdefgh" and NUL.
    let records: [[UInt8]] = [
      [0x85, 1, 1, 0x61, 1], [0x85, 1, 1, 0x61, 1], [0x85, 1, 2, 0x61, 0, 1],
      [0x85, 1, 8] + Array("abcdefgh".utf8) + [1], [0x85, 1, 9] + Array("abcdefgh".utf8) + [0, 1],
    ]
    for bytes in records {
      let plain = try? NodeCoding.decode(bytes)
      #expect((try? bytes.withUnsafeBytes { try NodeCoding.decode($0, cache) }) == plain)
    }
  }

  @Test func `room that is too small is noticed`() {
    var random = RandomTree()
    for _ in 0..<500 {
      let node = random.node(levels: 3)
      let bytes = NodeCoding.encode(node)
      for room in 0...bytes.count + 1 {
        let written = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
          count = NodeCoding.encode(node, into: UnsafeMutableRawBufferPointer(buffer)) ?? 0
        }
        agree(written, room < bytes.count ? [] : bytes)
      }
    }
  }

  @Test func `integers and doubles keep their kind`() throws {
    for value in [0, 63, 64, -1, .min, .max, 1 << 53 + 1] as [Int64] {
      #expect(try NodeCoding.decode(NodeCoding.encode(.leaf(.integer(value)))).integer == value)
    }
    let decoded = try NodeCoding.decode(NodeCoding.encode(1.0))
    guard case .leaf(.double(1), nil) = decoded else {
      Issue.record("\(decoded)")
      return
    }
  }

  @Test func `a place below is read without the rest`() throws {
    var random = RandomTree()
    for _ in 0..<2_000 {
      let node = random.node(levels: 3).setting(random.node(levels: 2), at: random.path())
      let path = random.path()
      let found = try NodeCoding.encode(node).withUnsafeBytes { bytes in
        try NodeCoding.decode(bytes, at: path)
      }
      agree(found, node[path])
    }
  }

  @Test func `a book takes few bytes`() {
    let book: Node = [
      "isbn": .leaf(.integer(9_780_306_406_157)), "title": "Principles", "count": 3,
      "timestamp": .leaf(.integer(1_700_000_000)),
    ]
    #expect(NodeCoding.encode(book).count == 55)
  }

  @Test func `damaged bytes never trap and never make a wrong tree`() {
    var random = RandomTree()
    for _ in 0..<20_000 {
      var bytes = NodeCoding.encode(random.node(levels: 3))
      for _ in 0..<random.int(1...4) where !bytes.isEmpty {
        let index = random.int(0...(bytes.count - 1))
        switch random.int(0...3) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(UInt8(random.int(0...255)), at: index)
        case 2: bytes.removeSubrange(index...)
        default: bytes[index] = UInt8(random.int(0x80...0xFF))
        }
      }
      if let node = try? NodeCoding.decode(bytes) {
        agree(try? NodeCoding.decode(NodeCoding.encode(node)), node)
        agree((try? Write.set(.root, node)) == nil, false)
      }
      bytes.withUnsafeBytes { bytes in
        _ = try? NodeCoding.decode(bytes, at: random.path())
      }
    }
  }

  @Test func `nested and counted beyond all bounds, bytes are refused`() {
    let level: [UInt8] = [0x85, 1, 1, 0x61]
    let hostile: [[UInt8]] = [
      [], Array(repeating: 0x86, count: 100_000),
      Array([[UInt8]](repeating: level, count: 100_000).joined()),
      [0x85, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [0x85, 0],
      [0x84, 0xFF, 0xFF, 0x7F],
      [0x82] + Array(repeating: 0xFF, count: 20), [0x83, 0, 0, 0, 0, 0, 0, 0xF0, 0x7F],
      [0x86, 0x81, 1],
      [0x85, 2, 1, 0x62, 1, 1, 0x61, 1], [0x85, 1, 1, 0x61, 0x87], [0x85, 1, 1, 0x2E, 1], [1, 1],
      [0x85, 2, 1, 0x61, 1, 1, 0x61, 1], [0x88],
    ]
    for bytes in hostile {
      let error = #expect(throws: TreeSyntaxError.self) { try NodeCoding.decode(bytes) }
      #expect(error?.code == .corrupt)
    }
  }
}
