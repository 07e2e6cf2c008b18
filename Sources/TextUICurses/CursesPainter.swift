internal import CNcurses
internal import TextUI

/// Brings a canvas on to the screen of ncurses, row by row, where it differs from the one before.
struct CursesPainter {
  private let palette: CursesPalette
  private var shown: [Cell] = []
  private var shownSize = Size(width: 0, height: 0)
  private var isCursorVisible: Bool?
  private var lastPair: (foreground: Color, background: Color, number: Int32)?

  /// Starts the colours of the screen that has been opened.
  init(usesColor: Bool) {
    guard usesColor, has_colors(), start_color() == OK else {
      palette = CursesPalette(count: 0)
      return
    }
    use_default_colors()
    palette = CursesPalette(count: Int(nc_colors()))
  }

  /// Forgets what is on the screen.
  mutating func forget() {
    shown = []
    shownSize = Size(width: 0, height: 0)
    isCursorVisible = nil
  }

  /// Shows a canvas; what lies beyond `size` is left out.
  mutating func show(_ canvas: Canvas, on size: Size) {
    let width = min(canvas.fullSize.width, size.width)
    let hasSameShape = canvas.fullSize == shownSize
    for y in 0..<min(canvas.fullSize.height, size.height) {
      let start = y * canvas.fullSize.width
      let range = start..<start + width
      if hasSameShape && canvas.cells[range] == shown[range] { continue }
      put(canvas.cells[range], row: Int32(y))
    }
    shown = canvas.cells
    shownSize = canvas.fullSize
    // Last of all the cursor: screen readers and input methods look where it stands.
    let cursor = canvas.cursor ?? Cursor(at: Point(x: 0, y: 0), isVisible: false)
    let isVisible = cursor.isVisible && cursor.at.x < size.width && cursor.at.y < size.height
    if isVisible != isCursorVisible {
      curs_set(isVisible ? 1 : 0)
      isCursorVisible = isVisible
    }
    wmove(
      nc_screen(), Int32(max(0, min(cursor.at.y, size.height - 1))),
      Int32(max(0, min(cursor.at.x, size.width - 1))))
    wrefresh(nc_screen())
  }

  private mutating func put(_ cells: ArraySlice<Cell>, row: Int32) {
    var glyphs: [cchar_t] = []
    glyphs.reserveCapacity(cells.count)
    for (offset, cell) in cells.enumerated() where cell.width > 0 {
      // Half of a wide character behind the edge of the screen.
      let isCut = offset + cell.width > cells.count
      glyphs.append(glyph(isCut ? .blank(cell.style) : cell))
    }
    nc_put(row, 0, glyphs, Int32(glyphs.count))
  }

  private mutating func glyph(_ cell: Cell) -> cchar_t {
    // A base, four marks, and the end: CCHARW_MAX is 5.
    var text: (Int32, Int32, Int32, Int32, Int32, Int32) = (0x20, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &text) { buffer in
      let places = buffer.bindMemory(to: Int32.self)
      for (index, scalar) in cell.text.unicodeScalars.prefix(5).enumerated() {
        places[index] = Int32(scalar.value)
      }
    }
    var glyph = cchar_t()
    let pair = pair(cell.style)
    withUnsafeBytes(of: &text) { buffer in
      let places = buffer.bindMemory(to: Int32.self)
      _ = nc_cell(&glyph, places.baseAddress, Int32(cell.style.attributes.rawValue), pair)
    }
    return glyph
  }

  private mutating func pair(_ style: Style) -> Int32 {
    if style.foreground == .default && style.background == .default { return 0 }
    guard palette.count > 0 else { return 0 }
    if let last = lastPair, last.foreground == style.foreground,
      last.background == style.background
    {
      return last.number
    }
    // ncurses keeps the pairs it has made, and reuses the oldest when there are no more.
    let number = max(
      0, alloc_pair(palette.number(style.foreground), palette.number(style.background)))
    lastPair = (style.foreground, style.background, number)
    return number
  }
}
