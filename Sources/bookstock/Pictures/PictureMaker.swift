import Pictures
import Synchronization
import TextUI

/// Makes pictures ready for a terminal: cells, and what the terminal can show beyond them.
///
/// Takes milliseconds, sixels tens of them: never on the thread that draws the screen.
enum PictureMaker {
  /// What a cell measures where the terminal does not tell; most fonts are near it.
  private static let usualCell = PixelSize(width: 10, height: 20)

  /// Kitty's numbers of this program's pictures: begun somewhere, so that two programs in one
  /// window seldom have the same.
  private static let number = Mutex<UInt32>(UInt32.random(in: 1 << 16..<1 << 30))

  /// The pixels that a picture in so many cells has at most.
  static func box(of size: Size, for abilities: TerminalAbilities) -> PictureSize {
    let cell = abilities.cellPixels ?? usualCell
    return PictureSize(width: size.width * cell.width, height: size.height * cell.height)
  }

  /// The picture in at most so many cells, in the form the terminal is said to show.
  static func picture(
    of bitmap: Bitmap, within size: Size, for abilities: TerminalAbilities
  ) -> TerminalPicture {
    let cell = abilities.cellPixels ?? usualCell
    let drawn = CellPicture(
      bitmap, within: CellExtent(columns: size.width, rows: size.height),
      palette: palette(abilities), symbols: abilities.isASCII ? .ascii : .blocks,
      cell: PictureSize(width: cell.width, height: cell.height))
    let extent = Size(width: drawn.extent.columns, height: drawn.extent.rows)
    var overlay: PictureOverlay?
    switch abilities.pictures {
    case .none, .cells: break
    case .kitty:
      let number = nextNumber()
      let fitted = bitmap.scaled(toFit: box(of: extent, for: abilities))
      overlay = .kitty(
        number: number, transmission: KittyGraphics.transmission(of: fitted, id: number))
    case .sixel(let cell):
      let pixels = PictureSize(
        width: extent.width * cell.width, height: extent.height * cell.height)
      overlay = .sixel(bitmap.sixel(size: pixels), cell: cell)
    }
    return TerminalPicture(
      identity: identity(of: bitmap, within: size, for: abilities), size: extent,
      symbols: drawn.cells.map(symbol), overlay: overlay)
  }

  /// The name of a picture: what it shows, how large, and in which form.
  static func identity(
    of bitmap: Bitmap, within size: Size, for abilities: TerminalAbilities
  ) -> String {
    "\(hash(of: bitmap)) \(bitmap.size) \(size.width)x\(size.height) \(abilities.pictures)"
      + " \(abilities.colors) \(abilities.isASCII)"
  }

  private static func nextNumber() -> UInt32 {
    number.withLock { number in
      number += 1
      return number
    }
  }

  private static func palette(_ abilities: TerminalAbilities) -> CellPicture.Palette {
    switch abilities.colors {
    case .none: .monochrome
    case .eight, .sixteen: .colors16
    case .palette: .colors256
    case .direct: .trueColor
    }
  }

  private static func symbol(_ cell: CellPicture.Cell) -> TerminalPicture.Symbol {
    TerminalPicture.Symbol(
      Character(cell.scalar), foreground: color(cell.foreground),
      background: color(cell.background))
  }

  private static func color(_ color: CellPicture.Color?) -> Color {
    switch color {
    case .rgb(let red, let green, let blue): .rgb(red: red, green: green, blue: blue)
    case .palette(let index): .palette(index)
    case nil: .default
    }
  }

  /// A number that another picture hardly has (FNV-1a, 64 bits).
  private static func hash(of bitmap: Bitmap) -> UInt64 {
    bitmap.pixels.withUnsafeBufferPointer { pixels in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in pixels { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return hash
    }
  }
}
