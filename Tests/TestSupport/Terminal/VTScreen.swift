/// A terminal's screen, as far as full-screen programs use one: enough of xterm for ncurses.
///
/// Sequences it does not know are listed in `unknown` and change nothing.
package struct VTScreen: Sendable {
  /// What a terminal with pixels says a cell measures.
  package static let cellPixels = (width: 8, height: 16)

  /// Rows of cells, from the top.
  package internal(set) var cells: [[VTCell]]
  /// Where the next character goes; the column may be hidden behind the right edge.
  package internal(set) var cursor = (row: 0, column: 0)
  package internal(set) var isCursorVisible = true
  /// Whether the alternate screen is shown.
  package internal(set) var isAlternate = false
  /// Private modes that are set.
  ///
  /// 1000 is the mouse, 1004 focus, 1006 the mouse by SGR, 2004 paste, 2026 a frame.
  package internal(set) var modes: Set<Int> = [7, 25]
  /// The window's title (OSC 0 and 2).
  package internal(set) var title = ""
  /// The last thing put on the clipboard (OSC 52), in base 64.
  package internal(set) var clipboard: String?
  /// How often the bell has rung.
  package internal(set) var bellCount = 0
  /// Sixel pictures so far.
  package internal(set) var sixelCount = 0
  /// How often a sixel picture has reached the last row, and the screen was scrolled for it.
  package internal(set) var sixelScrolls = 0
  /// How often a sixel picture was drawn over what was left of another.
  package internal(set) var sixelOverlaps = 0
  /// Pictures held by kitty's protocol, by their numbers.
  package internal(set) var kittyPictures: Set<Int> = []
  /// Pictures shown by kitty's protocol.
  package internal(set) var placements: [VTPlacement] = []
  /// Transmissions by kitty's protocol so far, whole ones.
  package internal(set) var transmissionCount = 0
  /// Sequences that mean nothing here, in order.
  package internal(set) var unknown: [String] = []

  var style = VTStyle()
  var region: ClosedRange<Int>
  var wrapsNext = false
  var insertsCharacters = false
  var lineDrawing = [false, false]
  var charset = 0
  var lastCharacter: Unicode.Scalar?
  var tabStops: Set<Int>
  var saved = SavedCursor()
  var hiddenCells: [[VTCell]] = []
  var answers: [UInt8] = []
  /// What it answers to questions.
  let manner: VTManner
  /// The picture whose transmission goes on in further pieces.
  var kittyTransmission: Int?
  private var parser = VTParser()

  struct SavedCursor: Sendable {
    var cursor = (row: 0, column: 0)
    var style = VTStyle()
    var lineDrawing = [false, false]
    var charset = 0
  }

  package init(rows: Int, columns: Int, manner: VTManner = .plain) {
    self.manner = manner
    let row = Array(repeating: VTCell.blank(VTStyle()), count: columns)
    cells = Array(repeating: row, count: rows)
    region = 0...(rows - 1)
    tabStops = Set(stride(from: 8, to: 1000, by: 8))
  }

  package var rowCount: Int { cells.count }
  package var columnCount: Int { cells.first?.count ?? 0 }

  /// Shows output.
  ///
  /// - Returns: What a terminal would answer to the queries in it.
  package mutating func feed(_ bytes: [UInt8]) -> [UInt8] {
    var tokens: [VTParser.Token] = []
    parser.parse(bytes) { tokens.append($0) }
    answers = []
    for token in tokens { apply(token) }
    return manner.isMute ? [] : answers
  }

  private mutating func apply(_ token: VTParser.Token) {
    switch token {
    case .character(let scalar): put(scalar)
    case .control(let byte): control(byte)
    case .escape(let text): escape(text)
    case .csi(let parameters, let intermediates, let final):
      sequence(VTSequence(parameters, intermediates, final))
    case .osc(let text): command(text)
    case .string(let opener, let text):
      switch opener {
      case "k": title = text
      case "P": deviceString(text)
      case "_": application(text)
      default: break
      }
    }
  }

  /// Takes a new size: rows and columns are cut or added at the bottom and the right.
  package mutating func resize(rows: Int, columns: Int) {
    cells = Self.fit(cells, rows: rows, columns: columns)
    hiddenCells = hiddenCells.isEmpty ? [] : Self.fit(hiddenCells, rows: rows, columns: columns)
    region = 0...(rows - 1)
    cursor = (min(cursor.row, rows - 1), min(cursor.column, columns - 1))
    wrapsNext = false
  }

  private static func fit(_ cells: [[VTCell]], rows: Int, columns: Int) -> [[VTCell]] {
    let blank = VTCell.blank(VTStyle())
    var fitted = cells.prefix(rows).map { row in
      var row = Array(row.prefix(columns))
      if let last = row.last, last.width == 2 { row[row.count - 1] = blank }
      return row + Array(repeating: blank, count: columns - row.count)
    }
    while fitted.count < rows { fitted.append(Array(repeating: blank, count: columns)) }
    return fitted
  }
}

extension VTScreen {
  /// The text of each row, without the blanks at its end.
  package var rows: [String] {
    cells.map { row in
      var text = row.reduce(into: "") { $0 += $1.text }
      while text.hasSuffix(" ") { text.removeLast() }
      return text
    }
  }

  /// The rows, one a line.
  package var text: String { rows.joined(separator: "\n") }

  /// Whether a text stands in one of the rows.
  package func contains(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

  /// The first row that holds a text.
  package func row(of text: String) -> Int? { rows.firstIndex { $0.contains(text) } }

  /// The style of the first cell of a text on the screen.
  package func style(of text: String) -> VTStyle? {
    for row in cells {
      for start in row.indices where row[start].width > 0 {
        let rest = row[start...].reduce(into: "") { $0 += $1.text }
        if rest.hasPrefix(text) { return row[start].style }
      }
    }
    return nil
  }

  /// The screen in a frame, with its cursor and what was not understood, for failures.
  package var framed: String {
    let rule = String(repeating: "─", count: columnCount)
    let place = "cursor \(cursor.row):\(cursor.column)\(isCursorVisible ? "" : " hidden")"
    let strange = unknown.isEmpty ? "" : "\nunknown: \(unknown)"
    return "┌\(rule)\n" + rows.map { "│\($0)\n" }.joined() + "└\(rule)\n\(place)\(strange)"
  }
}
