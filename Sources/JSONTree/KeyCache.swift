/// Keys made before, found again by the bytes of their names.
///
/// Nodes of one kind have the same few keys, and making a key (checking, the text, its order) takes
/// longer than reading the value at it. Whoever reads many nodes keeps one of these; it is no
/// bigger than 16 KiB, and not for sharing between threads.
package final class KeyCache {
  private struct Slot {
    var low: UInt64
    var high: UInt64
    var key: Key
  }

  /// Names with more bytes are made anew: they are ids, which seldom come twice.
  private static let longestName = 16
  private static let slotBits: UInt64 = 8
  /// Nodes with more children are looked up key by key.
  private static let mostChildren = 32

  // Memory of its own: an array kept in a class is checked for exclusive access at every use.
  private let slots: UnsafeMutablePointer<Slot>
  private let shapes: UnsafeMutablePointer<KeyShape?>

  /// Creates an empty one.
  package init() {
    let count = 1 << Int(KeyCache.slotBits)
    slots = .allocate(capacity: count)
    // No name is without bytes, so no name finds these.
    slots.initialize(
      repeating: Slot(low: 0, high: 0, key: Key(unchecked: "", head: 0)), count: count)
    shapes = .allocate(capacity: KeyCache.mostChildren + 1)
    shapes.initialize(repeating: nil, count: KeyCache.mostChildren + 1)
  }

  deinit {
    slots.deinitialize(count: 1 << Int(KeyCache.slotBits))
    slots.deallocate()
    shapes.deinitialize(count: KeyCache.mostChildren + 1)
    shapes.deallocate()
  }

  /// The key with that name in UTF-8, nil when it cannot be one, and whether it was known.
  @inline(__always)
  func key(_ name: UnsafeRawBufferPointer) -> (key: Key?, isKnown: Bool) {
    // Damaged bytes may end with zeros, which would look like those that fill a name up.
    guard name.count <= KeyCache.longestName, let last = name.last, last != 0 else {
      return (KeyCache.make(name), false)
    }
    let (low, high) = KeyCache.words(of: name)
    // Fibonacci hashing: the upper bits of a product with 2⁶⁴ / φ are well mixed.
    let mixed = (low ^ (high &* 0x9E37_79B9_7F4A_7C15)) &* 0x9E37_79B9_7F4A_7C15
    let index = Int(truncatingIfNeeded: mixed >> (64 - KeyCache.slotBits))
    let slot = slots + index
    if slot.pointee.low == low, slot.pointee.high == high { return (slot.pointee.key, true) }
    // Two keys may want one slot: the one before stands beside it.
    let beside = slots + (index ^ 1)
    if beside.pointee.low == low, beside.pointee.high == high { return (beside.pointee.key, true) }
    guard let key = KeyCache.make(name) else { return (nil, false) }
    beside.pointee = slot.pointee
    slot.pointee = Slot(low: low, high: high, key: key)
    return (key, false)
  }

  /// The keys of the last node with so many children.
  @inline(__always)
  func shape(of count: Int) -> KeyShape? {
    count <= KeyCache.mostChildren ? shapes[count] : nil
  }

  /// Remembers the keys of a node.
  func keep(_ keys: ContiguousArray<Key>) {
    guard keys.count <= KeyCache.mostChildren else { return }
    shapes[keys.count] = KeyShape(keys)
  }

  /// The same children, their keys shared with the last ones that had the same.
  func sharing(_ children: Children) -> Children {
    guard case .small(let chunk) = children.storage, chunk.count <= KeyCache.mostChildren else {
      return children
    }
    if let known = shapes[chunk.count], known.keys == chunk.keys {
      return Children(storage: .small(ChildChunk(keys: known.keys, nodes: chunk.nodes)))
    }
    keep(chunk.keys)
    return children
  }

  /// Makes a key of bytes; nil when they cannot be one.
  @inline(never)
  static func make(_ name: UnsafeRawBufferPointer) -> Key? {
    let bytes = name.assumingMemoryBound(to: UInt8.self)
    guard Key.fault(bytes) == nil, let text = OrderText.text(of: bytes) else { return nil }
    return Key(unchecked: text, head: Key.head(bytes))
  }

  /// One to sixteen bytes as two words, filled up with zeros: different names give different ones.
  @inline(__always)
  private static func words(of name: UnsafeRawBufferPointer) -> (low: UInt64, high: UInt64) {
    let count = name.count
    func word<Word: FixedWidthInteger>(_ type: Word.Type, at offset: Int) -> UInt64 {
      UInt64(truncatingIfNeeded: name.loadUnaligned(fromByteOffset: offset, as: type))
    }
    if count >= 8 {
      let high = count == 8 ? 0 : word(UInt64.self, at: count - 8) >> UInt64(8 * (16 - count))
      return (word(UInt64.self, at: 0), high)
    }
    // Two loads that overlap see the same bits twice.
    if count >= 4 {
      let second = word(UInt32.self, at: count - 4) << UInt64(8 * (count - 4))
      return (word(UInt32.self, at: 0) | second, 0)
    }
    let middle = UInt64(name[count / 2]) << UInt64(8 * (count / 2))
    return (UInt64(name[0]) | middle | UInt64(name[count - 1]) << UInt64(8 * (count - 1)), 0)
  }
}

/// The keys of a node, and what they look like in a record.
///
/// In a record a key is the length of its name and the name. Up to fifteen bytes of name, that is
/// two words, compared at once under a mask.
final class KeyShape {
  private struct Probe {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var lowMask: UInt64 = 0
    var highMask: UInt64 = 0
    /// The bytes of length and name; 0 when they are more than two words.
    var count = 0

    init(_ name: String) {
      OrderText.bytes(of: name) { name in
        guard name.count < 16 else { return }
        count = name.count + 1
        set(0, UInt8(name.count))
        for index in name.indices { set(index + 1, name[index]) }
      }
    }

    private mutating func set(_ index: Int, _ byte: UInt8) {
      let shift = UInt64(8 * (index % 8))
      if index < 8 {
        low |= UInt64(byte) << shift
        lowMask |= 0xFF << shift
      } else {
        high |= UInt64(byte) << shift
        highMask |= 0xFF << shift
      }
    }
  }

  let keys: ContiguousArray<Key>
  private let probes: ContiguousArray<Probe>

  init(_ keys: ContiguousArray<Key>) {
    self.keys = keys
    probes = ContiguousArray(keys.lazy.map { Probe($0.name) })
  }

  /// The number of bytes that the key at an index takes, if it stands at a position of a record.
  ///
  /// 0 when another one stands there, and when too few bytes follow to tell.
  @inline(__always)
  func match(_ index: Int, in bytes: UnsafeRawBufferPointer, at position: Int) -> Int {
    guard bytes.count - position >= 16 else { return 0 }
    return probes.withUnsafeBufferPointer { probes in
      let probe = probes[index]
      let low = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let high = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self))
      let isIt = low & probe.lowMask == probe.low && high & probe.highMask == probe.high
      return isIt ? probe.count : 0
    }
  }
}
