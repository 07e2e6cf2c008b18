internal import Glibc
internal import JSONTree

/// A path as the bytes it is stored under.
typealias PathBytes = [UInt8]

/// Paths as bytes that sort as the tree does: a subtree is one range, siblings lie in key order.
///
/// A path is its keys' components one after another; the root is empty. A component is the key's
/// order bytes (`SortKey`): 01 and five bytes for an integer key; 02 and the text for any other,
/// ended by 00, which no key holds. The priority of a node that is split into rows lies at the
/// node's path and 00. No component is the beginning of another, so byte prefixes are ancestors.
enum PathCoding {
  /// Follows the path of a split node: the row of its priority.
  static let priorityTag: UInt8 = 0x00
  /// Begins the component of an integer key; the first of all component tags.
  static let integerTag: UInt8 = 0x01
  /// Begins the component of any other key.
  static let textTag: UInt8 = 0x02
  /// Above every component: a path with it appended bounds the path's subtree.
  static let above: UInt8 = 0xFF

  /// The length of an integer key's component.
  private static let integerLength = 6

  /// The bytes of a path.
  static func bytes(of path: Path) -> PathBytes {
    var bytes: PathBytes = []
    bytes.reserveCapacity(path.keys.reduce(0) { $0 + $1.name.utf8.count + integerLength })
    for key in path.keys { append(key, to: &bytes) }
    return bytes
  }

  /// The component of a key, as `entry` keeps it.
  static func bytes(of key: Key) -> PathBytes {
    var bytes: PathBytes = []
    bytes.reserveCapacity(key.name.utf8.count + 2)
    append(key, to: &bytes)
    return bytes
  }

  /// Appends the component of a key.
  static func append(_ key: Key, to bytes: inout PathBytes) {
    let start = bytes.count
    key.appendOrderBytes(to: &bytes)
    if bytes[start] == textTag { bytes.append(0) }
  }

  /// Where the component that begins at `start` ends; nil when the bytes hold none there.
  static func componentEnd(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case integerTag:
      return start + integerLength <= bytes.count ? start + integerLength : nil
    case textTag:
      var end = start + 1
      while end < bytes.count {
        if bytes[end] == 0 { return end + 1 }
        end += 1
      }
      return nil
    default:
      return nil
    }
  }

  /// The number of keys in a path's bytes; nil when they are no path.
  static func depth(of bytes: UnsafeRawBufferPointer) -> Int? {
    var depth = 0
    var start = 0
    while start < bytes.count {
      guard let end = componentEnd(in: bytes, from: start) else { return nil }
      start = end
      depth += 1
    }
    return depth
  }

  /// The path above; nil for the root, and for bytes that are no path.
  static func parent(of bytes: PathBytes) -> PathBytes? {
    let end: Int? = bytes.withUnsafeBytes { raw in
      var start = 0
      var last: Int?
      while start < raw.count {
        guard let end = componentEnd(in: raw, from: start) else { return nil }
        last = start
        start = end
      }
      return last
    }
    return end.map { PathBytes(bytes[..<$0]) }
  }

  /// The key of one component; nil when it is damaged.
  static func key(of component: UnsafeRawBufferPointer) -> Key? {
    guard component.first == textTag else { return try? Key(orderBytes: component) }
    guard component.last == 0, component.count > 2 else { return nil }
    return Key.ofOrderText(UnsafeRawBufferPointer(rebasing: component[1..<(component.count - 1)]))
  }

  /// The keys of some bytes; nil when they are damaged.
  static func keys(of bytes: UnsafeRawBufferPointer) -> [Key]? {
    var keys: [Key] = []
    var start = 0
    while start < bytes.count {
      guard let end = componentEnd(in: bytes, from: start),
        let key = key(of: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      else { return nil }
      keys.append(key)
      start = end
    }
    return keys
  }

  /// The path of some bytes; nil when they are damaged.
  static func path(of bytes: PathBytes) -> Path? {
    bytes.withUnsafeBytes { keys(of: $0) }.map { Path($0) }
  }

  /// The key of a component kept in an array.
  static func key(of component: PathBytes) -> Key? {
    component.withUnsafeBytes { key(of: $0) }
  }
}

// MARK: - Comparing

extension PathBytes {
  /// Lends the bytes; the library's own way does not keep the type of what is thrown.
  func lent<Value>(
    _ body: (UnsafeRawBufferPointer) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let result = withUnsafeBytes { bytes in
      Result { () throws(StoreError) in try body(bytes) }
    }
    return try result.get()
  }

  /// Whether these bytes begin with others: whether the path is the other's or lies below it.
  func lies(below other: PathBytes) -> Bool {
    withUnsafeBytes { own in
      other.withUnsafeBytes { PathCoding.begins(own, with: $0) }
    }
  }

  /// Whether these bytes sort before others.
  func precedes(_ other: PathBytes) -> Bool {
    withUnsafeBytes { own in
      other.withUnsafeBytes { PathCoding.compare(own, $0) < 0 }
    }
  }
}

extension PathCoding {
  /// Whether some bytes begin with others.
  @inline(__always)
  static func begins(_ bytes: UnsafeRawBufferPointer, with start: UnsafeRawBufferPointer) -> Bool {
    guard start.count <= bytes.count else { return false }
    guard let left = bytes.baseAddress, let right = start.baseAddress else { return true }
    return memcmp(left, right, start.count) == 0
  }

  /// How bytes sort: below, above or equal to 0 as in `memcmp`, a prefix first.
  @inline(__always)
  static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    let shared = min(left.count, right.count)
    if shared > 0, let one = left.baseAddress, let other = right.baseAddress {
      let order = memcmp(one, other, shared)
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }
}
