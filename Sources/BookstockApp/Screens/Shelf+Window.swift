import Inventory
package import InventoryStore
import TextUI

/// How the mark and the window move over a list of any length: pure.
extension Shelf.State {
  /// Rows asked for at the start, and after a jump to an end: three screens.
  static func firstRows(_ height: Int) -> Int { 3 * max(1, height) }

  /// The index of the marked book among the rows.
  package func index(in page: ShelfPage) -> Int? {
    guard let selected else { return nil }
    return page.rows.firstIndex { $0.book.key == selected }
  }

  /// The index of the row on the list's first line.
  package func top(in page: ShelfPage, height: Int) -> Int {
    let index = index(in: page) ?? 0
    return max(0, min(index - line, page.rows.count - height))
  }

  /// Takes a new window: the mark stays on its book, and the book on its line.
  ///
  /// - Returns: the marked book when it is not among the rows any more; its neighbour is marked.
  mutating func arrive(_ page: ShelfPage, replacing old: ShelfPage?, height: Int) -> StockKey? {
    var lost: StockKey?
    switch goal {
    case .first:
      selected = page.rows.first?.book.key
      line = 0
    case .last:
      selected = page.rows.last?.book.key
      line = height - 1
    case .book(let key) where page.rows.contains { $0.book.key == key }:
      if selected != key { line = height / 2 }
      selected = key
    case .book, nil:
      if index(in: page) == nil {
        lost = selected
        selected = neighbour(in: page, of: old)
      }
    }
    goal = nil
    let rows = owed
    owed = 0
    move(by: rows, over: page, height: height)
    return lost
  }

  /// The book nearest to the marked one that is still there, the one below first.
  private func neighbour(in page: ShelfPage, of old: ShelfPage?) -> StockKey? {
    if let old, let index = index(in: old) {
      let there = Set(page.rows.map(\.book.key))
      let below = old.rows[index...].first { there.contains($0.book.key) }
      let above = old.rows[..<index].last { there.contains($0.book.key) }
      if let row = below ?? above { return row.book.key }
    }
    let index = min(max(0, line), page.rows.count - 1)
    return index >= 0 ? page.rows[index].book.key : nil
  }

  /// Moves the mark by rows; what lies beyond the window is owed until the next one arrives.
  mutating func move(by rows: Int, over page: ShelfPage, height: Int) {
    guard !page.rows.isEmpty, goal == nil else { return }
    let index = index(in: page) ?? 0
    let target = index + rows
    let reached = max(0, min(target, page.rows.count - 1))
    let more = target > reached ? page.hasLater : page.hasEarlier
    owed = more ? owed + target - reached : 0
    selected = page.rows[reached].book.key
    line += reached - index
    settle(over: page, height: height)
  }

  /// Moves the mark and the view together by screens.
  mutating func turn(by rows: Int, over page: ShelfPage, height: Int) {
    let kept = line
    move(by: rows, over: page, height: height)
    guard let index = index(in: page) else { return }
    let atEnd = rows > 0 ? index == page.rows.count - 1 : index == 0
    if !atEnd { line = kept }
    settle(over: page, height: height)
  }

  /// Keeps the mark's line on the screen, the screen full, and the window around it.
  mutating func settle(over page: ShelfPage, height: Int) {
    let height = max(1, height)
    guard let index = index(in: page) else { return }
    line = max(0, min(line, height - 1))
    let top = top(in: page, height: height)
    line = index - top
    let margin = height / 2
    let nearStart = page.hasEarlier && top < margin
    let nearEnd = page.hasLater && top + height > page.rows.count - margin
    guard nearStart || nearEnd, page.request == request else { return }
    request.anchor = .place(page.rows[index].place)
    request.before = height + margin
    request.after = height + margin + 1
  }

  /// Asks for the first or the last rows.
  mutating func go(to end: Goal, height: Int) {
    goal = end
    owed = 0
    request.anchor = end == .last ? .last : .first
    request.before = end == .last ? Self.firstRows(height) : 0
    request.after = end == .last ? 1 : Self.firstRows(height)
  }

  /// Asks for the rows around a book, which is marked when they arrive.
  mutating func go(to key: StockKey, height: Int) {
    goal = .book(key)
    owed = 0
    request.anchor = .book(key)
    request.before = height + height / 2
    request.after = height + height / 2 + 1
  }

  /// Makes the request show what the filter's text says, unless it is set aside.
  mutating func applyFilter(height: Int) {
    request.filter = isLifted ? "" : filter.text
    if let selected, request.filter.isEmpty {
      go(to: selected, height: height)
    } else {
      go(to: .first, height: height)
    }
  }
}
