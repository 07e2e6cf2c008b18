/// The characters that frames, bars and marks are drawn with.
///
/// Two sets: box drawing for a terminal with a Unicode font, and plain ASCII for one without. They
/// concern what the program draws; the titles and names it shows are left as they are.
public struct Glyphs: Hashable, Sendable {
  public let isASCII: Bool
  public let ellipsis: Character
  public let horizontal: Character
  public let vertical: Character
  public let topLeft: Character
  public let topRight: Character
  public let bottomLeft: Character
  public let bottomRight: Character
  /// Stands before the selected row.
  public let marker: Character
  public let scrollTrack: Character
  public let scrollThumb: Character
  public let bullet: Character
  public let check: Character
  public let cross: Character
  public let ascending: Character
  public let descending: Character
  public let minus: Character
  public let dot: Character

  public static let unicode = Glyphs(
    isASCII: false, ellipsis: "…", horizontal: "─", vertical: "│", topLeft: "┌", topRight: "┐",
    bottomLeft: "└", bottomRight: "┘", marker: "▌", scrollTrack: "│", scrollThumb: "█",
    bullet: "●", check: "✓", cross: "✗", ascending: "▲", descending: "▼", minus: "−", dot: "·")

  public static let ascii = Glyphs(
    isASCII: true, ellipsis: "~", horizontal: "-", vertical: "|", topLeft: "+", topRight: "+",
    bottomLeft: "+", bottomRight: "+", marker: ">", scrollTrack: "|", scrollThumb: "#",
    bullet: "*", check: "v", cross: "x", ascending: "^", descending: "v", minus: "-", dot: ".")
}
