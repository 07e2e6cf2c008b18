internal import CChafa

/// The characters that pictures are drawn with; each is one cell wide.
package enum CellSymbols: CaseIterable, Sendable {
  /// Printable ASCII alone.
  case ascii
  /// Full and half blocks, which even the console's own font has.
  case halves
  /// Halves and quarters, which every terminal's font has.
  case blocks
  /// Sixths too, which newer terminals draw themselves.
  case sextants
  /// Dots of Braille.
  case braille

  private static let halfRanges: [ClosedRange<UInt32>] = [
    0x20...0x20, 0x2580...0x2580, 0x2584...0x2584, 0x2588...0x2588, 0x258C...0x258C,
    0x2590...0x2590,
  ]
  private static let quarters: ClosedRange<UInt32> = 0x2596...0x259F
  private static let shades: ClosedRange<UInt32> = 0x2591...0x2593

  /// The code points; shades are of use only where there are no colours.
  func ranges(isShaded: Bool) -> [ClosedRange<UInt32>] {
    let shades = isShaded ? [CellSymbols.shades] : []
    return switch self {
    case .ascii: [0x20...0x7E]
    case .halves: CellSymbols.halfRanges + shades
    case .blocks: CellSymbols.halfRanges + [CellSymbols.quarters] + shades
    case .sextants: CellSymbols.halfRanges + [CellSymbols.quarters, 0x1FB00...0x1FB3A] + shades
    case .braille: [0x20...0x20, 0x2801...0x28FF]
    }
  }

  /// What can be drawn of a part of a cell: itself, or what is nearest to it.
  func drawable(_ parts: Quarters) -> Quarters {
    switch self {
    case .blocks, .sextants: return parts
    case .halves:
      if parts.count == 2 && parts.scalar != "▚" && parts.scalar != "▞" { return parts }
    case .ascii, .braille: break
    }
    return parts.count >= 2 ? .all : []
  }
}

/// Quarters of a cell.
struct Quarters: OptionSet, Hashable {
  let rawValue: Int

  static let upperLeft = Quarters(rawValue: 1)
  static let upperRight = Quarters(rawValue: 2)
  static let lowerLeft = Quarters(rawValue: 4)
  static let lowerRight = Quarters(rawValue: 8)
  static let all: Quarters = [.upperLeft, .upperRight, .lowerLeft, .lowerRight]

  var count: Int { rawValue.nonzeroBitCount }

  /// The character that paints them.
  var scalar: Unicode.Scalar { Quarters.scalars[rawValue & 15] }

  private static let scalars: [Unicode.Scalar] = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]
}
