/// Reads encoded nodes; never beyond the bytes, never deeper than asked.
struct NodeCursor {
  static let corrupt = TreeSyntaxError(.corrupt, "A stored record does not decode.")

  private let bytes: UnsafeRawBufferPointer
  private let cache: KeyCache?
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer, _ cache: KeyCache? = nil) {
    self.bytes = bytes
    self.cache = cache
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Reads a node that has at most `levels` levels below it.
  mutating func node(levels: Int) throws(TreeSyntaxError) -> Node {
    var head = try byte()
    if head == NodeCoding.nothing { return .empty }
    var priority: Scalar?
    if head == NodeCoding.priority {
      let scalar = try self.scalar(try byte())
      if case .bool = scalar { throw NodeCursor.corrupt }
      priority = scalar
      head = try byte()
    }
    guard head == NodeCoding.parent else { return .leaf(try scalar(head), priority: priority) }
    guard levels > 0 else { throw NodeCursor.corrupt }
    return .branch(Children(sorted: try children(levels: levels - 1)), priority: priority)
  }

  private mutating func children(levels: Int) throws(TreeSyntaxError) -> ChildChunk {
    let count = try childCount()
    var nodes = ContiguousArray<Node>()
    nodes.reserveCapacity(count)
    let shape = cache?.shape(of: count)
    if let shape {
      while nodes.count < count {
        let length = shape.match(nodes.count, in: bytes, at: position)
        if length == 0 { break }
        position += length
        nodes.append(try child(levels: levels))
      }
      if nodes.count == count { return ChildChunk(keys: shape.keys, nodes: nodes) }
    }
    var keys = ContiguousArray<Key>()
    keys.reserveCapacity(count)
    if let shape { keys.append(contentsOf: shape.keys[..<nodes.count]) }
    var isKnown = true
    while nodes.count < count {
      let (key, wasKnown) = try self.key()
      if let last = keys.last, !(last < key) { throw NodeCursor.corrupt }
      isKnown = isKnown && wasKnown
      keys.append(key)
      nodes.append(try child(levels: levels))
    }
    // Keys that are new will hardly come again together.
    if isKnown { cache?.keep(keys) }
    return ChildChunk(keys: keys, nodes: nodes)
  }

  @inline(__always)
  private mutating func child(levels: Int) throws(TreeSyntaxError) -> Node {
    let node = try node(levels: levels)
    if node.isEmpty { throw NodeCursor.corrupt }
    return node
  }

  /// Goes from a node to its child with that key; false when there is none.
  mutating func descend(to key: Key) throws(TreeSyntaxError) -> Bool {
    var head = try byte()
    if head == NodeCoding.priority {
      try skipScalar(try byte())
      head = try byte()
    }
    guard head == NodeCoding.parent else { return false }
    for _ in 0..<(try childCount()) {
      let name = try slice(try length())
      let isIt = OrderText.bytes(of: key.name) { wanted in
        wanted.count == name.count && name.elementsEqual(wanted)
      }
      if isIt { return true }
      try skipNode(levels: Limits.depth)
    }
    return false
  }

  private mutating func skipNode(levels: Int) throws(TreeSyntaxError) {
    var head = try byte()
    if head == NodeCoding.nothing { return }
    if head == NodeCoding.priority {
      try skipScalar(try byte())
      head = try byte()
    }
    guard head == NodeCoding.parent else { return try skipScalar(head) }
    guard levels > 0 else { throw NodeCursor.corrupt }
    for _ in 0..<(try childCount()) {
      _ = try slice(try length())
      try skipNode(levels: levels - 1)
    }
  }

  private mutating func skipScalar(_ head: UInt8) throws(TreeSyntaxError) {
    switch head {
    case ..<NodeCoding.smallText, NodeCoding.no, NodeCoding.yes: return
    case ..<NodeCoding.no: _ = try slice(Int(head - NodeCoding.smallText))
    case NodeCoding.integer: _ = try varint()
    case NodeCoding.double: _ = try slice(8)
    case NodeCoding.text: _ = try slice(try length())
    default: throw NodeCursor.corrupt
    }
  }

  private mutating func scalar(_ head: UInt8) throws(TreeSyntaxError) -> Scalar {
    switch head {
    case ..<NodeCoding.smallText: return .integer(Int64(head))
    case NodeCoding.no: return .bool(false)
    case NodeCoding.yes: return .bool(true)
    case ..<NodeCoding.no: return .string(try text(Int(head - NodeCoding.smallText)))
    case NodeCoding.integer:
      let value = try varint()
      return .integer(Int64(bitPattern: value >> 1) ^ -Int64(value & 1))
    case NodeCoding.double:
      let bits = try slice(8).loadUnaligned(as: UInt64.self)
      let value = Double(bitPattern: UInt64(littleEndian: bits))
      guard value.isFinite else { throw NodeCursor.corrupt }
      return .double(value)
    case NodeCoding.text: return .string(try text(try length()))
    default: throw NodeCursor.corrupt
    }
  }

  private mutating func key() throws(TreeSyntaxError) -> (key: Key, isKnown: Bool) {
    let name = try slice(try length())
    let (key, isKnown) = cache?.key(name) ?? (KeyCache.make(name), false)
    guard let key else { throw NodeCursor.corrupt }
    return (key, isKnown)
  }

  private mutating func text(_ count: Int) throws(TreeSyntaxError) -> String {
    let bytes = try slice(count).assumingMemoryBound(to: UInt8.self)
    guard let text = OrderText.text(of: bytes) else { throw NodeCursor.corrupt }
    return text
  }

  /// A number of children that the bytes left can hold: at least three each.
  private mutating func childCount() throws(TreeSyntaxError) -> Int {
    let count = try varint()
    guard count > 0, count <= UInt64((bytes.count - position) / 3) else { throw NodeCursor.corrupt }
    return Int(count)
  }

  private mutating func length() throws(TreeSyntaxError) -> Int {
    let length = try varint()
    guard length <= UInt64(bytes.count - position) else { throw NodeCursor.corrupt }
    return Int(length)
  }

  private mutating func slice(_ count: Int) throws(TreeSyntaxError) -> UnsafeRawBufferPointer {
    guard count <= bytes.count - position else { throw NodeCursor.corrupt }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<(position + count)])
  }

  @inline(__always)
  private mutating func byte() throws(TreeSyntaxError) -> UInt8 {
    guard position < bytes.count else { throw NodeCursor.corrupt }
    defer { position += 1 }
    return bytes[position]
  }

  @inline(__always)
  private mutating func varint() throws(TreeSyntaxError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      guard shift < 63 || next <= 1 else { throw NodeCursor.corrupt }
      value |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return value }
      shift += 7
      guard shift <= 63 else { throw NodeCursor.corrupt }
    }
  }
}
