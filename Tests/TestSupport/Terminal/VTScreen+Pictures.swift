/// A picture shown by kitty's protocol.
package struct VTPlacement: Hashable, Sendable {
  package var number: Int
  package var placement: Int
  package var row: Int
  package var column: Int
  package var rows: Int
  package var columns: Int

  package init(
    number: Int, placement: Int, row: Int, column: Int, rows: Int, columns: Int
  ) {
    self.number = number
    self.placement = placement
    self.row = row
    self.column = column
    self.rows = rows
    self.columns = columns
  }
}

extension VTScreen {
  /// The cells over which a sixel picture lies, by row and column.
  package var sixelCells: Set<[Int]> {
    var found: Set<[Int]> = []
    for (row, cells) in cells.enumerated() {
      for (column, cell) in cells.enumerated() where cell.picture != nil {
        found.insert([row, column])
      }
    }
    return found
  }

  /// A device control string; sixels are `numbers q "aspect;aspect;width;height data`.
  mutating func deviceString(_ text: String) {
    let rest = text.drop { "0123456789;".contains($0) }
    guard rest.first == "q" else {
      unknown.append("DCS " + text.prefix(20))
      return
    }
    let raster = rest.dropFirst().prefix { "\"0123456789;".contains($0) }.dropFirst()
      .split(separator: ";").compactMap { Int($0) }
    guard raster.count == 4 else {
      unknown.append("a sixel picture without its size")
      return
    }
    let (width, height) = Self.cellPixels
    drawSixel(columns: (raster[2] + width - 1) / width, rows: (raster[3] + height - 1) / height)
  }

  /// Lays a picture over the cells from the cursor on, and moves the cursor to the row below.
  private mutating func drawSixel(columns: Int, rows: Int) {
    sixelCount += 1
    let start = cursor
    var overlaps = false
    for row in start.row..<min(start.row + rows, rowCount) {
      for column in start.column..<min(start.column + columns, columnCount) {
        overlaps = overlaps || cells[row][column].picture != nil
        cells[row][column].picture = sixelCount
      }
    }
    sixelOverlaps += overlaps ? 1 : 0
    if start.row + rows >= rowCount {
      sixelScrolls += 1
      scrollUp(start.row + rows - rowCount + 1, in: 0...(rowCount - 1))
    }
    move(to: start.row + rows, start.column)
  }

  /// An application string; kitty's begin with `G`.
  mutating func application(_ text: String) {
    guard text.hasPrefix("G") else {
      unknown.append("APC " + text.prefix(20))
      return
    }
    var keys: [String: String] = [:]
    for key in text.dropFirst().prefix(while: { $0 != ";" }).split(separator: ",") {
      let parts = key.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { keys[String(parts[0])] = String(parts[1]) }
    }
    if !takeKitty(keys) { unknown.append("APC " + text.prefix(40)) }
  }

  private mutating func takeKitty(_ keys: [String: String]) -> Bool {
    let number = keys["i"].flatMap { Int($0) } ?? 0
    if let going = kittyTransmission, keys["a"] == nil {
      if keys["m"] != "1" { endTransmission(going) }
      return true
    }
    switch keys["a"] {
    case "q":
      if manner.hasKittyPictures { answer("\u{1b}_Gi=\(number);OK\u{1b}\\") }
    case "t": if keys["m"] == "1" { kittyTransmission = number } else { endTransmission(number) }
    case "p":
      guard kittyPictures.contains(number) else { return false }
      let placement = keys["p"].flatMap { Int($0) } ?? 0
      placements.removeAll { $0.number == number && $0.placement == placement }
      placements.append(
        VTPlacement(
          number: number, placement: placement, row: cursor.row, column: cursor.column,
          rows: keys["r"].flatMap { Int($0) } ?? 0, columns: keys["c"].flatMap { Int($0) } ?? 0))
    case "d": return deleteKitty(keys, number: number)
    default: return false
    }
    return true
  }

  private mutating func endTransmission(_ number: Int) {
    kittyTransmission = nil
    kittyPictures.insert(number)
    transmissionCount += 1
  }

  private mutating func deleteKitty(_ keys: [String: String], number: Int) -> Bool {
    switch keys["d"] {
    case "i", "I":
      let placement = keys["p"].flatMap { Int($0) }
      placements.removeAll { $0.number == number && $0.placement == placement ?? $0.placement }
      if keys["d"] == "I" { kittyPictures.remove(number) }
    case "a", "A", nil:
      placements = []
      if keys["d"] == "A" { kittyPictures = [] }
    default: return false
    }
    return true
  }

  /// Pictures move with the rows they stand on.
  mutating func movePlacements(by rows: Int, in region: ClosedRange<Int>) {
    for index in placements.indices where region.contains(placements[index].row) {
      placements[index].row += rows
    }
  }
}
