import Inventory
import InventoryStore
import TextUI

/// The pane beside the list: the marked book, and what happened to it last.
enum Detail {
  /// Columns of the pane, without the line before it.
  static let width = 38
  /// Movements that are watched; more than any screen has room for.
  static let movements = 40
}

extension App {
  /// Draws the book's details and its last movements.
  func drawDetail(_ book: Book, _ state: State, on canvas: inout Canvas) {
    let room = canvas.size.width - 3
    let dot = " \(canvas.glyphs.dot) "
    var y = state.coverRect.map { $0.height + 1 } ?? 0
    func line(_ text: String, _ style: Style, on canvas: inout Canvas) {
      guard !text.isEmpty else { return }
      canvas.put(text, x: 2, y: y, width: room, style: style)
      y += 1
    }
    let title = book.title.isEmpty ? "(no title)" : book.title
    for text in TextWrap.lines(
      title, columns: room, limit: 3, ellipsis: canvas.glyphs.ellipsis)
    {
      line(text, theme.strong, on: &canvas)
    }
    line(Self.joined([book.author, book.publisher], by: dot), theme.plain, on: &canvas)
    line(book.key.displayed, theme.quiet, on: &canvas)
    y += 1
    let count = Wording.copies(book.count, glyphs: canvas.glyphs)
    let limit = book.minimum.map { "low below \(Wording.number($0))" }
    let isAlarming = book.count < 0 || book.isShort
    line(
      Self.joined([count, limit], by: dot), isAlarming ? theme.alarm : theme.strong, on: &canvas)
    let price = Self.joined([book.currency, book.price], by: " ")
    line(
      Self.joined([book.shelf.map { "shelf \($0)" }, price.isEmpty ? nil : price], by: dot),
      theme.plain, on: &canvas)
    line(book.note ?? "", theme.quiet, on: &canvas)
    line(book.url ?? "", theme.quiet, on: &canvas)
    y += 1
    guard let recent = state.data.recent, recent.key == book.key else { return }
    let today = world.localTime(state.wall)
    for movement in recent.movements.prefix(max(0, canvas.size.height - y)) {
      draw(movement, y: y, today: today, on: &canvas)
      y += 1
    }
  }

  private func draw(_ movement: Movement, y: Int, today: LocalTime, on canvas: inout Canvas) {
    let time = world.localTime(movement.at).short(today: today)
    canvas.put(time, x: 2, y: y, width: 10, style: theme.quiet)
    let change = Wording.change(movement.change, glyphs: canvas.glyphs)
    canvas.put(change, x: 12, y: y, width: 5, align: .right, style: theme.strong)
    let words = "\(Wording.reason(movement.reason))"
    canvas.put(words, x: 18, y: y, width: 10)
    canvas.put(movement.desk, x: 29, y: y, width: canvas.size.width - 29, style: theme.quiet)
  }

  /// The parts that say something, with a mark between.
  static func joined(_ parts: [String?], by mark: String) -> String {
    parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: mark)
  }
}
