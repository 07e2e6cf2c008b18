/// An extent in pixels.
public struct PixelSize: Hashable, Sendable {
  public let width: Int
  public let height: Int

  /// An extent by its numbers; what is negative counts as 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }
}

/// What the terminal can show, as far as it is known: what a picture has to be made for.
///
/// It is known in part at the start, and better when the terminal has answered; a terminal that
/// never answers is one that shows cells.
public struct TerminalAbilities: Hashable, Sendable {
  /// How many colours cells may have.
  public enum Colors: Int, Comparable, Hashable, Sendable {
    case none, eight, sixteen
    /// The 256 of xterm.
    case palette
    /// Any red, green and blue.
    case direct

    public static func < (left: Colors, right: Colors) -> Bool { left.rawValue < right.rawValue }
  }

  /// A program between this one and the window, which lets no pictures through.
  public enum Multiplexer: Hashable, Sendable {
    case tmux, screen
  }

  /// In which form pictures are to be made.
  public enum PictureForm: Hashable, Sendable {
    /// Not at all.
    case none
    /// As cells alone, in ``TerminalAbilities/colors``, or in ASCII characters.
    case cells
    /// As cells, and for kitty's protocol.
    case kitty
    /// As cells, and as sixels for cells of the given size.
    case sixel(cell: PixelSize)
  }

  public var colors: Colors
  /// Only ASCII characters are to be drawn.
  public var isASCII: Bool
  /// What a cell measures; nil where the terminal does not tell.
  public var cellPixels: PixelSize?
  public var hasKittyPictures: Bool
  public var hasSixels: Bool
  public var multiplexer: Multiplexer?
  /// What the person has chosen.
  public var images: ImageSetting

  /// Abilities; what is not named is what a mute terminal without colours has.
  public init(
    colors: Colors = .none, isASCII: Bool = false, cellPixels: PixelSize? = nil,
    hasKittyPictures: Bool = false, hasSixels: Bool = false, multiplexer: Multiplexer? = nil,
    images: ImageSetting = .off
  ) {
    self.colors = colors
    self.isASCII = isASCII
    self.cellPixels = cellPixels
    self.hasKittyPictures = hasKittyPictures
    self.hasSixels = hasSixels
    self.multiplexer = multiplexer
    self.images = images
  }

  /// The form pictures are to be made in.
  ///
  /// Inside a multiplexer and in ASCII it is cells, whatever was chosen, and so it is without
  /// colours unless a protocol was chosen by name. Sixels need the size of a cell: without it they
  /// would reach beyond their place.
  public var pictures: PictureForm {
    let sixel = cellPixels.map { PictureForm.sixel(cell: $0) } ?? .cells
    switch images {
    case .off: return .none
    case .cells: return .cells
    case .kitty: return multiplexer == nil && !isASCII ? .kitty : .cells
    case .sixel: return multiplexer == nil && !isASCII ? sixel : .cells
    case .auto:
      guard multiplexer == nil, !isASCII, colors != .none else { return .cells }
      return hasKittyPictures ? .kitty : hasSixels ? sixel : .cells
    }
  }
}
