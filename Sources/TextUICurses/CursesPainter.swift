internal import CNcurses
internal import TextUI

/// Brings a canvas on to the screen of ncurses, row by row, where it differs from the one before.
struct CursesPainter {
  let palette: CursesPalette
  private(set) var shown: [Cell] = []
  private var shownSize = Size(width: 0, height: 0)
  private var isCursorVisible: Bool?
  private var pairs: ColorPairs
  /// The numbers of the pairs each row on the screen uses.
  private var rowPairs: [[Int32]] = []
  private var lastPair: (foreground: Color, background: Color, number: Int32)?

  /// Starts the colours of the screen that has been opened.
  init(usesColor: Bool) {
    guard usesColor, has_colors(), start_color() == OK else {
      palette = CursesPalette(count: 0)
      pairs = ColorPairs(limit: 1)
      return
    }
    use_default_colors()
    palette = CursesPalette(count: Int(nc_colors()))
    pairs = ColorPairs(limit: Int(nc_pairs()))
  }

  /// Forgets what is on the screen.
  mutating func forget() {
    shown = []
    shownSize = Size(width: 0, height: 0)
    isCursorVisible = nil
  }

  /// Whether rows move on the terminal when a canvas is shown, across places of overlays.
  func moves(_ canvas: Canvas, across rects: [Rect]) -> Bool {
    guard canvas.fullSize == shownSize else { return false }
    return RowMotion.crosses(rects, from: shown, to: canvas.cells, width: shownSize.width)
  }

  /// Shows a canvas; what lies beyond `size` is left out.
  mutating func show(
    _ canvas: Canvas, on size: Size, plan: OverlayMachine.Plan = OverlayMachine.Plan()
  ) {
    let width = min(canvas.fullSize.width, size.width)
    let hasSameShape = canvas.fullSize == shownSize
    let cells = Self.reserving(plan.reserved, in: canvas)
    dropRows(from: size.height)
    for y in 0..<min(canvas.fullSize.height, size.height) {
      let start = y * canvas.fullSize.width
      let range = start..<start + width
      if hasSameShape && cells[range] == shown[range] { continue }
      put(cells[range], row: y)
      // ncurses scrolls what it finds elsewhere, and the overlay with it. A row that changes alone
      // stands nowhere else: its old place still has it.
      if plan.isStill { refresh(cursor: Point(x: 0, y: y), on: size) }
    }
    shown = cells
    shownSize = canvas.fullSize
    if let rows = plan.redrawn, rows.lowerBound < size.height {
      let count = min(rows.upperBound, size.height) - rows.lowerBound
      nc_repaint_rows(Int32(rows.lowerBound), Int32(count))
    }
    // Last of all the cursor: screen readers and input methods look where it stands.
    let cursor = canvas.cursor ?? Cursor(at: Point(x: 0, y: 0), isVisible: false)
    let isVisible = cursor.isVisible && cursor.at.x < size.width && cursor.at.y < size.height
    if isVisible != isCursorVisible {
      curs_set(isVisible ? 1 : 0)
      isCursorVisible = isVisible
    }
    refresh(cursor: cursor.at, on: size)
  }

  /// Rows behind the bottom edge use no pairs any more.
  private mutating func dropRows(from row: Int) {
    while rowPairs.count > row, let numbers = rowPairs.popLast() {
      for number in numbers { pairs.release(number) }
    }
  }

  private mutating func refresh(cursor: Point, on size: Size) {
    wmove(
      nc_screen(), Int32(max(0, min(cursor.y, size.height - 1))),
      Int32(max(0, min(cursor.x, size.width - 1))))
    wrefresh(nc_screen())
    pairs.settle()
  }

  /// What ncurses never clears across, and so never wipes off what lies over it.
  private static let reserve = Cell(text: "\u{A0}", width: 1, style: .plain)

  private static func reserving(_ rects: [Rect], in canvas: Canvas) -> [Cell] {
    guard !rects.isEmpty else { return canvas.cells }
    var cells = canvas.cells
    for rect in rects {
      for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX { cells[y * canvas.fullSize.width + x] = reserve }
      }
    }
    return cells
  }

  /// Puts a row's cells.
  ///
  /// Characters that come in or go in a row push the rest of it aside only as far as it is the same
  /// there: never an overlay's cells, which stay where they are between cells that are no reserve.
  private mutating func put(_ cells: ArraySlice<Cell>, row: Int) {
    while rowPairs.count <= row { rowPairs.append([]) }
    let before = rowPairs[row]
    rowPairs[row] = []
    lastPair = nil
    var glyphs: [cchar_t] = []
    glyphs.reserveCapacity(cells.count)
    for (offset, cell) in cells.enumerated() where cell.width > 0 {
      // Half of a wide character behind the edge of the screen.
      let isCut = offset + cell.width > cells.count
      glyphs.append(glyph(isCut ? .blank(cell.style) : cell, row: row))
    }
    nc_put(Int32(row), 0, glyphs, Int32(glyphs.count))
    for number in before { pairs.release(number) }
  }

  private mutating func glyph(_ cell: Cell, row: Int) -> cchar_t {
    // A base, four marks, and the end: CCHARW_MAX is 5.
    var text: (Int32, Int32, Int32, Int32, Int32, Int32) = (0x20, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &text) { buffer in
      let places = buffer.bindMemory(to: Int32.self)
      for (index, scalar) in cell.text.unicodeScalars.prefix(5).enumerated() {
        places[index] = Int32(scalar.value)
      }
    }
    var glyph = cchar_t()
    let pair = pair(cell.style, row: row)
    withUnsafeBytes(of: &text) { buffer in
      let places = buffer.bindMemory(to: Int32.self)
      _ = nc_cell(&glyph, places.baseAddress, Int32(cell.style.attributes.rawValue), pair)
    }
    return glyph
  }

  private mutating func pair(_ style: Style, row: Int) -> Int32 {
    if style.foreground == .default && style.background == .default { return 0 }
    guard palette.count > 0 else { return 0 }
    if let last = lastPair, last.foreground == style.foreground,
      last.background == style.background
    {
      return last.number
    }
    let pair = ColorPairs.Pair(
      foreground: palette.number(style.foreground), background: palette.number(style.background))
    let (number, news) = pairs.take(pair)
    switch news {
    case .nothing: break
    case .new: init_extended_pair(number, pair.foreground, pair.background)
    case .allAnew:
      reset_color_pairs()
      for (number, pair) in pairs.meanings {
        init_extended_pair(number, pair.foreground, pair.background)
      }
    }
    rowPairs[row].append(number)
    lastPair = (style.foreground, style.background, number)
    return number
  }
}
