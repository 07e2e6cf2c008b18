/// Whether rows of one screen stand elsewhere on the next: what ncurses would scroll.
package enum RowMotion {
  /// Tells whether two rows or more have moved by the same way across the rows of a rectangle.
  ///
  /// The columns of the rectangles are left out, and so are blank rows; one row is a coincidence,
  /// and too little for ncurses. Cost: one look at the cells of the rows that differ.
  package static func crosses(
    _ rects: [Rect], from old: [Cell], to new: [Cell], width: Int
  ) -> Bool {
    guard width > 0, old.count == new.count, !rects.isEmpty else { return false }
    var isMasked = Array(repeating: false, count: width)
    for rect in rects {
      for column in max(0, rect.x)..<max(0, min(width, rect.maxX)) where column >= rect.x {
        isMasked[column] = true
      }
    }
    let changed = (0..<old.count / width).filter { row in
      old[row * width..<(row + 1) * width] != new[row * width..<(row + 1) * width]
    }
    guard changed.count > 1 else { return false }
    var places: [Int: [Int]] = [:]
    for row in changed {
      if let key = key(old, row: row, width: width, isMasked) {
        places[key, default: []].append(row)
      }
    }
    var counts: [Int: Int] = [:]
    for row in changed {
      guard let key = key(new, row: row, width: width, isMasked) else { continue }
      for origin in places[key, default: []] where origin != row {
        let (top, bottom) = (min(row, origin), max(row, origin))
        guard rects.contains(where: { $0.y <= bottom && top < $0.maxY }) else { continue }
        counts[row - origin, default: 0] += 1
        if counts[row - origin, default: 0] > 1 { return true }
      }
    }
    return false
  }

  /// A row's cells in one number; nil for a blank row.
  private static func key(
    _ cells: [Cell], row: Int, width: Int, _ isMasked: [Bool]
  ) -> Int? {
    var hasher = Hasher()
    var isBlank = true
    for column in 0..<width where !isMasked[column] {
      let cell = cells[row * width + column]
      isBlank = isBlank && cell.text == " "
      hasher.combine(cell)
    }
    return isBlank ? nil : hasher.finalize()
  }
}
