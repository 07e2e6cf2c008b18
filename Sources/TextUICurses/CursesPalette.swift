package import TextUI

/// What a colour of the 256 is on a terminal with fewer, or with millions.
package struct CursesPalette: Sendable {
  /// Colours the terminal has; 0 for none.
  package let count: Int

  package init(count: Int) {
    self.count = count
  }

  /// ncurses' number of a colour; −1 is the terminal's own.
  package func number(_ color: Color) -> Int32 {
    guard case .palette(let entry) = color, count > 0 else { return -1 }
    let index = Int(entry)
    if count > 1 << 16 {
      // A direct-colour description: 0…7 are the palette, all else is red, green and blue.
      return index < 8 ? Int32(index) : Int32(Self.value(Self.rgb(index)))
    }
    if index < count { return Int32(index) }
    if index < 16 { return Int32(index % 8) }
    return Int32(Self.nearest(Self.rgb(index), in: count >= 16 ? 16 : 8))
  }

  private typealias RGB = (red: Int, green: Int, blue: Int)

  private static func value(_ rgb: RGB) -> Int {
    rgb.red << 16 | rgb.green << 8 | rgb.blue
  }

  /// xterm's colours: sixteen names, a cube of six steps, a scale of greys.
  private static func rgb(_ index: Int) -> RGB {
    switch index {
    case ..<8:
      return (index & 1 != 0 ? 205 : 0, index & 2 != 0 ? 205 : 0, index & 4 != 0 ? 205 : 0)
    case 8: return (127, 127, 127)
    case ..<16:
      return (index & 1 != 0 ? 255 : 0, index & 2 != 0 ? 255 : 0, index & 4 != 0 ? 255 : 0)
    case ..<232:
      let steps = [0, 95, 135, 175, 215, 255]
      let place = index - 16
      return (steps[place / 36], steps[place / 6 % 6], steps[place % 6])
    default:
      let grey = 8 + 10 * (index - 232)
      return (grey, grey, grey)
    }
  }

  private static func nearest(_ wanted: RGB, in count: Int) -> Int {
    func distance(_ index: Int) -> Int {
      let own = rgb(index)
      let (red, green, blue) = (
        own.red - wanted.red, own.green - wanted.green, own.blue - wanted.blue
      )
      return red * red + green * green + blue * blue
    }
    return (0..<count).min { distance($0) < distance($1) } ?? 0
  }
}
