import TextUI

/// A number in digits three rows high, for eyes two metres away.
struct BigNumber: Hashable {
  let number: Int

  /// Rows that it takes.
  static let height = 3
  /// Columns of a digit, without the one between two.
  private static let digitWidth = 3

  /// Columns that it takes.
  var width: Int { characters.count * (Self.digitWidth + 1) - 1 }

  private var characters: [Character] { Array(String(number)) }

  /// Draws into the canvas' area from its corner on.
  func draw(on canvas: inout Canvas, style: Style) {
    for (index, character) in characters.enumerated() {
      guard let rows = Self.font[character] else { continue }
      for (y, row) in rows.enumerated() {
        canvas.put(row, x: index * (Self.digitWidth + 1), y: y, style: style)
      }
    }
  }

  /// Digits of three by five points, two points to a cell one over the other.
  private static let font: [Character: [String]] = [
    "0": ["█▀█", "█ █", "▀▀▀"], "1": ["▀█ ", " █ ", "▀▀▀"], "2": ["▀▀█", "█▀▀", "▀▀▀"],
    "3": ["▀▀█", "▀▀█", "▀▀▀"], "4": ["█ █", "▀▀█", "  ▀"], "5": ["█▀▀", "▀▀█", "▀▀▀"],
    "6": ["█▀▀", "█▀█", "▀▀▀"], "7": ["▀▀█", " █ ", " ▀ "], "8": ["█▀█", "█▀█", "▀▀▀"],
    "9": ["█▀█", "▀▀█", "▀▀▀"], "-": ["   ", "▀▀▀", "   "],
  ]
}
