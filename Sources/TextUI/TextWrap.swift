/// Text broken into lines of a given width.
public enum TextWrap {
  /// The text's lines, cleaned, broken at spaces or beside wide characters, else anywhere.
  ///
  /// Line ends in the text are kept. At most `limit` lines; when there are more, the last of them
  /// ends in an ellipsis. No columns give no lines.
  public static func lines(
    _ text: String, columns: Int, limit: Int = .max, ellipsis: Character = "…"
  ) -> [String] {
    guard columns > 0, limit > 0 else { return [] }
    var lines: [String] = []
    for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var rest = Array(GridGlyphs(String(paragraph)).prefix(TextWidth.limit))[...]
      repeat {
        let (line, next) = cut(rest, columns: columns)
        if lines.count == limit {
          let last = lines[limit - 1]
          lines[limit - 1] = TextWidth.clean(last, limit: columns - 1) + String(ellipsis)
          return lines
        }
        lines.append(line.map(\.text).joined())
        rest = next
      } while !rest.isEmpty
    }
    return lines
  }

  /// The first line of some glyphs, and what is left without the space it was broken at.
  private static func cut(
    _ glyphs: ArraySlice<GridGlyph>, columns: Int
  ) -> (line: ArraySlice<GridGlyph>, rest: ArraySlice<GridGlyph>) {
    var width = 0
    var breakPlace: Int?
    for index in glyphs.indices {
      let glyph = glyphs[index]
      let isSpace = glyph.text == " "
      if isSpace
        || (index > glyphs.startIndex && (glyph.width == 2 || glyphs[index - 1].width == 2))
      {
        breakPlace = index
      }
      guard width + glyph.width > columns else {
        width += glyph.width
        continue
      }
      // A wide character in a single column never fits; it is dropped rather than tried for ever.
      guard index > glyphs.startIndex else { return ([], glyphs.dropFirst()) }
      let end = breakPlace.flatMap { $0 > glyphs.startIndex ? $0 : nil } ?? index
      return (glyphs[..<end], glyphs[end...].drop { $0.text == " " })
    }
    return (glyphs, [])
  }
}
