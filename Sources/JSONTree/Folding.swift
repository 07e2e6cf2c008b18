/// Text without its case, accents and width, for sorting and searching as people expect.
///
/// Latin, Greek, Cyrillic, Hebrew and Arabic lose their accents and points, full-width forms become
/// plain, half-width katakana full. Marks that make another letter (kana voicing, Indic vowels)
/// stay.
package enum Folding {
  /// The text as it is compared in the folded order; ASCII costs one pass.
  package static func folded(_ text: String) -> String {
    if let ascii = OrderText.bytes(of: text, foldedASCII) { return ascii }
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

  private static func foldedASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    for byte in bytes where byte >= 0x80 { return nil }
    return String(unsafeUninitializedCapacity: bytes.count) { buffer in
      for index in bytes.indices {
        let byte = bytes[index]
        buffer.initializeElement(at: index, to: byte &- 0x41 < 26 ? byte | 0x20 : byte)
      }
      return bytes.count
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
