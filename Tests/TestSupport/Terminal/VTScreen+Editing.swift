extension VTScreen {
  var blankRow: [VTCell] { Array(repeating: .blank(style), count: columnCount) }

  mutating func scrollUp(_ count: Int, in region: ClosedRange<Int>) {
    let count = min(count, region.count)
    let blanks = Array(repeating: blankRow, count: count)
    cells.removeSubrange(region.lowerBound..<region.lowerBound + count)
    cells.insert(
      contentsOf: blanks, at: region.upperBound + 1 - count)
    movePlacements(by: -count, in: region)
  }

  mutating func scrollDown(_ count: Int, in region: ClosedRange<Int>) {
    let count = min(count, region.count)
    let blanks = Array(repeating: blankRow, count: count)
    cells.removeSubrange((region.upperBound + 1 - count)...region.upperBound)
    cells.insert(contentsOf: blanks, at: region.lowerBound)
    movePlacements(by: count, in: region)
  }

  mutating func insertLines(_ count: Int) {
    guard region.contains(cursor.row) else { return }
    scrollDown(count, in: cursor.row...region.upperBound)
    move(to: cursor.row, 0)
  }

  mutating func deleteLines(_ count: Int) {
    guard region.contains(cursor.row) else { return }
    scrollUp(count, in: cursor.row...region.upperBound)
    move(to: cursor.row, 0)
  }

  mutating func insertBlanks(_ count: Int) {
    let (row, column) = cursor
    splitRight(row: row, column: column)
    let count = min(count, columnCount - column)
    cells[row].insert(contentsOf: Array(repeating: .blank(style), count: count), at: column)
    cells[row].removeLast(count)
    mendEnd(of: row)
  }

  mutating func deleteCharacters(_ count: Int) {
    let (row, column) = cursor
    let count = min(count, columnCount - column)
    splitRight(row: row, column: column)
    splitRight(row: row, column: column + count)
    cells[row].removeSubrange(column..<column + count)
    cells[row].append(contentsOf: Array(repeating: .blank(style), count: count))
  }

  /// A cut before a column: a wide character across it is blanked.
  private mutating func splitRight(row: Int, column: Int) {
    if column < columnCount, cells[row][column].width == 0 { splitWide(row: row, column: column) }
  }

  private mutating func mendEnd(of row: Int) {
    if let last = cells[row].last, last.width == 2 {
      cells[row][columnCount - 1] = .blank(last.style)
    }
  }

  /// Blanks columns of a row, in the background colour in use.
  ///
  /// xterm: sixels are hidden by that, and are seen again when the row is painted anew.
  mutating func erase(row: Int, _ columns: Range<Int>) {
    guard !columns.isEmpty else { return }
    splitRight(row: row, column: columns.lowerBound)
    splitRight(row: row, column: columns.upperBound)
    for column in columns {
      let picture = cells[row][column].picture
      cells[row][column] = .blank(style)
      cells[row][column].picture = picture
    }
  }

  mutating func eraseInDisplay(_ part: Int) {
    switch part {
    case 0:
      erase(row: cursor.row, cursor.column..<columnCount)
      for row in cursor.row + 1..<max(rowCount, cursor.row + 1) { cells[row] = blankRow }
    case 1:
      for row in 0..<cursor.row { cells[row] = blankRow }
      erase(row: cursor.row, 0..<cursor.column + 1)
    case 2:
      for row in 0..<rowCount { cells[row] = blankRow }
      // As kitty does: whoever places a picture afterwards must have transmitted it again.
      placements = []
      kittyPictures = []
    default: break  // 3 empties the lines scrolled off, of which none are kept.
    }
    wrapsNext = false
  }

  mutating func eraseInLine(_ part: Int) {
    switch part {
    case 0: erase(row: cursor.row, cursor.column..<columnCount)
    case 1: erase(row: cursor.row, 0..<cursor.column + 1)
    default: erase(row: cursor.row, 0..<columnCount)
    }
    wrapsNext = false
  }
}
