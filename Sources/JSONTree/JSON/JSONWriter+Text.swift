extension JSONWriter {
  /// Appends a text in quotes, escaped.
  public static func append(quoted text: String, to bytes: inout [UInt8]) {
    var buffer = JSONBuffer(capacity: text.utf8.count + 16)
    write(quoted: text, to: &buffer)
    bytes.append(contentsOf: buffer.bytes)
  }

  /// Writes a text in quotes, escaped.
  static func write(quoted text: String, to buffer: inout JSONBuffer) {
    OrderText.bytes(of: text) { text in
      buffer.append(0x22)
      let plain = ByteScan.endOfHarmless(text, from: 0)
      if plain == text.count {
        buffer.append(text)
      } else {
        write(escaped: text, from: plain, to: &buffer)
      }
      buffer.append(0x22)
    }
  }

  /// Writes a text, looking at its bytes one by one from a position on.
  private static func write(
    escaped text: UnsafeBufferPointer<UInt8>, from position: Int, to buffer: inout JSONBuffer
  ) {
    var start = 0
    var index = position
    while index < text.count {
      let length = isSuspect(text[index]) ? length(at: index, in: text) : 0
      if length == 0 {
        index += 1
        continue
      }
      buffer.append(UnsafeBufferPointer(rebasing: text[start..<index]))
      let character = UnsafeBufferPointer(rebasing: text[index..<(index + length)])
      append(escaped: character, to: &buffer)
      index += length
      start = index
    }
    buffer.append(UnsafeBufferPointer(rebasing: text[start...]))
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
    escaped character: UnsafeBufferPointer<UInt8>, to buffer: inout JSONBuffer
  ) {
    switch character[0] {
    case 0x22, 0x5C:
      buffer.append(0x5C)
      buffer.append(character[0])
    case 0x08: buffer.append("\\b")
    case 0x09: buffer.append("\\t")
    case 0x0A: buffer.append("\\n")
    case 0x0C: buffer.append("\\f")
    case 0x0D: buffer.append("\\r")
    default:
      let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first?.value ?? 0
      buffer.append("\\u")
      for shift in [12, 8, 4, 0] as [UInt32] {
        let digit = UInt8(scalar >> shift & 0xF)
        buffer.append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10)
      }
    }
  }
}
