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

extension Color {
  /// The colour as one number: the kind in the highest byte, the parts below.
  fileprivate var packed: UInt32 {
    switch self {
    case .default: 0
    case .palette(let entry): 1 << 24 | UInt32(entry)
    case .rgb(let red, let green, let blue):
      2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  fileprivate init(packed: UInt32) {
    let part = { (shift: UInt32) in UInt8(truncatingIfNeeded: packed >> shift) }
    switch packed >> 24 {
    case 0: self = .default
    case 1: self = .palette(part(0))
    default: self = .rgb(red: part(16), green: part(8), blue: part(0))
    }
  }
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

  /// The colour of what is written.
  public var foreground: Color {
    get { Color(packed: packedForeground) }
    set { packedForeground = newValue.packed }
  }
  /// The colour behind it.
  public var background: Color {
    get { Color(packed: packedBackground) }
    set { packedBackground = newValue.packed }
  }
  public var attributes: Attributes
  /// Numbers, for all cells of a screen are compared with those of the one before.
  private var packedForeground: UInt32
  private var packedBackground: UInt32

  /// A look; what is not named is the terminal's own.
  public init(
    _ attributes: Attributes = [], foreground: Color = .default, background: Color = .default
  ) {
    self.packedForeground = foreground.packed
    self.packedBackground = background.packed
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
