/// One cell of the screen.
package struct VTCell: Hashable, Sendable {
  /// A character with its combining marks; empty in the right half of a wide one.
  package var text: String
  /// Columns taken: 1, 2, or 0 in the right half of a wide character.
  package var width: Int
  package var style: VTStyle
  /// The sixel picture that lies over the cell, counted from 1 in the order they came.
  package var picture: Int?

  static func blank(_ style: VTStyle) -> VTCell {
    VTCell(text: " ", width: 1, style: VTStyle(background: style.background))
  }
}

/// How a cell is drawn (SGR).
package struct VTStyle: Hashable, Sendable {
  package enum Color: Hashable, Sendable {
    case standard
    case indexed(Int)
    case rgb(Int, Int, Int)
  }

  package var foreground = Color.standard
  package var background = Color.standard
  package var isBold = false
  package var isDim = false
  package var isItalic = false
  package var isUnderlined = false
  package var isBlinking = false
  package var isReversed = false
  package var isInvisible = false
  package var isStruck = false

  package init(foreground: Color = .standard, background: Color = .standard) {
    self.foreground = foreground
    self.background = background
  }
}
