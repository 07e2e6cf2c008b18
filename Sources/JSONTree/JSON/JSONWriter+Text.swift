extension JSONWriter {
  /// Appends a text in quotes, escaped.
  public static func append(quoted text: String, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    OrderText.bytes(of: text) { text in
      var start = 0
      var index = 0
      while index < text.count {
        let byte = text[index]
        guard JSONWriter.isSuspect(byte) else {
          index += 1
          continue
        }
        let length = JSONWriter.length(at: index, in: text)
        if length == 0 {
          index += 1
          continue
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
        let character = UnsafeBufferPointer(rebasing: text[index..<(index + length)])
        JSONWriter.append(escaped: character, to: &bytes)
        index += length
        start = index
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }
    bytes.append(0x22)
  }

  /// Appends an integer.
  static func append(integer: Int64, to bytes: inout [UInt8]) {
    var value = integer.magnitude
    if integer < 0 { bytes.append(0x2D) }
    let start = bytes.count
    repeat {
      bytes.append(0x30 + UInt8(value % 10))
      value /= 10
    } while value > 0
    bytes[start...].reverse()
  }

  /// Whether a byte is to be escaped, or begins a character that may be.
  @inline(__always)
  private static func isSuspect(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xD8
      || byte == 0xE2
  }

  /// The number of bytes of the character at `index` if it is to be escaped; else 0.
  private static func length(at index: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    let next = index + 1 < text.count ? text[index + 1] : 0
    switch text[index] {
    case 0xC2: return next < 0xA0 ? 2 : 0
    case 0xD8: return next == 0x9C ? 2 : 0
    case 0xE2:
      guard index + 2 < text.count else { return 0 }
      switch (next, text[index + 2]) {
      // U+200E, U+200F, U+2028…202E; U+2066…2069.
      case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): return 3
      default: return 0
      }
    default: return 1
    }
  }

  private static func append(
    escaped character: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]
  ) {
    switch character[0] {
    case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, character[0]])
    case 0x08: bytes.append(contentsOf: "\\b".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0C: bytes.append(contentsOf: "\\f".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    default:
      let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first?.value ?? 0
      let digits = String(scalar, radix: 16)
      bytes.append(contentsOf: "\\u".utf8)
      bytes.append(contentsOf: repeatElement(0x30, count: 4 - digits.utf8.count))
      bytes.append(contentsOf: digits.utf8)
    }
  }
}
