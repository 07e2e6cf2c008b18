/// Reads numbers from bytes one after another, never beyond their end.
struct ByteReader {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Where the next byte is read.
  private(set) var place = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// How many bytes there are from here on.
  var rest: Int { bytes.count - place }

  /// The next byte; nil at the end.
  mutating func byte() -> UInt8? {
    guard place < bytes.count else { return nil }
    defer { place += 1 }
    return bytes[place]
  }

  /// The next two bytes, the higher one first.
  mutating func big16() -> Int? {
    guard rest >= 2 else { return nil }
    defer { place += 2 }
    return Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }

  /// The next two bytes, the lower one first.
  mutating func little16() -> Int? {
    big16().map { $0 >> 8 | ($0 & 0xFF) << 8 }
  }

  /// The next four bytes, the highest one first.
  mutating func big32() -> Int? {
    guard rest >= 4, let high = big16(), let low = big16() else { return nil }
    return high << 16 | low
  }

  /// The next four bytes, the lowest one first.
  mutating func little32() -> Int? {
    guard rest >= 4, let low = little16(), let high = little16() else { return nil }
    return high << 16 | low
  }

  /// Goes on by a number of bytes; nil when there are fewer.
  mutating func skip(_ count: Int) -> Void? {
    guard count >= 0, count <= rest else { return nil }
    place += count
    return ()
  }

  /// The next bytes without copying them; nil when there are fewer.
  mutating func take(_ count: Int) -> UnsafeBufferPointer<UInt8>? {
    guard count >= 0, count <= rest else { return nil }
    defer { place += count }
    return UnsafeBufferPointer(rebasing: bytes[place..<place + count])
  }
}

extension Array where Element == UInt8 {
  /// Lends the bytes with a typed error.
  ///
  /// Never inlined: optimized, a closure with a typed error does not survive in asynchronous code.
  @inline(never)
  func reading<Value, Problem: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Problem) -> Value
  ) throws(Problem) -> Value {
    let result = withUnsafeBufferPointer { bytes -> Result<Value, Problem> in
      do throws(Problem) {
        return .success(try body(bytes))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
