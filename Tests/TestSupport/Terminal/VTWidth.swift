import CLinux
import Glibc

/// Columns of a character as glibc's `wcwidth` has them in UTF-8: what terminals and ncurses use.
enum VTWidth {
  /// One entry for each scalar below U+40000; filled in a locale of this thread alone, so that the
  /// process's locale stays as it is.
  private static let table: [Int8] = {
    let utf8 = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
    let before = uselocale(utf8)
    defer {
      uselocale(before)
      freelocale(utf8)
    }
    return (0..<0x40000).map { Int8(wcwidth(wchar_t($0))) }
  }()

  /// 0 for combining marks, 2 for wide characters, −1 for what has no width.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = Int(scalar.value)
    return value < table.count ? Int(table[value]) : 1
  }
}
