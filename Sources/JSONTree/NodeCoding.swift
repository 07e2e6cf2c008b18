/// A node as compact bytes: what one record of the store holds.
///
/// One head byte a node. `00…3F`: that integer. `40…7F`: a text of so many bytes less `40`. `80`
/// false, `81` true, `82` an integer (zigzag varint), `83` a double (eight bytes, little-endian),
/// `84` a text (varint length), `85` a parent (varint number of children, then each key as varint
/// length and UTF-8, and its node, in key order), `86` a priority (a leaf) before the node that has
/// it, `87` nothing. Varints are LEB128.
package enum NodeCoding {
  static let smallText: UInt8 = 0x40
  static let no: UInt8 = 0x80
  static let yes: UInt8 = 0x81
  static let integer: UInt8 = 0x82
  static let double: UInt8 = 0x83
  static let text: UInt8 = 0x84
  static let parent: UInt8 = 0x85
  static let priority: UInt8 = 0x86
  static let nothing: UInt8 = 0x87

  /// The bytes of a node.
  package static func encode(_ node: Node) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256)
    append(node, to: &bytes)
    return bytes
  }

  /// Appends the bytes of a node.
  package static func append(_ node: Node, to bytes: inout [UInt8]) {
    if node.isEmpty {
      bytes.append(nothing)
      return
    }
    if let priority = node.priority {
      bytes.append(NodeCoding.priority)
      append(priority, to: &bytes)
    }
    switch node {
    case .empty: break
    case .leaf(let scalar, _): append(scalar, to: &bytes)
    case .branch(let children, _):
      bytes.append(parent)
      append(varint: UInt64(children.count), to: &bytes)
      for (key, child) in children {
        OrderText.bytes(of: key.name) { name in
          append(varint: UInt64(name.count), to: &bytes)
          bytes.append(contentsOf: name)
        }
        append(child, to: &bytes)
      }
    }
  }

  /// The node of bytes; all of them must belong to it.
  package static func decode(_ bytes: UnsafeRawBufferPointer) throws(TreeSyntaxError) -> Node {
    var cursor = NodeCursor(bytes)
    let node = try cursor.node(levels: Limits.depth)
    guard cursor.isAtEnd else { throw NodeCursor.corrupt }
    return node
  }

  /// The node of bytes; all of them must belong to it.
  package static func decode(_ bytes: [UInt8]) throws(TreeSyntaxError) -> Node {
    let result = bytes.withUnsafeBytes { bytes -> Result<Node, TreeSyntaxError> in
      Result { () throws(TreeSyntaxError) -> Node in try decode(bytes) }
    }
    return try result.get()
  }

  /// The node at a place below the one of the bytes; only that one is built.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, at path: Path
  ) throws(TreeSyntaxError) -> Node {
    var cursor = NodeCursor(bytes)
    for (depth, key) in path.keys.enumerated() {
      guard depth < Limits.depth, try cursor.descend(to: key) else { return .empty }
    }
    return try cursor.node(levels: Limits.depth)
  }

  private static func append(_ scalar: Scalar, to bytes: inout [UInt8]) {
    switch scalar {
    case .bool(let value): bytes.append(value ? yes : no)
    case .integer(let value):
      if value >= 0, value < 0x40 {
        bytes.append(UInt8(value))
      } else {
        bytes.append(integer)
        append(varint: UInt64(bitPattern: value << 1 ^ value >> 63), to: &bytes)
      }
    case .double(let value):
      bytes.append(double)
      withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    case .string(let value):
      OrderText.bytes(of: value) { value in
        if value.count < 0x40 {
          bytes.append(smallText | UInt8(value.count))
        } else {
          bytes.append(text)
          append(varint: UInt64(value.count), to: &bytes)
        }
        bytes.append(contentsOf: value)
      }
    }
  }

  @inline(__always)
  private static func append(varint value: UInt64, to bytes: inout [UInt8]) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }
}
