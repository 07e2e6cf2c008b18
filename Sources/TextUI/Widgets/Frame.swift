/// A border with a title.
public struct Frame: Hashable, Sendable {
  public var title: String
  public var style: Style

  /// A border in a style, with its title in the top edge; an empty title is left out.
  public init(title: String = "", style: Style = .dim) {
    self.title = title
    self.style = style
  }

  /// Draws along the edge of the canvas' area, blanks what is inside, and gives that rectangle.
  @discardableResult
  public func draw(on canvas: inout Canvas) -> Rect {
    let (width, height) = (canvas.size.width, canvas.size.height)
    let glyphs = canvas.glyphs
    canvas.fill(canvas.bounds)
    guard width >= 2, height >= 2 else { return canvas.bounds }
    for y in [0, height - 1] {
      canvas.fill(Rect(x: 0, y: y, width: width, height: 1), with: glyphs.horizontal, style: style)
    }
    for x in [0, width - 1] {
      canvas.fill(Rect(x: x, y: 0, width: 1, height: height), with: glyphs.vertical, style: style)
    }
    canvas.put(String(glyphs.topLeft), x: 0, y: 0, style: style)
    canvas.put(String(glyphs.topRight), x: width - 1, y: 0, style: style)
    canvas.put(String(glyphs.bottomLeft), x: 0, y: height - 1, style: style)
    canvas.put(String(glyphs.bottomRight), x: width - 1, y: height - 1, style: style)
    let room = width - 6
    if !title.isEmpty && room > 0 {
      let columns = min(room, TextWidth.columns(title, limit: room + 1))
      canvas.put(" ", x: 2, y: 0, style: style)
      canvas.put(title, x: 3, y: 0, width: columns, style: style)
      canvas.put(" ", x: 3 + columns, y: 0, style: style)
    }
    return canvas.bounds.inset(x: 1, y: 1)
  }
}
