internal import CLinux
internal import Glibc

/// Columns of every code point up to ``end``, as the C library counts them.
///
/// ncurses asks the same function, so that the grid here and the screen there never disagree; nine
/// terminals agreed with it where they agreed with one another. It is asked once, under `C.UTF-8`,
/// whatever the locale of the process is. Filling takes about a millisecond.
enum WidthTable {
  /// The planes with characters in use; private use above them is shown as U+FFFD.
  static let end = 0x40000

  /// Columns: 0, 1 or 2, and −1 for what the C library does not know.
  static func width(_ scalar: Unicode.Scalar) -> Int {
    let value = Int(scalar.value)
    return value < end ? Int(table[value]) : -1
  }

  private static let table: [Int8] = measured() ?? ranges()

  /// The C library's answers; nil where it has no UTF-8 locale.
  private static func measured() -> [Int8]? {
    guard let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil) else { return nil }
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    guard clinux_wcwidth(0x4E00) == 2 else { return nil }
    return (0..<end).map { Int8(truncatingIfNeeded: clinux_wcwidth(UInt32($0))) }
  }

  /// Without a UTF-8 locale: marks by their category, the wide blocks by their place.
  private static func ranges() -> [Int8] {
    let wide: [ClosedRange<Int>] = [
      0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
    var table = [Int8](repeating: 1, count: end)
    for value in 0..<end {
      guard let scalar = Unicode.Scalar(UInt32(value)) else {
        table[value] = -1
        continue
      }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: table[value] = 0
      case .control, .unassigned: table[value] = -1
      default: break
      }
    }
    for range in wide {
      for value in range where table[value] == 1 {
        table[value] = 2
      }
    }
    return table
  }
}
