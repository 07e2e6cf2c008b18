import TextUI

/// A picture of colour ramps with a bright cross, in the form the terminal asks for.
struct Painting {
  let number: Int
  let size: Size
  let abilities: TerminalAbilities

  var picture: TerminalPicture {
    TerminalPicture(
      identity: "painting \(number) \(abilities)", size: size, symbols: symbols, overlay: overlay)
  }

  /// The colour at a place of the picture, both from 0 to below 1.
  private func color(_ x: Double, _ y: Double) -> (red: UInt8, green: UInt8, blue: UInt8) {
    if abs(x - y) < 0.04 || abs(x + y - 1) < 0.04 { return (255, 255, 255) }
    let (a, b) = (UInt8(x * 255), UInt8(y * 255))
    switch number % 3 {
    case 0: return (a, b, 128)
    case 1: return (b, 100, a)
    default: return (60, a, b)
    }
  }

  private func cellColor(_ x: Int, halfRow: Int) -> Color {
    let (red, green, blue) = color(
      (Double(x) + 0.5) / Double(size.width), (Double(halfRow) + 0.5) / Double(2 * size.height))
    return .rgb(red: red, green: green, blue: blue)
  }

  private var symbols: [TerminalPicture.Symbol] {
    (0..<size.height * size.width).map { place in
      let (x, y) = (place % size.width, place / size.width)
      if abilities.colors == .none || abilities.isASCII {
        return .init((x + y) % 2 == 0 ? "#" : ".")
      }
      return .init(
        "▀", foreground: cellColor(x, halfRow: 2 * y),
        background: cellColor(x, halfRow: 2 * y + 1))
    }
  }

  private var overlay: PictureOverlay? {
    switch abilities.pictures {
    case .none, .cells: nil
    case .kitty: kitty
    case .sixel(let cell): sixel(cell)
    }
  }

  private var kitty: PictureOverlay? {
    let (width, height) = (240, 240)
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue) = color(
          Double(x) / Double(width), Double(y) / Double(height))
        pixels += [red, green, blue]
      }
    }
    let text = Self.base64(pixels)
    let chunk = 4096
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: chunk) {
      let more = start + chunk < text.count ? 1 : 0
      let keys =
        start == 0 ? "a=t,f=24,s=\(width),v=\(height),i=\(100 + number),q=2,m=\(more)" : "m=\(more)"
      bytes += Array("\u{1B}_G\(keys);".utf8) + text[start..<min(start + chunk, text.count)]
      bytes += Array("\u{1B}\\".utf8)
    }
    return .kitty(number: UInt32(100 + number), transmission: bytes)
  }

  /// In the 216 colours of a cube, every pixel for itself.
  private func sixel(_ cell: PixelSize) -> PictureOverlay? {
    let (width, height) = (size.width * cell.width, size.height * cell.height)
    var text = "\u{1B}P0;1q\"1;1;\(width);\(height)"
    for index in 0..<216 {
      text += "#\(index);2;\(index / 36 * 20);\(index / 6 % 6 * 20);\(index % 6 * 20)"
    }
    for band in stride(from: 0, to: height, by: 6) {
      var columns: [Int: [UInt8]] = [:]
      for row in band..<min(band + 6, height) {
        for x in 0..<width {
          let (red, green, blue) = color(
            Double(x) / Double(width), Double(row) / Double(height))
          let index = Int(red) * 6 / 256 * 36 + Int(green) * 6 / 256 * 6 + Int(blue) * 6 / 256
          columns[index, default: Array(repeating: 63, count: width)][x] += 1 << UInt8(row - band)
        }
      }
      for (index, line) in columns {
        text += "#\(index)\(String(decoding: line, as: UTF8.self))$"
      }
      if band + 6 < height { text += "-" }
    }
    return .sixel(Array((text + "\u{1B}\\").utf8), cell: cell)
  }

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count - 2, by: 3) {
      let value =
        UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
      for shift in [18, 12, 6, 0] { result.append(letters[Int(value >> UInt32(shift) & 63)]) }
    }
    return result
  }
}
