/// Memory that a JSON text is written into.
///
/// Appending to an array checks at every byte who else has it and how much room there is; here room
/// is made once for a whole value.
struct JSONBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 1_024) {
    self.capacity = capacity
    start = .allocate(capacity: capacity)
  }

  deinit {
    start.deallocate()
  }

  /// What was written; valid until the next is.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  /// Makes room for so many bytes and says where they go; `advance(_:)` tells how many came.
  @inline(__always)
  mutating func room(_ more: Int) -> UnsafeMutablePointer<UInt8> {
    if count + more > capacity { grow(by: more) }
    return start + count
  }

  /// Counts bytes as written.
  @inline(__always)
  mutating func advance(_ more: Int) {
    count += more
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    room(1).pointee = byte
    count += 1
  }

  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let from = bytes.baseAddress else { return }
    room(bytes.count).update(from: from, count: bytes.count)
    count += bytes.count
  }

  mutating func append(_ word: StaticString) {
    append(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// Appends an integer.
  mutating func append(integer: Int64) {
    let room = room(20)
    var value = integer.magnitude
    var length = value < 10 ? 1 : value < 100 ? 2 : 3
    if length == 3 {
      var bound: UInt64 = 1_000
      while length < 20, value >= bound {
        length += 1
        // 20 digits: the bound would not fit.
        bound = length < 20 ? bound &* 10 : .max
      }
    }
    let sign = integer < 0 ? 1 : 0
    if sign == 1 { room.pointee = 0x2D }
    var place = room + sign + length
    repeat {
      place -= 1
      place.pointee = 0x30 + UInt8(truncatingIfNeeded: value % 10)
      value /= 10
    } while place > room + sign
    count += sign + length
  }

  @inline(never)
  private mutating func grow(by more: Int) {
    let larger = max(capacity * 2, count + more)
    let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    fresh.update(from: start, count: count)
    start.deallocate()
    start = fresh
    capacity = larger
  }
}
