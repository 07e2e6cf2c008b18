package import TextUI

/// Where things stand on a screen of a size; shared by drawing and by what the keys do.
package struct Layout: Sendable, Hashable {
  package let size: Size

  package init(size: Size) { self.size = size }

  /// Below this there is one line: the last scan.
  static let least = Size(width: 20, height: 5)
  /// From this width on the list has a pane for the marked book.
  static let detailFrom = 100
  /// From this height on there are rules and blank lines between the parts.
  static let roomyFrom = 10

  var isLine: Bool { size.width < Self.least.width || size.height < Self.least.height }
  var isRoomy: Bool { size.height >= Self.roomyFrom }
  var hasDetail: Bool { size.width >= Self.detailFrom && isRoomy }

  /// The line under the header; nil on a small screen.
  var upperRule: Int? { isRoomy ? 1 : nil }
  /// The line over the outcomes; nil on a small screen.
  var lowerRule: Int? { isRoomy ? size.height - 3 : nil }
  /// The line of outcomes, in the same place on every screen.
  var hud: Int { isRoomy ? size.height - 2 : size.height - 1 }
  /// The row of the most useful keys; nil on a small screen.
  var footer: Int? { isRoomy ? size.height - 1 : nil }

  /// What lies between header and outcomes.
  var body: Rect {
    let top = isRoomy ? 2 : 1
    let bottom = lowerRule ?? hud
    return Rect(x: 0, y: top, width: size.width, height: bottom - top)
  }

  /// The list of the stock with its column heads, without the pane.
  var table: Rect {
    let below = isRoomy ? body.cuttingTop(1).rest : body
    return hasDetail ? below.cuttingRight(Detail.width).rest : below
  }

  /// The rows of the list alone.
  package var list: Rect { isRoomy ? table.cuttingTop(1).rest : table }

  /// Rows of the list; at least one, also where nothing can be seen.
  package var listHeight: Int { max(1, list.height) }

  /// The pane of the marked book.
  var detail: Rect {
    body.cuttingTop(1).rest.cuttingRight(Detail.width).right
  }
}
