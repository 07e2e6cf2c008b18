/// Where the terminal's own cursor is to stand.
public struct Cursor: Hashable, Sendable {
  public var at: Point
  /// Shown in text fields; elsewhere hidden, but still in its place: screen readers and the windows
  /// of input methods follow it.
  public var isVisible: Bool

  /// A cursor at a place of the whole grid.
  public init(at point: Point, isVisible: Bool) {
    self.at = point
    self.isVisible = isVisible
  }
}

/// A grid of styled cells to draw on, one screen at a time.
///
/// Everything is clipped to the area the canvas shows at the moment, which is the whole grid or,
/// inside ``within(_:_:)``, a rectangle of it with an origin of its own. Text is cleaned on the way
/// in (see ``TextWidth``). A wide character of which one half is overwritten loses the other half
/// too.
public struct Canvas: Sendable {
  /// The whole grid, row by row.
  package private(set) var cells: [Cell]
  /// The whole grid's extent, whatever area is drawn on.
  public let fullSize: Size
  /// The characters for frames, bars and marks.
  public let glyphs: Glyphs
  /// The cursor, in the whole grid's coordinates.
  public private(set) var cursor: Cursor?

  /// The pictures drawn, oldest first.
  package private(set) var pictures: [PlacedPicture] = []

  /// The area's origin in the whole grid, and its extent.
  private var area: Rect
  /// The part of the area that may be drawn on, in the whole grid's coordinates.
  private var clip: Rect
  /// Where right-to-left text was put: a row, and the columns before and after it.
  private var rightToLeftFields: [(row: Int, before: Int, after: Int)] = []

  /// A blank grid of plain spaces, without a cursor.
  public init(size: Size, glyphs: Glyphs = .unicode) {
    self.cells = Array(repeating: .blank(), count: size.width * size.height)
    self.fullSize = size
    self.glyphs = glyphs
    self.area = Rect(origin: Point(x: 0, y: 0), size: size)
    self.clip = area
  }

  /// The extent of the area drawn on.
  public var size: Size { area.size }
  /// The area drawn on, with its own origin: (0, 0).
  public var bounds: Rect { Rect(origin: Point(x: 0, y: 0), size: area.size) }

  /// The cell at a place of the area; nil outside the grid.
  public subscript(point: Point) -> Cell? {
    let x = area.x + point.x
    let y = area.y + point.y
    guard x >= 0, x < fullSize.width, y >= 0, y < fullSize.height else { return nil }
    return cells[y * fullSize.width + x]
  }

  /// Draws inside a rectangle of the area, with (0, 0) at its corner, and clips to it.
  public mutating func within<R>(_ rect: Rect, _ draw: (inout Canvas) throws -> R) rethrows -> R {
    let saved = (area, clip)
    area = Rect(origin: Point(x: area.x + rect.x, y: area.y + rect.y), size: rect.size)
    clip = clip.intersection(area)
    defer { (area, clip) = saved }
    return try draw(&self)
  }

  /// Writes a text from a place on, cut at the area's edge, and gives the columns it took.
  ///
  /// A wide character that would straddle the edge is left out. Cost: the columns up to the edge.
  @discardableResult
  public mutating func put(_ text: String, x: Int, y: Int, style: Style = .plain) -> Int {
    put(GridGlyphs(text), x: x, y: y, style: style)
  }

  /// Writes a text into a field of the given width: cut with an ellipsis, or padded with spaces.
  public mutating func put(
    _ text: String, x: Int, y: Int, width: Int, align: Alignment = .left, style: Style = .plain
  ) {
    let field = FittedText(text, columns: width, ellipsis: glyphs.ellipsis)
    let (left, right) = field.padding(columns: width, align: align)
    fill(Rect(x: x, y: y, width: left, height: 1), style: style)
    let end = x + left + put(field.glyphs, x: x + left, y: y, style: style)
    fill(Rect(x: end, y: y, width: right, height: 1), style: style)
  }

  /// Fills a rectangle with one character that is one column wide.
  public mutating func fill(_ rect: Rect, with character: Character = " ", style: Style = .plain) {
    let cell = Cell(text: String(character), width: 1, style: style)
    forEachPlace(in: rect) { canvas, x, y in canvas.set(cell, x: x, y: y) }
  }

  /// Draws a picture with its top left cell at a place of the area.
  ///
  /// What is seen are its cells, and they are clipped and drawn over as any others. Only while all
  /// of them are its own and it keeps off the grid's last row, the picture's overlay may take their
  /// place.
  public mutating func place(_ picture: TerminalPicture, at point: Point) {
    let origin = Point(x: area.x + point.x, y: area.y + point.y)
    let rect = Rect(origin: origin, size: picture.size)
    forEachPlace(in: Rect(origin: point, size: picture.size)) { canvas, x, y in
      let index = (y - rect.y) * rect.width + x - rect.x
      canvas.set(picture.cells[index], x: x, y: y)
    }
    // A terminal that has drawn a sixel on its last row scrolls.
    let isWhole = rect == rect.intersection(clip) && rect.maxY < fullSize.height
    pictures.append(PlacedPicture(picture, in: rect, isCovered: !isWhole))
  }

  /// Puts the terminal's cursor to a place of the area; the last call of a picture counts.
  public mutating func setCursor(x: Int, y: Int, isVisible: Bool) {
    cursor = Cursor(at: Point(x: area.x + x, y: area.y + y), isVisible: isVisible)
  }

  /// The canvas with what keeps columns in place where a terminal reorders right-to-left text.
  ///
  /// A left-to-right mark on the blank before such a text and on the one after it. Measured:
  /// without them VTE (GNOME Terminal) swaps a row's numbers: 14 of 84 reads as 84 of 14.
  package func sealed() -> Canvas {
    var sealed = self
    for field in rightToLeftFields {
      for column in [field.before, field.after] where column >= 0 && column < fullSize.width {
        let index = field.row * fullSize.width + column
        let cell = sealed.cells[index]
        guard cell.width == 1, let first = cell.text.first, !first.isLetter, !first.isNumber,
          !cell.text.hasSuffix(Self.leftToRightMark)
        else { continue }
        sealed.cells[index].text += Self.leftToRightMark
      }
    }
    return sealed
  }

  package static let leftToRightMark = "\u{200E}"

  // MARK: Cells

  private mutating func put(
    _ glyphs: some Sequence<GridGlyph>, x: Int, y: Int, style: Style
  ) -> Int {
    var column = area.x + x
    let start = column
    let row = area.y + y
    guard row >= clip.y, row < clip.maxY else { return 0 }
    var isRightToLeft = false
    for glyph in glyphs {
      guard column < clip.maxX else { break }
      let isWhole = column >= clip.x && column + glyph.width <= clip.maxX
      if isWhole {
        set(Cell(text: glyph.text, width: glyph.width, style: style), x: column, y: row)
        isRightToLeft = isRightToLeft || glyph.isRightToLeft
      } else {
        for half in column..<column + glyph.width where half >= clip.x && half < clip.maxX {
          set(.blank(style), x: half, y: row)
        }
      }
      column += glyph.width
    }
    if isRightToLeft {
      rightToLeftFields.append((row, start - 1, column))
    }
    return max(0, min(column, clip.maxX) - start)
  }

  private mutating func forEachPlace(in rect: Rect, _ body: (inout Canvas, Int, Int) -> Void) {
    let places = Rect(
      origin: Point(x: area.x + rect.x, y: area.y + rect.y), size: rect.size
    ).intersection(clip)
    for y in places.y..<places.maxY {
      for x in places.x..<places.maxX {
        body(&self, x, y)
      }
    }
  }

  /// Sets a cell of the whole grid, and blanks what is left of a wide character it cuts.
  private mutating func set(_ cell: Cell, x: Int, y: Int) {
    let index = y * fullSize.width + x
    clear(index)
    if !pictures.isEmpty { cover(x..<x + cell.width, y: y) }
    if cell.width == 2 {
      clear(index + 1)
      cells[index + 1] = .continuation(cell.style)
    }
    cells[index] = cell
  }

  private mutating func cover(_ columns: Range<Int>, y: Int) {
    for index in pictures.indices {
      let rect = pictures[index].rect
      if rect.y <= y && y < rect.maxY && columns.overlaps(rect.x..<rect.maxX) {
        pictures[index].isCovered = true
      }
    }
  }

  private mutating func clear(_ index: Int) {
    switch cells[index].width {
    case 0: cells[index - 1] = .blank(cells[index - 1].style)
    case 2: cells[index + 1] = .blank(cells[index + 1].style)
    default: break
    }
    cells[index].width = 1
  }
}

extension Canvas: CustomStringConvertible {
  /// The rows as they are read, without the spaces at their ends.
  public var rows: [String] {
    (0..<fullSize.height).map { y in
      var row = ""
      for x in 0..<fullSize.width {
        row += cells[y * fullSize.width + x].text
      }
      row.unicodeScalars.removeAll { $0.value == 0x200E }
      while row.last == " " { row.removeLast() }
      return row
    }
  }

  /// The rows, one a line.
  public var description: String { rows.joined(separator: "\n") }
}
