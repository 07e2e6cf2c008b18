/// One place of the grid: what stands there, how it looks, and how wide it is.
public struct Cell: Hashable, Sendable {
  /// A base character with at most four marks; empty in the right half of a wide character.
  public var text: String
  /// Columns the text takes: 1, or 2 for the left half of a wide character, 0 for its right half.
  public var width: Int
  public var style: Style

  package init(text: String, width: Int, style: Style) {
    self.text = text
    self.width = width
    self.style = style
  }

  /// A space in the given style.
  public static func blank(_ style: Style = .plain) -> Cell {
    Cell(text: " ", width: 1, style: style)
  }

  /// The right half of a wide character.
  package static func continuation(_ style: Style) -> Cell {
    Cell(text: "", width: 0, style: style)
  }
}
