/// A column of a table: how wide it wants to be, and how dear it is when there is little room.
public struct TableColumn: Hashable, Sendable {
  public var title: String
  /// The least width it is shown at.
  public var minimum: Int
  /// The width it gets when there is room.
  public var ideal: Int
  /// Gets what is left over when every column has its ideal width.
  public var isFlexible: Bool
  /// Columns with the lowest priority are dropped first when even the minimums do not fit.
  public var priority: Int
  public var align: Alignment

  /// A column; the minimum is at least 1, the ideal at least the minimum (nil: the same).
  public init(
    _ title: String, minimum: Int, ideal: Int? = nil, isFlexible: Bool = false, priority: Int = 0,
    align: Alignment = .left
  ) {
    self.title = title
    self.minimum = max(1, minimum)
    self.ideal = max(self.minimum, ideal ?? minimum)
    self.isFlexible = isFlexible
    self.priority = priority
    self.align = align
  }
}

/// A text of a table's row, and a style where it differs from its row's.
public struct TableCell: Hashable, Sendable {
  public var text: String
  public var style: Style?

  /// A text; without a style it looks as its row.
  public init(_ text: String, style: Style? = nil) {
    self.text = text
    self.style = style
  }
}

/// A row of a table: a cell a column.
public struct TableRow: Hashable, Sendable {
  public var cells: [TableCell]
  public var style: Style

  /// A row of cells in the order of the table's columns; missing ones stay blank.
  public init(_ cells: [TableCell], style: Style = .plain) {
    self.cells = cells
    self.style = style
  }
}

/// Where in the whole list the shown rows are.
public struct ScrollPosition: Hashable, Sendable {
  /// Rows before the first one shown.
  public var before: Int
  /// Rows in the whole list.
  public var total: Int

  /// A place by the rows before it and in all.
  public init(before: Int, total: Int) {
    self.before = before
    self.total = total
  }
}

/// A table with a header, a marked row and a scroll bar; draws the rows it is given, no more.
public struct Table: Sendable {
  public var columns: [TableColumn]
  /// The rows from the top of the view on.
  public var rows: [TableRow]
  /// The marked row, as an index into `rows`.
  public var selected: Int?
  /// Nil draws no scroll bar.
  public var scroll: ScrollPosition?
  /// The column that the rows are sorted by, and the direction.
  public var sort: (column: Int, ascending: Bool)?
  /// The header's style; nil leaves the header out.
  public var headerStyle: Style?
  /// Added to the style of the marked row.
  public var selectionAttributes: Style.Attributes
  /// The colour of the mark before the marked row.
  public var markerStyle: Style

  /// A table of the rows in view.
  public init(
    columns: [TableColumn], rows: [TableRow], selected: Int? = nil, scroll: ScrollPosition? = nil,
    sort: (column: Int, ascending: Bool)? = nil, headerStyle: Style? = .dim,
    selectionAttributes: Style.Attributes = .bold, markerStyle: Style = .bold
  ) {
    self.columns = columns
    self.rows = rows
    self.selected = selected
    self.scroll = scroll
    self.sort = sort
    self.headerStyle = headerStyle
    self.selectionAttributes = selectionAttributes
    self.markerStyle = markerStyle
  }

  /// Draws over the whole area of the canvas and puts the cursor on the marked row, hidden.
  public func draw(on canvas: inout Canvas) {
    let layout = layout(width: canvas.size.width)
    let top = headerHeight
    if let headerStyle { drawHeader(layout, style: headerStyle, on: &canvas) }
    let visible = visibleRows(height: canvas.size.height)
    for (index, row) in rows.prefix(visible).enumerated() {
      draw(row, at: top + index, isSelected: index == selected, layout, on: &canvas)
    }
    if let scroll {
      let bar = Rect(x: canvas.size.width - 1, y: top, width: 1, height: visible)
      ScrollBar(scroll, visible: visible).draw(on: &canvas, in: bar)
    }
  }

  /// Rows there is room for in an area of the given height.
  public func visibleRows(height: Int) -> Int { max(0, height - headerHeight) }

  private var headerHeight: Int { headerStyle == nil ? 0 : 1 }

  private func layout(width: Int) -> TableLayout {
    // The scroll bar and a space before it.
    TableLayout(columns, width: scroll == nil ? width : width - 2)
  }

  private func drawHeader(_ layout: TableLayout, style: Style, on canvas: inout Canvas) {
    canvas.fill(Rect(x: 0, y: 0, width: canvas.size.width, height: 1), style: style)
    for place in layout.places {
      var title = columns[place.column].title
      if let sort, sort.column == place.column {
        title += " " + String(sort.ascending ? canvas.glyphs.ascending : canvas.glyphs.descending)
      }
      canvas.put(
        title, x: place.x, y: 0, width: place.width, align: columns[place.column].align,
        style: style)
    }
  }

  private func draw(
    _ row: TableRow, at y: Int, isSelected: Bool, _ layout: TableLayout, on canvas: inout Canvas
  ) {
    let added = isSelected ? selectionAttributes : []
    canvas.fill(
      Rect(x: 0, y: y, width: canvas.size.width, height: 1), style: row.style.adding(added))
    for place in layout.places where place.column < row.cells.count {
      let cell = row.cells[place.column]
      canvas.put(
        cell.text, x: place.x, y: y, width: place.width, align: columns[place.column].align,
        style: (cell.style ?? row.style).adding(added))
    }
    if isSelected {
      canvas.put(String(canvas.glyphs.marker), x: 0, y: y, style: markerStyle)
      canvas.setCursor(x: 0, y: y, isVisible: false)
    }
  }
}
