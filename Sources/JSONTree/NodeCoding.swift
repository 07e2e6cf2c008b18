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
    append(node, to: &bytes)
    return bytes
  }

  /// Appends the bytes of a node.
  package static func append(_ node: Node, to bytes: inout [UInt8]) {
    // Most nodes are records; a larger one is tried with more and more room.
    var capacity = 1_024
    while true {
      let isDone = withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { buffer in
        guard let count = encode(node, into: buffer) else { return false }
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        return true
      }
      if isDone { return }
      capacity *= 4
    }
  }

  /// Writes the bytes of a node and returns their number; nil, as soon as they do not fit.
  package static func encode(_ node: Node, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    var encoder = NodeEncoder(buffer)
    return encoder.write(node) ? encoder.position : nil
  }

  /// The node of bytes; all of them must belong to it.
  ///
  /// With a cache, kept for many records, it takes a third of the time.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, _ cache: KeyCache? = nil
  ) throws(TreeSyntaxError) -> Node {
    var cursor = NodeCursor(bytes, cache)
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
    try decode(bytes, at: path.keys[...])
  }

  /// The node at some keys below the one of the bytes; only that one is built.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, at keys: ArraySlice<Key>, _ cache: KeyCache? = nil
  ) throws(TreeSyntaxError) -> Node {
    var cursor = NodeCursor(bytes, cache)
    for (depth, key) in keys.enumerated() {
      guard depth < Limits.depth, try cursor.descend(to: key) else { return .empty }
    }
    return try cursor.node(levels: Limits.depth)
  }
}
