/// The pictures a terminal holds for us by kitty's protocol, and the sequences for them.
///
/// A picture is transmitted once, placed by its number, and freed when it has not been shown for
/// the longest time and the shelf is full.
struct KittyShelf: Sendable {
  /// As many covers as a person looks back at; the terminal's memory is not ours.
  static let limit = 12

  private struct Entry: Sendable {
    var picture: TerminalPicture
    var number: UInt32
  }

  /// The one shown last is the last.
  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// The bytes that show a picture, and free what is too much; `kept` are not to be freed.
  mutating func place(
    _ picture: TerminalPicture, number: UInt32, transmission: [UInt8], in rect: Rect,
    keeping kept: Set<UInt32>
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    if let index = entries.firstIndex(where: { $0.number == number }) {
      let known = entries.remove(at: index)
      if known.picture != picture {
        bytes += Self.command("a=d,d=I,i=\(number)") + transmission
      }
    } else {
      bytes += transmission
    }
    entries.append(Entry(picture: picture, number: number))
    while entries.count > Self.limit,
      let index = entries.firstIndex(where: { $0.number != number && !kept.contains($0.number) })
    {
      bytes += Self.command("a=d,d=I,i=\(entries.remove(at: index).number)")
    }
    // C=1: the cursor stays where it is.
    let place = "a=p,i=\(number),p=1,c=\(rect.width),r=\(rect.height),C=1"
    return bytes + ScreenBytes.at(rect.origin, Self.command(place))
  }

  /// The bytes that take a picture off the screen; the terminal keeps it.
  func remove(number: UInt32) -> [UInt8] { Self.command("a=d,d=i,i=\(number),p=1") }

  /// The bytes that take every picture away and free them.
  mutating func clear() -> [UInt8] {
    let bytes = entries.flatMap { Self.command("a=d,d=I,i=\($0.number)") }
    entries = []
    return bytes
  }

  /// The terminal is asked for no answer (`q=2`): it would come as if it were typed.
  private static func command(_ keys: String) -> [UInt8] {
    Array("\u{1B}_G\(keys),q=2\u{1B}\\".utf8)
  }
}

/// Bytes written beside ncurses, which finds everything as it left it.
enum ScreenBytes {
  /// Bytes at a place of the screen, with the cursor put back.
  static func at(_ point: Point, _ bytes: [UInt8]) -> [UInt8] {
    Array("\u{1B}7\u{1B}[\(point.y + 1);\(point.x + 1)H".utf8) + bytes + Array("\u{1B}8".utf8)
  }

  /// Blanks a rectangle, with what lies over its cells.
  ///
  /// By spaces: xterm hides sixels where cells are erased, and shows them again when it paints the
  /// row anew; only characters take them away.
  static func erase(_ rect: Rect) -> [UInt8] {
    let blank = String(repeating: " ", count: rect.width)
    let rows = (rect.y..<rect.maxY).map { row in "\u{1B}[\(row + 1);\(rect.x + 1)H\(blank)" }
    return Array("\u{1B}7\u{1B}[0m\(rows.joined())\u{1B}8".utf8)
  }
}
