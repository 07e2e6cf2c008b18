/// A bar that shows which part of a list is in view; nothing when all of it is.
public struct ScrollBar: Hashable, Sendable {
  public var position: ScrollPosition
  /// Rows in view.
  public var visible: Int

  /// A bar for a position and the number of rows in view.
  public init(_ position: ScrollPosition, visible: Int) {
    self.position = position
    self.visible = visible
  }

  /// Draws into a rectangle one column wide.
  public func draw(on canvas: inout Canvas, in rect: Rect, style: Style = .dim) {
    guard let thumb = thumb(length: rect.height) else { return }
    canvas.fill(rect, with: canvas.glyphs.scrollTrack, style: style)
    canvas.fill(
      Rect(x: rect.x, y: rect.y + thumb.lowerBound, width: 1, height: thumb.count),
      with: canvas.glyphs.scrollThumb, style: style)
  }

  /// The thumb's cells on a bar of the given length; it touches an end only when the view does.
  func thumb(length: Int) -> Range<Int>? {
    guard length > 0, visible > 0, position.total > visible else { return nil }
    let size = min(length, max(1, Int(Double(length) * Double(visible) / Double(position.total))))
    let before = min(max(0, position.before), position.total - visible)
    let free = length - size
    var start = Int(
      (Double(free) * Double(before) / Double(position.total - visible)).rounded())
    if free >= 2 {
      if before > 0 { start = max(1, start) }
      if before < position.total - visible { start = min(free - 1, start) }
    }
    return start..<start + size
  }
}
