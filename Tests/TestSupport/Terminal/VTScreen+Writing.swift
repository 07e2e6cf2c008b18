extension VTScreen {
  /// The drawing characters of DEC's special set, from `` ` `` on.
  private static let drawing = Array("◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·".unicodeScalars)

  mutating func put(_ written: Unicode.Scalar) {
    var scalar = written
    if lineDrawing[charset], (0x60..<0x7f).contains(scalar.value) {
      scalar = Self.drawing[Int(scalar.value) - 0x60]
    }
    let width = VTWidth.of(scalar)
    if width == 0 {
      combine(scalar)
    } else {
      place(scalar, width: abs(width))
      lastCharacter = written
    }
  }

  private mutating func place(_ scalar: Unicode.Scalar, width: Int) {
    guard width <= columnCount else { return }
    if modes.contains(7), wrapsNext || cursor.column + width > columnCount {
      cursor.column = 0
      lineFeed()
    }
    wrapsNext = false
    cursor.column = min(cursor.column, columnCount - width)
    if insertsCharacters { insertBlanks(width) }
    let (row, column) = cursor
    for taken in column..<column + width { splitWide(row: row, column: taken) }
    cells[row][column] = VTCell(text: String(scalar), width: width, style: style)
    if width == 2 { cells[row][column + 1] = VTCell(text: "", width: 0, style: style) }
    cursor.column += width
    if cursor.column >= columnCount {
      cursor.column = columnCount - 1
      wrapsNext = true
    }
  }

  /// A mark goes onto the character before the cursor.
  private mutating func combine(_ scalar: Unicode.Scalar) {
    var column = wrapsNext ? cursor.column : cursor.column - 1
    if column > 0, cells[cursor.row][column].width == 0 { column -= 1 }
    guard column >= 0 else { return }
    cells[cursor.row][column].text.unicodeScalars.append(scalar)
  }

  /// Blanks both halves of a wide character before one of them is overwritten.
  mutating func splitWide(row: Int, column: Int) {
    guard cells[row].indices.contains(column) else { return }
    let cell = cells[row][column]
    if cell.width == 2, column + 1 < columnCount {
      cells[row][column] = .blank(cell.style)
      cells[row][column + 1] = .blank(cell.style)
    } else if cell.width == 0, column > 0 {
      cells[row][column - 1] = .blank(cell.style)
      cells[row][column] = .blank(cell.style)
    }
  }

  mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x07: bellCount += 1
    case 0x08: move(to: cursor.row, wrapsNext ? cursor.column : cursor.column - 1)
    case 0x09: tab(1)
    case 0x0a, 0x0b, 0x0c:
      wrapsNext = false
      lineFeed()
    case 0x0d: move(to: cursor.row, 0)
    case 0x0e: charset = 1
    case 0x0f: charset = 0
    default: break
    }
  }

  mutating func lineFeed() {
    if cursor.row == region.upperBound {
      scrollUp(1, in: region)
    } else {
      cursor.row = min(cursor.row + 1, rowCount - 1)
    }
  }

  mutating func reverseLineFeed() {
    if cursor.row == region.lowerBound {
      scrollDown(1, in: region)
    } else {
      cursor.row = max(cursor.row - 1, 0)
    }
  }

  mutating func tab(_ count: Int) {
    for _ in 0..<min(count, columnCount) {
      let next = tabStops.filter { $0 > cursor.column }.min() ?? columnCount - 1
      move(to: cursor.row, next)
    }
  }

  mutating func backTab(_ count: Int) {
    for _ in 0..<min(count, columnCount) {
      move(to: cursor.row, tabStops.filter { $0 < cursor.column }.max() ?? 0)
    }
  }

  /// Moves the cursor, kept on the screen.
  mutating func move(to row: Int, _ column: Int) {
    cursor = (min(max(row, 0), rowCount - 1), min(max(column, 0), columnCount - 1))
    wrapsNext = false
  }
}
