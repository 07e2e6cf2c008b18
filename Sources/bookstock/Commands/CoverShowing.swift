import Covers
import Glibc
import Inventory
import InventoryStore
import Pictures
import TextUI

/// `bookstock cover --show`: the picture on a terminal in its best form, elsewhere the facts.
enum CoverShowing {
  /// A picture on a terminal leaves room for what was typed before.
  private static let size = Size(width: 40, height: 24)
  /// The pixels looked at where the cover is not drawn: all there are.
  private static let whole = PictureSize(width: 4_096, height: 4_096)

  static func run(
    _ key: StockKey, _ covers: Covers, _ shop: Shop, _ call: Invocation
  ) async throws -> Int32 {
    guard let book = try await shop.store.book(key) else { throw Refusal.unknownBook(key) }
    let cover = try await shop.store.cover(of: key)
    let isDrawn = !call.output.json && isatty(STDOUT_FILENO) == 1
    guard isDrawn, call.settings.images != .off else {
      let bitmap = try await covers.picture(of: key, fitting: whole)
      let facts: [(String, Document?)] = [
        ("status", .text("shown")), ("width", .number(bitmap.width)),
        ("height", .number(bitmap.height)),
      ]
      if call.output.json {
        call.output.document(CoverCommand.document(key, book, cover, facts))
      } else {
        let origin = cover.mark.map { ", \($0.origin.rawValue)" } ?? ""
        call.output.line(
          "\(key.displayed)  \(printable(book.title))  \(bitmap.size) pixels\(origin)"
            + "  \(printable(cover.icon ?? ""))")
      }
      return 0
    }
    let abilities = TerminalQuestion.abilities(call.settings)
    let room = TerminalQuestion.size
    let size = Size(
      width: min(size.width, max(1, room.width - 1)),
      height: min(size.height, max(1, room.height - 2)))
    let box = PictureMaker.box(of: size, for: abilities)
    let bitmap = try await covers.picture(of: key, fitting: box)
    let bytes = PrintedPicture.bytes(of: bitmap, within: size, for: abilities)
    bytes.withUnsafeBytes { Output.write($0, to: STDOUT_FILENO) }
    call.output.line("\(key.displayed)  \(printable(book.title))")
    return 0
  }
}

/// A picture as it is printed among lines of text.
enum PrintedPicture {
  /// All bytes, with the cursor on a line of its own behind them.
  static func bytes(
    of bitmap: Bitmap, within size: Size, for abilities: TerminalAbilities
  ) -> [UInt8] {
    let picture = PictureMaker.picture(of: bitmap, within: size, for: abilities)
    switch abilities.pictures {
    case .kitty:
      // A number of its own would be kept by the terminal for ever; it is drawn at once instead.
      let number = UInt32.random(in: 1 << 16..<1 << 30)
      let extent = CellExtent(columns: picture.size.width, rows: picture.size.height)
      let fitted = bitmap.scaled(toFit: PictureMaker.box(of: picture.size, for: abilities))
      let room = String(repeating: "\n", count: extent.rows)
      return KittyGraphics.transmission(of: fitted, id: number)
        + Array((room + "\u{1B}[\(extent.rows)A").utf8)
        + KittyGraphics.placement(id: number, extent: extent) + Array(room.utf8)
    case .sixel(let cell):
      let pixels = PictureSize(
        width: picture.size.width * cell.width, height: picture.size.height * cell.height)
      return bitmap.sixel(size: pixels) + [UInt8(ascii: "\n")]
    case .none, .cells: return cells(of: picture)
    }
  }

  private static func cells(of picture: TerminalPicture) -> [UInt8] {
    var text = ""
    for row in 0..<picture.size.height {
      for column in 0..<picture.size.width {
        let cell = picture.cells[row * picture.size.width + column]
        text += "\u{1B}[0\(code(cell.style.foreground, 38))\(code(cell.style.background, 48))m"
        text += cell.text
      }
      text += "\u{1B}[0m\n"
    }
    return Array(text.utf8)
  }

  /// ECMA-48 with the palette and the colours that xterm added.
  private static func code(_ color: Color, _ selector: Int) -> String {
    switch color {
    case .default: ""
    case .palette(let index) where index < 8: ";\(selector - 8 + Int(index))"
    case .palette(let index) where index < 16: ";\(selector + 52 + Int(index) - 8)"
    case .palette(let index): ";\(selector);5;\(index)"
    case .rgb(let red, let green, let blue): ";\(selector);2;\(red);\(green);\(blue)"
    }
  }
}
