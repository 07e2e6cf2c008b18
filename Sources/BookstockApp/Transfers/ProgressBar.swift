import TextUI

/// How much of something is there, as a row of cells: `▕████░░░░▏`, in ASCII `[###---]`.
package struct ProgressBar: Hashable {
  /// From 0 to 1; nil while nobody knows.
  package var fraction: Double?

  package init(fraction: Double?) { self.fraction = fraction }

  /// Cells that are full, of so many; all of them only when everything is there.
  package func full(of cells: Int) -> Int {
    guard let fraction, cells > 0 else { return 0 }
    if fraction >= 1 { return cells }
    return min(cells - 1, max(0, Int(fraction * Double(cells))))
  }

  /// Draws the bar over a number of columns, its ends included.
  func draw(
    on canvas: inout Canvas, x: Int, y: Int, width: Int, style: Style, ground: Style
  ) {
    guard width >= 3 else { return }
    let isASCII = canvas.glyphs.isASCII
    let full = full(of: width - 2)
    canvas.put(isASCII ? "[" : "▕", x: x, y: y, style: ground)
    canvas.fill(
      Rect(x: x + 1, y: y, width: full, height: 1), with: isASCII ? "#" : "█", style: style)
    canvas.fill(
      Rect(x: x + 1 + full, y: y, width: width - 2 - full, height: 1),
      with: isASCII ? "-" : "░", style: ground)
    canvas.put(isASCII ? "]" : "▏", x: x + width - 1, y: y, style: ground)
  }
}
