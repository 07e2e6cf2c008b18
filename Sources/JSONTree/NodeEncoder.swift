/// Writes encoded nodes into memory of a fixed size; stops where it ends.
struct NodeEncoder {
  private let bytes: UnsafeMutableRawBufferPointer
  private(set) var position = 0

  init(_ bytes: UnsafeMutableRawBufferPointer) {
    self.bytes = bytes
  }

  /// Writes a node; false when it does not fit, and what was written is then of no use.
  mutating func write(_ node: Node) -> Bool {
    switch node {
    case .empty: return write(NodeCoding.nothing)
    case .leaf(let scalar, nil): return write(scalar)
    case .leaf(let scalar, let priority?): return write(priority: priority) && write(scalar)
    case .branch(let children, let priority):
      guard !children.isEmpty else { return write(NodeCoding.nothing) }
      if let priority, !write(priority: priority) { return false }
      return write(children)
    }
  }

  private mutating func write(_ children: Children) -> Bool {
    guard write(NodeCoding.parent), write(varint: UInt64(children.count)) else { return false }
    switch children.storage {
    case .small(let chunk): return write(chunk)
    case .large(let pieces): return pieces.chunks.allSatisfy { write($0) }
    }
  }

  private mutating func write(_ chunk: ChildChunk) -> Bool {
    for index in chunk.nodes.indices {
      guard write(text: chunk.keys[index].name), write(chunk.nodes[index]) else { return false }
    }
    return true
  }

  private mutating func write(priority: Scalar) -> Bool {
    write(NodeCoding.priority) && write(priority)
  }

  private mutating func write(_ scalar: Scalar) -> Bool {
    switch scalar {
    case .bool(let value): return write(value ? NodeCoding.yes : NodeCoding.no)
    case .integer(let value):
      if value >= 0, value < 0x40 { return write(UInt8(value)) }
      return write(NodeCoding.integer)
        && write(varint: UInt64(bitPattern: value << 1 ^ value >> 63))
    case .double(let value):
      guard write(NodeCoding.double), bytes.count - position >= 8 else { return false }
      bytes.storeBytes(
        of: value.bitPattern.littleEndian, toByteOffset: position, as: UInt64.self)
      position += 8
      return true
    case .string(let value):
      return OrderText.bytes(of: value) { text in
        if text.count < 0x40 {
          return write(NodeCoding.smallText | UInt8(text.count)) && write(text)
        }
        return write(NodeCoding.text) && write(varint: UInt64(text.count)) && write(text)
      }
    }
  }

  /// Writes the length of a text and the text.
  private mutating func write(text: String) -> Bool {
    OrderText.bytes(of: text) { text in write(varint: UInt64(text.count)) && write(text) }
  }

  @inline(__always)
  private mutating func write(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count - position >= text.count else { return false }
    UnsafeMutableRawBufferPointer(rebasing: bytes[position...]).copyMemory(
      from: UnsafeRawBufferPointer(text))
    position += text.count
    return true
  }

  @inline(__always)
  private mutating func write(_ byte: UInt8) -> Bool {
    guard position < bytes.count else { return false }
    bytes[position] = byte
    position += 1
    return true
  }

  @inline(__always)
  private mutating func write(varint value: UInt64) -> Bool {
    var value = value
    while value >= 0x80 {
      guard write(UInt8(truncatingIfNeeded: value) | 0x80) else { return false }
      value >>= 7
    }
    return write(UInt8(value))
  }
}
