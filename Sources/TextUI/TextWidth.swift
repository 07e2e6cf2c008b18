/// On which side a text stands in a field that is wider than it.
public enum Alignment: Hashable, Sendable {
  case left, right, center
}

/// How many columns text takes in a terminal, and text made harmless for a grid of cells.
///
/// Text from files and from other desks may hold anything: escapes, overrides of the writing
/// direction, ten thousand marks on one letter. Whatever is drawn goes through here.
public enum TextWidth {
  /// The most columns of a text that are looked at when nothing less is asked for: wider than any
  /// screen, and short enough that a title of a million characters costs nothing.
  public static let limit = 4096

  /// Columns the text takes after ``clean(_:limit:)``.
  ///
  /// Counting stops at `limit` columns.
  public static func columns(_ text: String, limit: Int = TextWidth.limit) -> Int {
    var columns = 0
    for glyph in GridGlyphs(text) {
      guard columns + glyph.width <= limit else { break }
      columns += glyph.width
    }
    return columns
  }

  /// The text without what would break a grid of cells; at most `limit` columns of it.
  ///
  /// No controls, no bidirectional overrides, no joined pictures, at most four marks on a letter,
  /// and U+FFFD for what the C library has no width for. Tabs and line ends become spaces.
  public static func clean(_ text: String, limit: Int = TextWidth.limit) -> String {
    var columns = 0
    var result = ""
    for glyph in GridGlyphs(text) {
      guard columns + glyph.width <= limit else { break }
      columns += glyph.width
      result += glyph.text
    }
    return result
  }

  /// The text in exactly `columns` columns: cleaned, and cut with an ellipsis or padded.
  ///
  /// A wide character is never cut in half; where one does not fit there is a space instead.
  public static func fit(
    _ text: String, columns: Int, align: Alignment = .left, ellipsis: Character = "…"
  ) -> String {
    let field = FittedText(text, columns: columns, ellipsis: ellipsis)
    let (left, right) = field.padding(columns: columns, align: align)
    return String(repeating: " ", count: left) + field.glyphs.map(\.text).joined()
      + String(repeating: " ", count: right)
  }
}

/// A text cut to a number of columns.
struct FittedText {
  private(set) var glyphs: [GridGlyph] = []
  private(set) var width = 0

  /// Takes what fits; when not all does, an ellipsis is the last of it.
  init(_ text: String, columns: Int, ellipsis: Character) {
    guard columns > 0 else { return }
    var source = GridGlyphs(text)
    while let glyph = source.next() {
      guard width + glyph.width <= columns else {
        shorten(to: columns, ellipsis: ellipsis)
        return
      }
      glyphs.append(glyph)
      width += glyph.width
    }
    if source.isCut { shorten(to: columns, ellipsis: ellipsis) }
  }

  private mutating func shorten(to columns: Int, ellipsis: Character) {
    while width > columns - 1, let last = glyphs.popLast() {
      width -= last.width
    }
    glyphs.append(GridGlyph(text: String(ellipsis), width: 1, isRightToLeft: false))
    width += 1
  }

  /// Spaces to the left and to the right that fill a field of `columns`.
  func padding(columns: Int, align: Alignment) -> (left: Int, right: Int) {
    let rest = max(0, columns - width)
    return switch align {
    case .left: (0, rest)
    case .right: (rest, 0)
    case .center: (rest / 2, rest - rest / 2)
    }
  }
}
