/// A place in the cell grid, counted from the top left corner, which is (0, 0).
public struct Point: Hashable, Sendable {
  /// The column, from 0 at the left.
  public var x: Int
  /// The row, from 0 at the top.
  public var y: Int

  /// A place by its column and row; it may lie outside any grid.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// An extent in cells; never negative.
public struct Size: Hashable, Sendable {
  public let width: Int
  public let height: Int

  /// An extent in columns and rows; what is negative counts as 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }
}

/// A rectangle of cells; its size is never negative.
public struct Rect: Hashable, Sendable {
  public var origin: Point
  public var size: Size

  /// A rectangle by its top left cell and its extent.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// A rectangle by its numbers; a negative width or height counts as 0.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The first column.
  public var x: Int { origin.x }
  /// The first row.
  public var y: Int { origin.y }
  /// The number of columns.
  public var width: Int { size.width }
  /// The number of rows.
  public var height: Int { size.height }
  /// The first column right of the rectangle.
  public var maxX: Int { x + width }
  /// The first row below the rectangle.
  public var maxY: Int { y + height }

  /// Tells whether the cell at `point` lies in the rectangle.
  public func contains(_ point: Point) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }

  /// The cells both rectangles share; empty when there are none.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return Rect(
      x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
  }

  /// The rectangle without a border of the given thickness.
  public func inset(x dx: Int = 0, y dy: Int = 0) -> Rect {
    Rect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }

  /// Cuts rows off the top: what was cut, and what is left.
  public func cuttingTop(_ rows: Int) -> (top: Rect, rest: Rect) {
    let cut = min(max(0, rows), height)
    return (
      Rect(x: x, y: y, width: width, height: cut),
      Rect(x: x, y: y + cut, width: width, height: height - cut)
    )
  }

  /// Cuts columns off the right: what was cut, and what is left.
  public func cuttingRight(_ columns: Int) -> (right: Rect, rest: Rect) {
    let cut = min(max(0, columns), width)
    return (
      Rect(x: maxX - cut, y: y, width: cut, height: height),
      Rect(x: x, y: y, width: width - cut, height: height)
    )
  }

  /// A rectangle of at most the given size in the middle of this one.
  public func centred(_ inner: Size) -> Rect {
    let width = min(inner.width, self.width)
    let height = min(inner.height, self.height)
    return Rect(
      x: x + (self.width - width) / 2, y: y + (self.height - height) / 2,
      width: width, height: height)
  }
}
