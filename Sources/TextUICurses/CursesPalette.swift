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
    guard count > 0 else { return -1 }
    switch color {
    case .default: return -1
    case .palette(let entry): return number(entry: Int(entry))
    case .rgb(let red, let green, let blue):
      let rgb = (red: Int(red), green: Int(green), blue: Int(blue))
      if isDirect { return Int32(Self.value(rgb)) }
      if count >= 256 { return Int32(Self.nearestOf256(rgb)) }
      return Int32(Self.nearest(rgb, in: count >= 16 ? 16 : 8))
    }
  }

  /// What the terminal's description says of colours.
  package var abilities: TerminalAbilities.Colors {
    if isDirect { return .direct }
    return count >= 256 ? .palette : count >= 16 ? .sixteen : count > 0 ? .eight : .none
  }

  /// A description in which a colour is its red, green and blue.
  private var isDirect: Bool { count > 1 << 16 }

  private func number(entry index: Int) -> Int32 {
    // A direct-colour description: 0…7 are the palette, all else is red, green and blue.
    if isDirect { return index < 8 ? Int32(index) : Int32(Self.value(Self.rgb(index))) }
    if index < count { return Int32(index) }
    if index < 16 { return Int32(index % 8) }
    return Int32(Self.nearest(Self.rgb(index), in: count >= 16 ? 16 : 8))
  }

  private typealias RGB = (red: Int, green: Int, blue: Int)

  /// A direct colour.
  ///
  /// The values 0…7 would be the palette's: for them, the nearest that are not.
  private static func value(_ rgb: RGB) -> Int {
    let value = rgb.red << 16 | rgb.green << 8 | rgb.blue
    return value >= 8 ? value : value < 4 ? 0x000100 : 8
  }

  private static let steps = [0, 95, 135, 175, 215, 255]

  /// xterm's colours: sixteen names, a cube of six steps, a scale of greys.
  private static func rgb(_ index: Int) -> RGB {
    switch index {
    case ..<8:
      return (index & 1 != 0 ? 205 : 0, index & 2 != 0 ? 205 : 0, index & 4 != 0 ? 205 : 0)
    case 8: return (127, 127, 127)
    case ..<16:
      return (index & 1 != 0 ? 255 : 0, index & 2 != 0 ? 255 : 0, index & 4 != 0 ? 255 : 0)
    case ..<232:
      let place = index - 16
      return (steps[place / 36], steps[place / 6 % 6], steps[place % 6])
    default:
      let grey = 8 + 10 * (index - 232)
      return (grey, grey, grey)
    }
  }

  /// The nearest of the cube and of the greys; the sixteen named colours are the person's own.
  private static func nearestOf256(_ wanted: RGB) -> Int {
    let place = (step(wanted.red), step(wanted.green), step(wanted.blue))
    let cube = 16 + 36 * place.0 + 6 * place.1 + place.2
    let level = (wanted.red + wanted.green + wanted.blue) / 3
    let grey = 232 + max(0, min(23, (level - 3) / 10))
    return distance(rgb(grey), wanted) < distance(rgb(cube), wanted) ? grey : cube
  }

  /// The nearest step of the cube.
  private static func step(_ value: Int) -> Int {
    value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
  }

  private static func nearest(_ wanted: RGB, in count: Int) -> Int {
    (0..<count).min { distance(rgb($0), wanted) < distance(rgb($1), wanted) } ?? 0
  }

  private static func distance(_ one: RGB, _ other: RGB) -> Int {
    let (red, green, blue) = (
      one.red - other.red, one.green - other.green, one.blue - other.blue
    )
    return red * red + green * green + blue * blue
  }
}
