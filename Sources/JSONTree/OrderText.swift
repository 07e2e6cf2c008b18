/// Text as bytes that sort as its UTF-16 code units do.
///
/// UTF-8 sorts by code point; UTF-16, and so Firebase, puts everything beyond U+FFFF (surrogates)
/// before U+E000…U+FFFF. Only the lead bytes EE and EF (U+E000…U+FFFF) stand wrong: moved above
/// F4, where no lead byte is, they are right, and nothing becomes longer.
enum OrderText {
  /// The order byte of a byte of UTF-8.
  @inline(__always)
  static func byte(_ byte: UInt8) -> UInt8 {
    byte & 0xFE == 0xEE ? byte + 7 : byte
  }

  /// The byte of UTF-8 of an order byte.
  @inline(__always)
  static func plain(_ byte: UInt8) -> UInt8 {
    byte == 0xF5 || byte == 0xF6 ? byte - 7 : byte
  }

  /// Whether one text sorts before the other: -1, 0 or 1 as in `memcmp`.
  @inline(__always)
  static func compare(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, from start: Int = 0
  ) -> Int {
    let shared = min(left.count, right.count)
    var index = start
    while index < shared {
      let (one, other) = (left[index], right[index])
      if one != other { return byte(one) < byte(other) ? -1 : 1 }
      index += 1
    }
    return left.count == right.count ? 0 : (left.count < right.count ? -1 : 1)
  }

  /// Runs `body` on the UTF-8 of a text, without a copy for native strings.
  @inline(__always)
  static func bytes<Result>(
    of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
    return ContiguousArray(text.utf8).withUnsafeBufferPointer(body)
  }

  /// The text of bytes; nil when they are not UTF-8.
  ///
  /// The standard library's own check costs a look-up of metadata a call; here what it repaired is
  /// told by comparing.
  @inline(__always)
  static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    let isSame = OrderText.bytes(of: text) { read in
      guard read.count == bytes.count else { return false }
      var difference: UInt8 = 0
      for index in 0..<bytes.count { difference |= read[index] ^ bytes[index] }
      return difference == 0
    }
    return isSame ? text : nil
  }

  /// Whether two texts have the same code units; canonically equal is not enough.
  @inline(__always)
  static func same(_ left: String, _ right: String) -> Bool {
    bytes(of: left) { left in
      bytes(of: right) { right in
        left.count == right.count && compare(left, right) == 0
      }
    }
  }
}
