internal import CChafa

/// A picture drawn with characters and their colours.
package struct CellPicture: Equatable, Sendable {
  /// The colours that a terminal has.
  package enum Palette: CaseIterable, Sendable {
    /// Any red, green and blue.
    case trueColor
    /// The cube and the greys of 256 colours; not the first 16, which people choose themselves.
    case colors256
    /// The 16 colours that people choose themselves.
    case colors16
    /// The terminal's own two: drawn by the characters' shapes alone.
    case monochrome
  }

  /// A colour of a cell.
  package enum Color: Hashable, Sendable {
    case rgb(red: UInt8, green: UInt8, blue: UInt8)
    case palette(UInt8)
  }

  /// A character and its colours; nil is the terminal's own.
  package struct Cell: Hashable, Sendable {
    /// One cell wide, and no control.
    package var scalar: Unicode.Scalar
    package var foreground: Color?
    package var background: Color?

    package init(
      _ scalar: Unicode.Scalar, foreground: Color? = nil, background: Color? = nil
    ) {
      self.scalar = scalar
      self.foreground = foreground
      self.background = background
    }
  }

  package let extent: CellExtent
  /// The cells, row after row from the top.
  package let cells: [Cell]

  /// The most columns and rows that are drawn; no screen has more.
  package static let mostCells = CellExtent(columns: 512, rows: 512)

  /// Draws a bitmap as large as its aspect allows within an extent.
  ///
  /// Where the bitmap is more transparent than not, the terminal's own background stays, to a
  /// quarter of a cell. Without colours the shapes assume light characters on a dark ground unless
  /// said otherwise. Costs milliseconds. Drawn by Chafa.
  package init(
    _ bitmap: Bitmap, within box: CellExtent, palette: Palette, symbols: CellSymbols = .blocks,
    cell: PictureSize = CellExtent.usualCell, isOnLight: Bool = false
  ) {
    let most = CellPicture.mostCells
    let box = CellExtent(
      columns: min(box.columns, most.columns), rows: min(box.rows, most.rows))
    let extent = box.filled(by: bitmap.size, cell: cell)
    self.extent = extent
    let stencil = Stencil(
      bitmap, over: extent, ground: palette == .monochrome ? (isOnLight ? 255 : 0) : nil)
    let drawn = CellPicture.draw(
      stencil.opaque, over: extent, palette: palette, symbols: symbols, isOnLight: isOnLight)
    cells = zip(drawn, stencil.parts).map { cell, parts in
      palette == .monochrome ? cell : cell.cut(to: parts, symbols)
    }
  }

  /// Draws an opaque bitmap over all of an extent.
  private static func draw(
    _ bitmap: Bitmap, over extent: CellExtent, palette: Palette, symbols: CellSymbols,
    isOnLight: Bool
  ) -> [Cell] {
    let ranges = symbols.ranges(isShaded: palette == .monochrome).map {
      cc_range(first: $0.lowerBound, last: $0.upperBound)
    }
    Chafa.prepare()
    let canvas = bitmap.pixels.withUnsafeBufferPointer {
      cc_cells(
        $0.baseAddress, Int32(bitmap.width), Int32(bitmap.height), Int32(extent.columns),
        Int32(extent.rows), palette.canvasColors, isOnLight ? 1 : 0, ranges, Int32(ranges.count))
    }
    guard let canvas else { preconditionFailure("There is no memory to draw a picture.") }
    defer { chafa_canvas_unref(canvas) }
    return (0..<extent.rows * extent.columns).map { index in
      cell(of: canvas, x: Int32(index % extent.columns), y: Int32(index / extent.columns), palette)
    }
  }

  /// The cell of a column and a row, both from 0.
  package subscript(column: Int, row: Int) -> Cell { cells[row * extent.columns + column] }

  /// What Chafa drew.
  private static func cell(
    of canvas: OpaquePointer, x: Int32, y: Int32, _ palette: Palette
  ) -> Cell {
    let scalar = Unicode.Scalar(chafa_canvas_get_char_at(canvas, x, y)) ?? " "
    if palette == .monochrome { return Cell(scalar) }
    var fore: Int32 = 0
    var back: Int32 = 0
    chafa_canvas_get_raw_colors_at(canvas, x, y, &fore, &back)
    // A full block is the same as its colour behind a space.
    if scalar == "█" { return Cell(" ", background: palette.color(fore)) }
    return Cell(
      scalar, foreground: scalar == " " ? nil : palette.color(fore),
      background: palette.color(back))
  }
}

extension CellPicture.Cell {
  /// The cell with only some of its quarters painted, in one colour.
  fileprivate func cut(to parts: Quarters, _ symbols: CellSymbols) -> CellPicture.Cell {
    if parts == .all { return self }
    let parts = symbols.drawable(parts)
    let color = background ?? foreground
    if parts == .all { return CellPicture.Cell(" ", background: color) }
    return parts.isEmpty
      ? CellPicture.Cell(" ") : CellPicture.Cell(parts.scalar, foreground: color)
  }
}

extension CellPicture.Palette {
  fileprivate var canvasColors: Int32 {
    switch self {
    case .trueColor: Int32(CC_TRUE_COLOR)
    case .colors256: Int32(CC_240_COLORS)
    case .colors16: Int32(CC_16_COLORS)
    case .monochrome: Int32(CC_NO_COLOR)
    }
  }

  /// The colour of Chafa's number, which is negative for what is transparent.
  fileprivate func color(_ number: Int32) -> CellPicture.Color? {
    if number < 0 { return nil }
    switch self {
    case .trueColor:
      return .rgb(
        red: UInt8(number >> 16 & 0xFF), green: UInt8(number >> 8 & 0xFF),
        blue: UInt8(number & 0xFF))
    case .colors256: return number < 256 ? .palette(UInt8(number)) : nil
    case .colors16: return number < 16 ? .palette(UInt8(number)) : nil
    case .monochrome: return nil
    }
  }
}
