/// Looks through text eight bytes at a time.
///
/// A word is tested as a whole: for each byte wanted, what is zero after an exclusive or borrows
/// from its highest bit. The lowest byte that is found is always a right one; those above it may
/// not be.
enum ByteScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// The first position from `start` on of a quotation mark, a backslash or a control character.
  ///
  /// The number of bytes when there is none.
  @inline(__always)
  static func endOfPlain(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = start
    while index + 8 <= raw.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let found = below0x20(word) | equal(word, 0x22) | equal(word, 0x5C)
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C { return index }
      index += 1
    }
    return index
  }

  /// The first position from `start` on that holds, or is shortly before, a byte that may have to
  /// be escaped; see `JSONWriter`.
  @inline(__always)
  static func endOfHarmless(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = start
    while index + 8 <= raw.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      var found = below0x20(word) | equal(word, 0x22) | equal(word, 0x5C) | equal(word, 0x7F)
      if word & highs != 0 { found |= equal(word, 0xC2) | equal(word, 0xD8) | equal(word, 0xE2) }
      if found != 0 { return index }
      index += 8
    }
    return index
  }

  @inline(__always)
  private static func equal(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let difference = word ^ (ones &* UInt64(byte))
    return (difference &- ones) & ~difference & highs
  }

  @inline(__always)
  private static func below0x20(_ word: UInt64) -> UInt64 {
    (word &- ones &* 0x20) & ~word & highs
  }
}
