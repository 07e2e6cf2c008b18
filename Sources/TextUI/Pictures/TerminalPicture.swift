/// A picture made ready for a terminal: as cells, and if the terminal can, as more than cells.
///
/// It is made where there is time, away from the loop, in the form that
/// ``TerminalAbilities/pictures`` asks for. Two pictures of the same identity are the same picture:
/// one that is on the screen already is not sent again.
public struct TerminalPicture: Sendable {
  /// A character of a picture with its colours.
  public struct Symbol: Hashable, Sendable {
    public var character: Character
    public var foreground: Color
    public var background: Color

    /// A symbol; what does not take exactly one column becomes a space.
    public init(
      _ character: Character, foreground: Color = .default, background: Color = .default
    ) {
      self.character = character
      self.foreground = foreground
      self.background = background
    }
  }

  /// What the picture shows, at which size and in which form.
  public let identity: String
  /// The cells it takes.
  public let size: Size
  /// The picture in pixels; nil where cells are all there is.
  public let overlay: PictureOverlay?
  /// The cells, row by row.
  package let cells: [Cell]

  /// A picture of symbols, row by row; missing ones are spaces, and what is over is left out.
  public init(
    identity: String, size: Size, symbols: [Symbol], overlay: PictureOverlay? = nil
  ) {
    self.identity = identity
    self.size = size
    self.overlay = overlay
    let count = size.width * size.height
    var cells = symbols.prefix(count).map(Self.cell)
    cells += Array(repeating: .blank(), count: count - cells.count)
    self.cells = cells
  }

  private static func cell(_ symbol: Symbol) -> Cell {
    let style = Style(foreground: symbol.foreground, background: symbol.background)
    var glyphs = GridGlyphs(String(symbol.character))
    guard let glyph = glyphs.next(), glyph.width == 1, !glyph.isRightToLeft else {
      return .blank(style)
    }
    return Cell(text: glyph.text, width: 1, style: style)
  }
}

extension TerminalPicture: Hashable {
  public static func == (left: TerminalPicture, right: TerminalPicture) -> Bool {
    left.identity == right.identity && left.size == right.size
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
    hasher.combine(size)
  }
}
