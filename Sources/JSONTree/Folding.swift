/// Text without its case, accents and width, for sorting and searching as people expect.
///
/// Latin, Greek, Cyrillic, Hebrew and Arabic lose their accents and points, full-width forms become
/// plain, half-width katakana full. Marks that make another letter (kana voicing, Indic vowels)
/// stay.
package enum Folding {
  /// The text as it is compared in the folded order; most texts cost one pass over their bytes.
  package static func folded(_ text: String) -> String {
    OrderText.bytes(of: text, foldedSimply) ?? foldedByScalars(text)
  }

  /// The same for any text.
  static func foldedByScalars(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.value < 0x80 {
        result.append(lowered(scalar))
      } else if isPlain(scalar) {
        result.append(scalar)
      } else if let step = voicing(scalar), let kana = voiced(result.last, by: step) {
        result.removeLast()
        result.append(kana)
      } else if !isAccent(scalar.value) {
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
          append(lower, to: &result)
        }
      }
    }
    return String(result)
  }

  private static let table: [UInt32: [Unicode.Scalar]] = {
    var table: [UInt32: [Unicode.Scalar]] = [:]
    for entry in FoldingTable.text.utf8.split(separator: 0x20) {
      let codes = entry.split { $0 == 0x3E || $0 == 0x2C }.map { code in
        code.reduce(0 as UInt32) { $0 << 4 | UInt32($1 & 0x40 == 0 ? $1 - 0x30 : $1 - 0x57) }
      }
      guard let first = codes.first else { continue }
      table[first] = codes.dropFirst().compactMap(Unicode.Scalar.init)
    }
    return table
  }()

  private static func append(
    _ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView
  ) {
    if isAccent(scalar.value) { return }
    if let folded = table[scalar.value] {
      result.append(contentsOf: folded)
    } else {
      result.append(scalar)
    }
  }

  private static func lowered(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.value &- 0x41 < 26 ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
  }

  /// Whether a character has neither case nor accents: ideographs, kana, Hangul.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3099, 0x309A: false
    case 0x3001..<0xA4D0, 0xAC00..<0xD7A4, 0x20000..<0x40000: true
    default: false
    }
  }

  /// Whether a mark only accents or points its letter.
  private static func isAccent(_ code: UInt32) -> Bool {
    switch code {
    case 0x0300...0x036F, 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7,
      0x0610...0x061A, 0x064B...0x065F, 0x0670, 0x06D6...0x06DC, 0x06DF...0x06E4, 0x06E7...0x06E8,
      0x06EA...0x06ED, 0x0640, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F,
      0xFE20...0xFE2F:
      true
    default: false
    }
  }

  /// How far a voicing mark moves a kana: 1 voiced, 2 half voiced.
  private static func voicing(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar.value {
    case 0x3099, 0xFF9E: 1
    case 0x309A, 0xFF9F: 2
    default: nil
    }
  }

  /// The kana that a voicing mark makes of the one before it.
  private static func voiced(_ kana: Unicode.Scalar?, by step: UInt32) -> Unicode.Scalar? {
    guard let kana else { return nil }
    // Hiragana and katakana are laid out alike, 0x60 apart.
    let isKatakana = kana.value >= 0x30A1
    switch isKatakana ? kana.value - 0x60 : kana.value {
    case 0x3046 where step == 1: return Unicode.Scalar(isKatakana ? 0x30F4 : 0x3094)
    case 0x304B...0x3062 where step == 1 && kana.value % 2 == 1,
      0x3064...0x3069 where step == 1 && kana.value % 2 == 0,
      0x306F...0x307D where (kana.value - (isKatakana ? 0x30CF : 0x306F)) % 3 == 0:
      return Unicode.Scalar(kana.value + step)
    default: return nil
    }
  }
}

// MARK: - The short way

extension Folding {
  /// What the Latin, Greek and Cyrillic scalars from `simpleStart` on become: the number of bytes
  /// of UTF-8, and above it these bytes, the first one lowest.
  private static let simple: ContiguousArray<UInt64> = ContiguousArray(
    (simpleStart..<simpleEnd).map { code in
      guard let scalar = Unicode.Scalar(code) else { return 0 }
      let bytes = Array(foldedByScalars(String(Character(scalar))).utf8)
      guard bytes.count <= 2 * growth else { return notSimple }
      return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } << 8 | UInt64(bytes.count)
    })
  /// Stands in the table for what does not fit.
  private static let notSimple: UInt64 = 0xFF
  private static let simpleStart: UInt32 = 0x80
  /// Hebrew and Arabic points begin here.
  private static let simpleEnd: UInt32 = 0x0590
  /// How many times longer a text may become: "\u{149}" is an apostrophe and n, three bytes.
  private static let growth = 2

  /// Folds scalar by scalar with a table; nil when a scalar needs more than that.
  private static func foldedSimply(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var isWhole = true
    let text = String(unsafeUninitializedCapacity: bytes.count * growth) { buffer in
      guard let count = fold(bytes, into: buffer) else {
        isWhole = false
        return 0
      }
      return count
    }
    return isWhole ? text : nil
  }

  private static func fold(
    _ bytes: UnsafeBufferPointer<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    var (index, count) = (0, 0)
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        buffer[count] = byte &- 0x41 < 26 ? byte | 0x20 : byte
        index += 1
        count += 1
      } else if byte < 0xE0 {
        let code = UInt32(byte & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
        guard code < simpleEnd else { return nil }
        var entry = simple[Int(code - simpleStart)]
        if entry == notSimple { return nil }
        for _ in 0..<(entry & 0xFF) {
          entry >>= 8
          buffer[count] = UInt8(truncatingIfNeeded: entry)
          count += 1
        }
        index += 2
      } else {
        guard let length = plainLength(at: index, in: bytes) else { return nil }
        for _ in 0..<length {
          buffer[count] = bytes[index]
          index += 1
          count += 1
        }
      }
    }
    return count
  }

  /// The number of bytes of an ideograph, kana or Hangul; nil for others.
  private static func plainLength(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let length = bytes[index] < 0xF0 ? 3 : 4
    var code = UInt32(bytes[index]) & (length == 3 ? 0x0F : 0x07)
    for next in 1..<length { code = code << 6 | UInt32(bytes[index + next] & 0x3F) }
    guard let scalar = Unicode.Scalar(code), isPlain(scalar) else { return nil }
    return length
  }
}
