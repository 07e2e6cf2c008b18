import Inventory

/// What was scanned on a counting screen since the program began; the newest line is the last.
package struct Run: Sendable {
  /// Lines kept: an evening's box of books; older ones have left the screen long ago.
  package static let limit = 500

  package private(set) var lines: [RunLine] = []
  /// Copies counted, whether their lines are still kept or not.
  package private(set) var copies = 0
  private var perBook: [StockKey: Int] = [:]
  private var next = 1

  package init() {}

  /// Titles of which copies were counted.
  package var titles: Int { perBook.count }
  package var last: RunLine? { lines.last }

  /// Adds a line as the newest and gives its number.
  mutating func add(_ line: RunLine) -> Int {
    var line = line
    line.id = next
    next += 1
    if lines.count >= Self.limit { lines.removeFirst(lines.count - Self.limit + 1) }
    lines.append(line)
    return line.id
  }

  package subscript(id: Int) -> RunLine? { lines.last { $0.id == id } }

  /// Changes the line with a number, if it is still kept.
  mutating func change(_ id: Int, _ change: (inout RunLine) -> Void) {
    guard let index = lines.lastIndex(where: { $0.id == id }) else { return }
    change(&lines[index])
  }

  /// Changes the first line, from the newest on, that fits.
  mutating func changeNewest(
    where fits: (RunLine) -> Bool, _ change: (inout RunLine) -> Void
  ) -> Bool {
    guard let index = lines.lastIndex(where: fits) else { return false }
    change(&lines[index])
    return true
  }

  /// Counts copies of a book into the totals; a negative number takes them out.
  mutating func count(_ copies: Int, of key: StockKey) {
    self.copies += copies
    let left = perBook[key, default: 0] + copies
    perBook[key] = left == 0 ? nil : left
  }
}
