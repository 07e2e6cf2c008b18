import TextUI

/// How a row of the panel is divided: the title gives way last.
struct TransferColumns: Hashable {
  var title: Int
  /// Columns of the bar with its ends, of the bytes and of the state; 0 where there is no room.
  var bar = 0
  var bytes = 0
  var state: Int
  /// Whether the state is a sign or a number instead of a word.
  var isBrief: Bool

  /// Columns behind the title, without the gap before them.
  var rest: Int {
    state + (bytes > 0 ? bytes + 2 : 0) + (bar > 0 ? bar + 2 : 0)
  }

  /// Columns of the title and what stands behind it.
  var room: Int { title + 2 + rest }

  /// Why a transfer failed, and the columns for it: behind a short title as many as it needs.
  func fault(of transfer: Transfer, _ glyphs: Glyphs) -> (text: String, room: Int)? {
    guard case .failed(let sentence) = transfer.state else { return nil }
    let text = Wording.plain("\(glyphs.cross) \(sentence)", glyphs)
    guard TextWidth.columns(text) > rest else { return (text, rest) }
    let name = transfer.title.isEmpty ? Self.noTitle : transfer.title
    return (text, room - 2 - min(title, TextWidth.columns(name)))
  }

  /// Why a transfer failed in several lines, for below the list, if its own line is too short.
  func whole(_ transfer: Transfer, height: Int, _ glyphs: Glyphs) -> [String]? {
    guard !isBrief, let fault = fault(of: transfer, glyphs),
      TextWidth.columns(fault.text) > fault.room
    else { return nil }
    let lines = TextWrap.lines(
      fault.text, columns: room, limit: Self.mostLines, ellipsis: glyphs.ellipsis)
    return lines.count + Self.leastList <= height ? lines : nil
  }

  static let noTitle = "(no title)"
  /// Lines of a fault below the list, and those that the list keeps.
  private static let mostLines = 5
  private static let leastList = 4

  init(_ width: Int) {
    // The mark, a gap, and the scroll bar.
    let room = max(0, width - 2 - 2 - 2)
    isBrief = room < 24
    state = isBrief ? min(4, room / 2) : 10
    if room >= 40 { bar = min(26, max(8, room / 5)) }
    if room >= 66 { bytes = 17 }
    title = 0
    title = max(0, room - rest)
  }
}
