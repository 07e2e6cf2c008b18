/// A colour of a cell: the terminal's own, an entry of its palette, or a colour by its parts.
public enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background; readable on dark and light alike.
  case `default`
  /// An entry of the palette: 0…15 are the sixteen colours the person chose for the terminal,
  /// 16…231 a 6×6×6 cube, 232…255 greys. With fewer colours a terminal shows the nearest.
  case palette(UInt8)
  /// A colour of a picture; a terminal that cannot show it shows the nearest it has.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// How a cell looks: colours and weight.
public struct Style: Hashable, Sendable {
  /// Weights and lines a cell may have.
  public struct Attributes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    /// Attributes by their bits, of which only the named ones are drawn.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let bold = Attributes(rawValue: 1)
    public static let dim = Attributes(rawValue: 2)
    public static let underline = Attributes(rawValue: 4)
    public static let reverse = Attributes(rawValue: 8)
  }

  public var foreground: Color
  public var background: Color
  public var attributes: Attributes

  /// A look; what is not named is the terminal's own.
  public init(
    _ attributes: Attributes = [], foreground: Color = .default, background: Color = .default
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  /// The terminal's own look.
  public static let plain = Style()
  public static let bold = Style(.bold)
  public static let dim = Style(.dim)

  /// This style with further attributes.
  public func adding(_ attributes: Attributes) -> Style {
    var style = self
    style.attributes.formUnion(attributes)
    return style
  }
}
