/// An extent in cells of a terminal.
package struct CellExtent: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// A cell twice as high as wide, as most are; for terminals that do not tell.
  package static let usualCell = PictureSize(width: 1, height: 2)

  /// The most cells of this extent that a picture's aspect fills, at least one.
  ///
  /// The cell's size in pixels decides the aspect; a picture with fewer pixels is enlarged.
  package func filled(
    by picture: PictureSize, cell: PictureSize = usualCell
  ) -> CellExtent {
    let cell = cell.width > 0 && cell.height > 0 ? cell : CellExtent.usualCell
    let columns = max(1, columns)
    let rows = max(1, rows)
    // Exact in integers: columns × cell width : rows × cell height is as width : height.
    let across = picture.width * cell.height
    let down = picture.height * cell.width
    let isWide = across * rows >= down * columns
    return isWide
      ? CellExtent(columns: columns, rows: max(1, (columns * down + across / 2) / max(1, across)))
      : CellExtent(columns: max(1, (rows * across + down / 2) / max(1, down)), rows: rows)
  }
}
