/// What a code point means to a grid of cells.
enum GridScalar {
  /// Takes places of its own: 1 or 2.
  case base(Int)
  /// Stands on the base before it.
  case mark
  /// Shown as a space: tab and line ends.
  case space
  /// Not known to the C library: shown as U+FFFD.
  case unknown
  case joiner
  case dropped

  static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"

  init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    if value >= 0x20 && value < 0x7F {
      self = .base(1)
      return
    }
    switch value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: self = .space
    case 0x00...0x1F, 0x7F...0x9F: self = .dropped
    // Soft hyphen, combining grapheme joiner, Arabic letter mark, fillers, Mongolian separators.
    case 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164, 0xFFA0:
      self = .dropped
    case 0x200D: self = .joiner
    // Zero-width characters, bidirectional marks, embeddings, overrides, isolates.
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF0...0xFFFB:
      self = .dropped
    // Variation selectors, skin tones, tags.
    case 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF, 0xE0000...0xE0FFF: self = .dropped
    default:
      switch WidthTable.width(scalar) {
      case 0: self = .mark
      case 1: self = .base(1)
      case 2: self = .base(2)
      default: self = .unknown
      }
    }
  }

  /// A picture, of which a joiner glues several into one.
  static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0xFF && scalar.properties.isEmoji
  }

  /// Letters a terminal may write from right to left: Hebrew, Arabic and their neighbours.
  static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }

  /// The syllable of two conjoining Korean letters, or of a syllable and a final letter.
  ///
  /// Unicode: 3.12, Conjoining Jamo Behavior. Some terminals show the letters side by side.
  static func hangul(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    switch (first.value, second.value) {
    case (0x1100...0x1112, 0x1161...0x1175):
      Unicode.Scalar(0xAC00 + ((first.value - 0x1100) * 21 + second.value - 0x1161) * 28)
    case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first.value - 0xAC00) % 28 == 0:
      Unicode.Scalar(first.value + second.value - 0x11A7)
    default: nil
    }
  }
}
