/// Bytes that sort as what they were made of.
///
/// Sibling order is defined here and nowhere else. A key: `01` and five bytes for an integer, `02`
/// and its text otherwise. A value: `00` nothing, `01` false, `02` true, `03` a number, `04` a
/// text, `05` a parent; priorities of what is compared count nothing.
///
/// A number is its double in order-preserving form and, from 2⁵³ on, what the double rounded away
/// of an integer. A text is its UTF-8 with the leads EE and EF moved (it sorts as UTF-16), NUL as
/// `00 FF`, and ends with `00 01`. Different values have different bytes; equal ones the same.
public struct SortKey: Sendable {
  /// The bytes, compared as unsigned, a prefix first.
  public let bytes: [UInt8]

  /// Creates a sort key of bytes that were one.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The sort key of nothing at all: before every other.
  public static let none = SortKey(bytes: [])

  /// Whether the bytes are more than an index keeps; ties are then settled from the record.
  public var isLong: Bool { bytes.count > Limits.indexedBytes }

  /// The bytes that an index keeps: at most `Limits.indexedBytes`.
  public var indexed: SortKey {
    isLong ? SortKey(bytes: Array(bytes.prefix(Limits.indexedBytes))) : self
  }
}

extension SortKey: Hashable, Comparable {
  public static func < (left: SortKey, right: SortKey) -> Bool {
    left.bytes.withUnsafeBufferPointer { left in
      right.bytes.withUnsafeBufferPointer { right in
        let shared = min(left.count, right.count)
        for index in 0..<shared where left[index] != right[index] {
          return left[index] < right[index]
        }
        return left.count < right.count
      }
    }
  }
}

// MARK: - Keys

extension SortKey {
  /// The order bytes of a key.
  public init(key: Key) {
    if key.isInteger {
      self.init(bytes: SortKey.bytes(ofIntegerHead: key.head))
    } else {
      self.init(bytes: SortKey.bytes(ofKeyText: key.name))
    }
  }

  /// The order bytes of a text in key order, also of one that no key may be: a bound of a query.
  init(keyText text: String) {
    let head = OrderText.bytes(of: text, Key.head)
    if head >> 56 == Key.integerTag {
      self.init(bytes: SortKey.bytes(ofIntegerHead: head))
    } else {
      self.init(bytes: SortKey.bytes(ofKeyText: text))
    }
  }

  private static func bytes(ofIntegerHead head: UInt64) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 6) { buffer, count in
      for index in 0..<6 {
        buffer.initializeElement(
          at: index, to: UInt8(truncatingIfNeeded: head >> (56 - 8 * UInt64(index))))
      }
      count = 6
    }
  }

  private static func bytes(ofKeyText text: String) -> [UInt8] {
    OrderText.bytes(of: text) { text in
      [UInt8](unsafeUninitializedCapacity: text.count + 1) { buffer, count in
        buffer.initializeElement(at: 0, to: UInt8(Key.textTag))
        for index in 0..<text.count {
          buffer.initializeElement(at: index + 1, to: OrderText.byte(text[index]))
        }
        count = text.count + 1
      }
    }
  }
}

extension Key {
  /// Appends the key's order bytes.
  package func appendOrderBytes(to bytes: inout [UInt8]) {
    if isInteger {
      for index in 0..<6 {
        bytes.append(UInt8(truncatingIfNeeded: head >> (56 - 8 * UInt64(index))))
      }
      return
    }
    bytes.append(UInt8(Key.textTag))
    let start = bytes.count
    let isPlain = OrderText.bytes(of: name) { text in
      bytes.append(contentsOf: text)
      return text.allSatisfy { $0 < 0x80 }
    }
    if isPlain { return }
    for index in start..<bytes.count { bytes[index] = OrderText.byte(bytes[index]) }
  }

  /// The key whose order bytes are the tag of a text and these; nil when they are of no key.
  ///
  /// Almost every key is plain ASCII, which is its own order bytes.
  package static func ofOrderText(_ text: UnsafeRawBufferPointer) -> Key? {
    var all: UInt8 = 0
    for byte in text { all |= byte }
    guard all < 0x80 else { return try? Key(orderBytes: [UInt8(textTag)] + text) }
    guard let key = KeyCache.make(text), !key.isInteger else { return nil }
    return key
  }

  /// The key whose order bytes these are; refuses bytes that are of no key.
  package init(orderBytes bytes: some Collection<UInt8>) throws(TreeSyntaxError) {
    let corrupt = TreeSyntaxError(.corrupt, "Order bytes of no key.")
    guard let tag = bytes.first else { throw corrupt }
    if UInt64(tag) == Key.textTag {
      // Lead bytes that were not moved would be read as others.
      guard !bytes.contains(where: { OrderText.byte($0) != $0 }),
        let name = String(validating: bytes.dropFirst().lazy.map(OrderText.plain), as: UTF8.self)
      else { throw corrupt }
      try self.init(name)
      if isInteger { throw corrupt }
      return
    }
    guard UInt64(tag) == Key.integerTag, bytes.count == 6 else { throw corrupt }
    let head = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) } << 16
    let value = Int32(bitPattern: UInt32(truncatingIfNeeded: head >> 24) ^ 0x8000_0000)
    let ending = UInt8(truncatingIfNeeded: head >> 16)
    let isNegative = value < 0 || ending & 1 == 0
    let digits = String(value.magnitude)
    let zeros = Int(ending >> 1) - digits.utf8.count - (isNegative ? 1 : 0)
    guard zeros >= 0, zeros <= 10 else { throw corrupt }
    try self.init((isNegative ? "-" : "") + String(repeating: "0", count: zeros) + digits)
    if self.head != head { throw corrupt }
  }
}

// MARK: - Values

extension SortKey {
  /// Where a node stands among its siblings in an order, but for the key.
  ///
  /// Empty for the order by key. Costs O(length of the text).
  public init(of node: Node, under ordering: Ordering) {
    switch ordering {
    case .key: self = .none
    case .value: self.init(value: node)
    case .priority: self.init(scalar: node.priority)
    case .child(let path): self.init(value: node[path])
    case .folded(let path): self.init(folded: node[path])
    }
  }

  /// The order bytes of a value; a parent counts as one whatever it holds.
  public init(value node: Node) {
    switch node {
    case .empty: self.init(bytes: [SortKey.nothing])
    case .leaf(let scalar, _): self.init(scalar: scalar)
    case .branch: self.init(bytes: [node.isEmpty ? SortKey.nothing : SortKey.parent])
    }
  }

  /// The order bytes of a value, a text without its case, accents and width.
  public init(folded node: Node) {
    if case .leaf(.string(let text), _) = node {
      self.init(bytes: SortKey.bytes(ofText: Folding.folded(text)))
    } else {
      self.init(value: node)
    }
  }

  /// The order bytes of a value without children, or of nothing.
  public init(scalar: Scalar?) {
    switch scalar {
    case nil: self.init(bytes: [SortKey.nothing])
    case .bool(let value): self.init(bytes: [value ? SortKey.yes : SortKey.no])
    case .integer(let value): self.init(bytes: SortKey.bytes(ofInteger: value))
    case .double(let value): self.init(bytes: SortKey.bytes(ofDouble: value))
    case .string(let text): self.init(bytes: SortKey.bytes(ofText: text))
    }
  }

  private static let nothing: UInt8 = 0x00
  private static let no: UInt8 = 0x01
  private static let yes: UInt8 = 0x02
  private static let number: UInt8 = 0x03
  private static let text: UInt8 = 0x04
  private static let parent: UInt8 = 0x05

  /// Below it every whole double is one integer only, and nothing is rounded away: 2⁵³.
  private static let exactIntegers = 9_007_199_254_740_992.0

  private static func bytes(ofDouble value: Double) -> [UInt8] {
    // Adding zero makes -0.0 the same as 0.
    let bits = (value + 0).bitPattern
    let ordered = bits >> 63 == 1 ? ~bits : bits | 1 << 63
    return bytes(ofNumber: ordered, residue: abs(value) < exactIntegers ? nil : 0)
  }

  private static func bytes(ofInteger value: Int64) -> [UInt8] {
    let double = Double(value)
    if abs(double) < exactIntegers { return bytes(ofDouble: double) }
    // 2⁶³ is no Int64, but its lower 64 bits subtract right.
    let rounded = double >= 0x1p63 ? Int64.min : Int64(double)
    let bits = double.bitPattern
    let ordered = bits >> 63 == 1 ? ~bits : bits | 1 << 63
    return bytes(ofNumber: ordered, residue: Int16(truncatingIfNeeded: value &- rounded))
  }

  private static func bytes(ofNumber ordered: UInt64, residue: Int16?) -> [UInt8] {
    let size = residue == nil ? 9 : 11
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      buffer.initializeElement(at: 0, to: number)
      for index in 0..<8 {
        buffer.initializeElement(
          at: index + 1, to: UInt8(truncatingIfNeeded: ordered >> (56 - 8 * UInt64(index))))
      }
      if let residue {
        let biased = UInt16(bitPattern: residue) ^ 0x8000
        buffer.initializeElement(at: 9, to: UInt8(biased >> 8))
        buffer.initializeElement(at: 10, to: UInt8(biased & 0xFF))
      }
      count = size
    }
  }

  private static func bytes(ofText text: String) -> [UInt8] {
    OrderText.bytes(of: text) { text in
      var nulls = 0
      for byte in text where byte == 0 { nulls += 1 }
      let size = text.count + nulls + 3
      return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        buffer.initializeElement(at: 0, to: SortKey.text)
        var next = 1
        for byte in text {
          buffer.initializeElement(at: next, to: OrderText.byte(byte))
          next += 1
          if byte == 0 {
            buffer.initializeElement(at: next, to: 0xFF)
            next += 1
          }
        }
        buffer.initializeElement(at: next, to: 0x00)
        buffer.initializeElement(at: next + 1, to: 0x01)
        count = size
      }
    }
  }
}
