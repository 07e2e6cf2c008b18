import Inventory
import InventoryStore
import TextUI

extension App {
  /// Draws the list of the stock and, where there is room, the pane of the marked book.
  func drawShelf(_ state: State, on canvas: inout Canvas) {
    let layout = Layout(size: canvas.fullSize)
    drawShelfList(state, on: &canvas)
    // Last, for the cursor stands in the filter while that is typed.
    if layout.isRoomy {
      canvas.within(layout.body.cuttingTop(1).top) { drawShelfTop(state, on: &$0) }
    }
  }

  private func drawShelfList(_ state: State, on canvas: inout Canvas) {
    let layout = Layout(size: canvas.fullSize)
    guard let page = state.data.page else {
      canvas.put("…", x: 2, y: layout.table.y, style: theme.quiet)
      return
    }
    guard !page.rows.isEmpty else { return drawEmpty(state, page, on: &canvas) }
    let top = state.ui.shelf.top(in: page, height: layout.listHeight)
    let isScrolling = page.total > layout.listHeight && page.offset != nil
    let area =
      isScrolling || !layout.hasDetail ? layout.table : layout.table.cuttingRight(2).rest
    canvas.within(area) { canvas in
      table(of: state, page, top: top, layout, canvas.glyphs).draw(on: &canvas)
    }
    guard layout.hasDetail else { return }
    let pane = layout.detail
    // The scroll bar is the line between the two; without one, a line is drawn in its place.
    let height = isScrolling ? 1 : pane.height
    canvas.fill(
      Rect(x: pane.x - 1, y: pane.y, width: 1, height: height), with: canvas.glyphs.vertical,
      style: theme.quiet)
    if let book = state.selectedBook {
      canvas.within(pane) { drawDetail(book, state, on: &$0) }
    }
    // The cursor stays on the marked row, also when the pane was drawn after it.
    let line = (state.ui.shelf.index(in: page) ?? top) - top
    canvas.setCursor(x: 0, y: layout.list.y + line, isVisible: false)
  }

  /// What a scan does, the totals, the filter.
  private func drawShelfTop(_ state: State, on canvas: inout Canvas) {
    let dot = canvas.glyphs.dot
    var x = 1
    x += canvas.put("Scan: find", x: x, y: 0, style: theme.accent) + 3
    let shelf = state.ui.shelf
    var words = ""
    if let totals = state.data.totals {
      words = "\(Wording.titles(totals.titles)) \(dot) \(Wording.copies(totals.copies))"
      if !shelf.request.filter.isEmpty, let page = state.data.page {
        words = "\(Wording.number(page.total)) of \(words)"
      }
    }
    x += canvas.put(words, x: x, y: 0) + 3
    guard shelf.isFiltering || !shelf.filter.text.isEmpty else { return }
    let label = shelf.isLifted ? "filter off:" : "filter:"
    let room = canvas.size.width - 1 - x
    guard room > label.count + 4 else { return }
    let width = min(room - label.count - 1, Self.filterWidth)
    x = canvas.size.width - 1 - width - label.count - 1
    x += canvas.put(label, x: x, y: 0, style: theme.quiet) + 1
    shelf.filter.draw(
      on: &canvas, x: x, y: 0, width: width, hasFocus: shelf.isFiltering,
      style: shelf.isFiltering ? theme.strong.adding(.underline) : theme.strong)
  }

  private static let filterWidth = 24

  /// The rows in view as a table.
  private func table(
    of state: State, _ page: ShelfPage, top: Int, _ layout: Layout, _ glyphs: Glyphs
  ) -> Table {
    let width = layout.table.width
    let columns = ShelfColumn.shown(in: width)
    let today = world.localTime(state.wall)
    let rows = page.rows.dropFirst(top).prefix(layout.listHeight)
    let index = state.ui.shelf.index(in: page)
    var table = Table(
      columns: columns.map(\.column),
      rows: rows.map { row in
        let isMarked = state.data.marks[row.book.key] != nil
        return TableRow(
          columns.map { cell($0, row.book, isMarked: isMarked, today: today, glyphs) })
      },
      selected: index.map { $0 - top },
      headerStyle: layout.isRoomy ? theme.quiet : nil, selectionAttributes: .bold,
      markerStyle: theme.accent)
    if page.total > layout.listHeight, let offset = page.offset {
      table.scroll = ScrollPosition(before: offset + top, total: page.total)
    }
    let field = page.request.sort
    if let column = columns.firstIndex(where: { $0.field == field }) {
      table.sort = (column, !page.request.descending)
    }
    return table
  }

  private func cell(
    _ column: ShelfColumn, _ book: Book, isMarked: Bool, today: LocalTime, _ glyphs: Glyphs
  ) -> TableCell {
    let changed = isMarked ? theme.changed : nil
    switch column {
    case .isbn: return TableCell(book.key.displayed)
    case .lastDigits: return TableCell(ShelfColumn.lastDigits(of: book.key))
    case .title:
      return book.title.isEmpty
        ? TableCell("(no title)", style: theme.quiet) : TableCell(book.title)
    case .count:
      let alarm = book.count < 0 ? theme.alarm : nil
      let count = Wording.number(book.count, glyphs: glyphs)
      return TableCell(isMarked ? "*\(count)" : count, style: changed ?? alarm)
    case .changed:
      let time = world.localTime(book.timestamp.multipliedReportingOverflow(by: 1000).partialValue)
      return TableCell(
        book.timestamp == 0 ? "" : time.short(today: today), style: changed ?? theme.quiet)
    }
  }

  /// An empty list: how to begin, or that the filter hides everything.
  private func drawEmpty(_ state: State, _ page: ShelfPage, on canvas: inout Canvas) {
    let layout = Layout(size: canvas.fullSize)
    canvas.within(layout.table) { canvas in
      let lines: [(String, String)] =
        page.request.filter.isEmpty
        ? [
          ("The stock is empty. To begin:", ""), ("", ""),
          ("scan a book", "it opens Add"),
          ("bookstock import FILE", "from a spreadsheet or another program"),
          ("bookstock --demo", "a small stock to try things on"),
        ] : [("No book holds “\(Wording.shown(page.request.filter))”. Esc shows all.", "")]
      let y = max(0, (canvas.size.height - lines.count) / 3)
      for (row, line) in lines.enumerated() {
        let isHead = row == 0
        let x = isHead ? 2 : 4
        canvas.put(
          line.0, x: x, y: y + row, width: canvas.size.width - x,
          style: isHead ? theme.plain : theme.strong)
        canvas.put(line.1, x: 29, y: y + row, style: theme.quiet)
      }
    }
  }
}

/// The columns of the list, and which of them a width has room for.
enum ShelfColumn: Hashable {
  case isbn, lastDigits, title, count, changed

  /// From this width on the whole ISBN is shown.
  static let wholeFrom = 60
  /// From this width on the time of the last change is shown.
  static let changedFrom = 44
  /// From this width on something of the ISBN is shown.
  static let digitsFrom = 30
  /// The digits that tell books of a shop apart.
  private static let digits = 6

  static func shown(in width: Int) -> [ShelfColumn] {
    var columns: [ShelfColumn] = []
    if width >= wholeFrom {
      columns += [.isbn]
    } else if width >= digitsFrom {
      columns += [.lastDigits]
    }
    columns += [.title, .count]
    if width >= changedFrom { columns += [.changed] }
    return columns
  }

  /// The end of a key, for narrow screens.
  static func lastDigits(of key: StockKey) -> String { String(key.text.suffix(digits)) }

  var column: TableColumn {
    switch self {
    case .isbn: TableColumn("ISBN", minimum: 17, priority: 3)
    case .lastDigits: TableColumn("ISBN", minimum: Self.digits, priority: 3)
    case .title: TableColumn("Title", minimum: 8, isFlexible: true, priority: 5)
    case .count: TableColumn("Count", minimum: 7, priority: 4, align: .right)
    case .changed: TableColumn("Changed", minimum: 10, priority: 2)
    }
  }

  /// The field the column is sorted by.
  var field: SortField? {
    switch self {
    case .isbn, .lastDigits: .isbn
    case .title: .title
    case .count: .count
    case .changed: .timestamp
    }
  }
}
