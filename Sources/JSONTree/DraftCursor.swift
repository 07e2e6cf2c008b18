/// Reads encoded steps; never beyond the bytes, never deeper than asked.
struct DraftCursor {
  static let corrupt = TreeSyntaxError(.corrupt, "A stored write does not decode.")

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Reads a draft that has at most `levels` levels below it.
  mutating func draft(levels: Int) throws(TreeSyntaxError) -> Draft {
    switch try byte() {
    case DraftCoding.node: return .node(try NodeCoding.decode(try counted()))
    case DraftCoding.leaf:
      let value = try scalar()
      return .leaf(value, priority: try priority())
    case DraftCoding.server:
      let value = try serverValue()
      return .server(value, priority: try priority())
    case DraftCoding.branch:
      guard levels > 0 else { throw DraftCursor.corrupt }
      let priority = try self.priority()
      var children: [Key: Draft] = [:]
      for _ in 0..<(try number()) {
        let key = try self.key()
        let child = try draft(levels: levels - 1)
        guard children.updateValue(child, forKey: key) == nil else { throw DraftCursor.corrupt }
      }
      return .branch(children, priority: priority)
    default: throw DraftCursor.corrupt
    }
  }

  /// Reads a priority.
  mutating func priority() throws(TreeSyntaxError) -> PriorityDraft {
    switch try byte() {
    case DraftCoding.absent: return .absent
    case DraftCoding.scalar:
      let value = try scalar()
      if case .bool = value { throw DraftCursor.corrupt }
      return .scalar(value)
    case DraftCoding.serverPriority: return .server(try serverValue())
    default: throw DraftCursor.corrupt
    }
  }

  private mutating func serverValue() throws(TreeSyntaxError) -> ServerValue {
    switch try byte() {
    case DraftCoding.timestamp: return .timestamp
    case DraftCoding.increment: return .increment(try scalar())
    case DraftCoding.number:
      var keys: [Key] = []
      for _ in 0..<(try number()) { keys.append(try key()) }
      return .number(at: Path(keys), plus: try scalar())
    default: throw DraftCursor.corrupt
    }
  }

  private mutating func scalar() throws(TreeSyntaxError) -> Scalar {
    guard let value = try NodeCoding.decode(try counted()).scalar else {
      throw DraftCursor.corrupt
    }
    return value
  }

  private mutating func key() throws(TreeSyntaxError) -> Key {
    let name = try counted()
    let text = String(decoding: name, as: UTF8.self)
    guard text.utf8.elementsEqual(name) else { throw DraftCursor.corrupt }
    return try Key(text)
  }

  /// Bytes with their number before them.
  private mutating func counted() throws(TreeSyntaxError) -> [UInt8] {
    let count = try number()
    guard count <= bytes.count - position else { throw DraftCursor.corrupt }
    defer { position += count }
    return Array(bytes[position..<(position + count)])
  }

  mutating func byte() throws(TreeSyntaxError) -> UInt8 {
    guard position < bytes.count else { throw DraftCursor.corrupt }
    defer { position += 1 }
    return bytes[position]
  }

  /// A number that cannot count more than the bytes left: everything counted has at least one.
  private mutating func number() throws(TreeSyntaxError) -> Int {
    var number = 0
    var shift = 0
    while true {
      let next = try byte()
      guard shift < 63 else { throw DraftCursor.corrupt }
      number |= Int(next & 0x7F) << shift
      if next < 0x80 { break }
      shift += 7
    }
    guard number >= 0, number <= bytes.count - position else { throw DraftCursor.corrupt }
    return number
  }
}
