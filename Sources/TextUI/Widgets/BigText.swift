/// A title for eyes that are elsewhere: bold, and its letters set apart where there is room.
public struct BigText: Hashable, Sendable {
  public var text: String
  public var style: Style

  /// A text and its style; it is cleaned when it is drawn.
  public init(_ text: String, style: Style = .bold) {
    self.text = text
    self.style = style
  }

  /// Draws into the canvas' area over as many rows as the text needs, and gives their number.
  @discardableResult
  public func draw(on canvas: inout Canvas) -> Int {
    let lines = lines(in: canvas.size, ellipsis: canvas.glyphs.ellipsis)
    for (y, line) in lines.enumerated() {
      canvas.put(line, x: 0, y: y, width: canvas.size.width, style: style)
    }
    return lines.count
  }

  /// The rows of the text: one of letters set apart, or as many plain ones as it takes and fit.
  func lines(in size: Size, ellipsis: Character = "…") -> [String] {
    guard size.width > 0 else { return [] }
    if let spaced = Self.spaced(text), TextWidth.columns(spaced) <= size.width {
      return size.height > 0 ? [spaced] : []
    }
    return TextWrap.lines(text, columns: size.width, limit: size.height, ellipsis: ellipsis)
  }

  /// The text in capitals with a space after each; nil for scripts whose letters join.
  private static func spaced(_ text: String) -> String? {
    // Wider than any screen anyway.
    guard text.utf8.count < TextWidth.limit else { return nil }
    let glyphs = Array(GridGlyphs(text.uppercased()))
    let joins = glyphs.contains { glyph in
      // Between Cyrillic and the CJK blocks: Hebrew, Arabic, and the scripts of India.
      glyph.text.unicodeScalars.first.map { (0x0530..<0x1100).contains($0.value) } ?? false
    }
    return joins ? nil : glyphs.map(\.text).joined(separator: " ")
  }
}
