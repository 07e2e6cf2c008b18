import Glibc
import TestSupport
import Testing

/// Pictures in a real terminal, as far as a terminal can be known by its bytes.
@Suite struct PictureScreenTests {
  static let columns = 80
  static let rows = 24
  /// Where the gallery's picture is.
  private static let place = (row: 2, column: 40, rows: 12, columns: 24)

  private static func cells(row: Int = place.row, column: Int = place.column) -> Set<[Int]> {
    var cells: Set<[Int]> = []
    for y in row..<row + place.rows {
      for x in column..<column + place.columns { cells.insert([y, x]) }
    }
    return cells
  }

  private static let placed = VTPlacement(
    number: 101, placement: 1, row: place.row, column: place.column, rows: place.rows,
    columns: place.columns)

  private func gallery(
    _ arguments: String..., manner: VTManner, environment: [String: String] = [:],
    rows: Int = rows
  ) async throws -> PseudoTerminal {
    let command = Command(
      BuiltProducts.path(of: "PicturePeer"), arguments, environment: environment)
    return try await PseudoTerminal(
      command, rows: rows, columns: Self.columns, manner: manner)
  }

  /// The whole picture and nothing else lies over the screen.
  private func waitForSixel(
    _ terminal: PseudoTerminal, _ what: String = "the whole picture",
    row: Int = place.row, column: Int = place.column
  ) async throws {
    let cells = Self.cells(row: row, column: column)
    try await terminal.wait(what) { $0.sixelCells == cells }
  }

  private func quit(_ terminal: PseudoTerminal) async throws {
    try await terminal.send("q")
    #expect(try await terminal.exitStatus() == 0)
    let screen = await terminal.screen
    #expect(screen.unknown == [])
    #expect(screen.sixelCells == [] && screen.placements == [] && screen.kittyPictures == [])
    #expect(screen.sixelScrolls == 0 && screen.sixelOverlaps == 0)
    #expect(!screen.isAlternate && screen.isCursorVisible)
  }

  @Test func `a sixel stays whole while text beside it changes`() async throws {
    let terminal = try await gallery("auto", manner: .sixel)
    try await waitForSixel(terminal)
    let count = await terminal.screen.sixelCount
    for text in ["abc", "紅樓夢", "x"] {
      try await terminal.send(text)
      try await terminal.wait(for: text)
      #expect(await terminal.screen.sixelCells == Self.cells())
    }
    // The selection leaves a row shorter than it was, beside the picture.
    for key in ["j", "j", "j", "k"] { try await terminal.send(key) }
    try await terminal.wait(for: "> line 2 ")
    #expect(await terminal.screen.sixelCells == Self.cells())
    #expect(await terminal.screen.sixelCount == count)
    try await quit(terminal)
  }

  @Test func `the cells under a picture are no-break spaces`() async throws {
    let terminal = try await gallery("auto", manner: .sixel)
    try await waitForSixel(terminal)
    let screen = await terminal.screen
    for cell in Self.cells() { #expect(screen.cells[cell[0]][cell[1]].text == "\u{A0}") }
    try await quit(terminal)
  }

  @Test(arguments: [VTManner.sixel, .kitty])
  func `a scrolled list takes the picture away and it comes back whole`(
    manner: VTManner
  ) async throws {
    let terminal = try await gallery("auto", manner: manner)
    let isKitty = manner.hasKittyPictures
    @Sendable func isWhole(_ screen: VTScreen) -> Bool {
      isKitty ? screen.placements == [Self.placed] : screen.sixelCells == Self.cells()
    }
    try await terminal.wait("the picture") { isWhole($0) }
    let sent = await terminal.screen.transmissionCount
    for step in [23, 60, 7, 1, 1] {
      try await terminal.send(String(repeating: "j", count: step))
      try await terminal.wait("the picture after scrolling") { isWhole($0) }
    }
    try await terminal.send(String(repeating: "k", count: 80))
    try await terminal.wait("the picture after scrolling back") {
      isWhole($0) && $0.contains("> line 12")
    }
    for _ in 0..<30 { try await terminal.send("k") }
    try await terminal.wait("the picture at the top") { isWhole($0) && $0.contains("> line 0") }
    if isKitty { #expect(await terminal.screen.transmissionCount == sent) }
    try await quit(terminal)
  }

  @Test(arguments: [VTManner.sixel, .kitty])
  func `a dialog over the picture shows cells, and nothing of it is left`(
    manner: VTManner
  ) async throws {
    let terminal = try await gallery("auto", manner: manner)
    let isKitty = manner.hasKittyPictures
    @Sendable func isWhole(_ screen: VTScreen) -> Bool {
      isKitty ? screen.placements == [Self.placed] : screen.sixelCells == Self.cells()
    }
    try await terminal.wait("the picture") { isWhole($0) }
    try await terminal.send("d")
    try await terminal.wait("the dialog over cells") {
      $0.contains("A question") && $0.contains("▀") && $0.placements.isEmpty
        && $0.sixelCells.isEmpty
    }
    try await terminal.send("d")
    try await terminal.wait("the picture again") { isWhole($0) && !$0.contains("A question") }
    try await terminal.send("m")
    try await terminal.wait("the picture elsewhere") { screen in
      isKitty
        ? screen.placements.map(\.column) == [36] && screen.placements.map(\.row) == [4]
        : screen.sixelCells == Self.cells(row: 4, column: 36)
    }
    try await terminal.send("h")
    try await terminal.wait("no picture") {
      $0.placements.isEmpty && $0.sixelCells.isEmpty && !$0.contains("▀")
        && !$0.contains("\u{A0}")
    }
    try await quit(terminal)
  }

  @Test func `the next picture comes on clean cells`() async throws {
    let terminal = try await gallery("auto", manner: .sixel)
    try await waitForSixel(terminal)
    for number in 2...5 {
      let count = await terminal.screen.sixelCount
      try await terminal.send("n")
      try await terminal.wait("picture \(number)") {
        $0.contains("gallery \(number) ") && $0.sixelCells == Self.cells()
          && $0.sixelCount > count
      }
    }
    try await quit(terminal)
  }

  @Test(arguments: [VTManner.sixel, .kitty])
  func `a new size, a stop and a repaint leave one whole picture`(
    manner: VTManner
  ) async throws {
    let terminal = try await gallery("auto", manner: manner)
    let isKitty = manner.hasKittyPictures
    @Sendable func isWhole(_ screen: VTScreen) -> Bool {
      isKitty ? screen.placements == [Self.placed] : screen.sixelCells == Self.cells()
    }
    try await terminal.wait("the picture") { isWhole($0) }
    for (rows, columns) in [(30, 100), (20, 70), (24, 80)] {
      try await terminal.resize(rows: rows, columns: columns)
      try await terminal.wait("the picture at \(rows) rows") {
        isWhole($0) && $0.rows[rows - 1] == "status"
      }
    }
    // Too small for the picture: cells, as far as they go.
    for (rows, columns) in [(14, 80), (24, 60), (5, 20), (1, 1)] {
      try await terminal.resize(rows: rows, columns: columns)
      try await terminal.wait("no overlay at \(rows) rows of \(columns)") {
        $0.placements.isEmpty && $0.sixelCells.isEmpty
      }
    }
    try await terminal.resize(rows: 24, columns: 80)
    try await terminal.wait("the picture again") { isWhole($0) }
    try await terminal.send("\u{C}")
    try await terminal.wait("the picture after a repaint") { isWhole($0) }
    let sent = await terminal.screen.transmissionCount + terminal.screen.sixelCount
    // Nobody can stop it, as no shell would continue it; it lets go of the terminal and is back.
    try await terminal.send("\u{1A}")
    try await terminal.wait("the picture after a stop") {
      isWhole($0) && $0.isAlternate && $0.transmissionCount + $0.sixelCount > sent
    }
    try await terminal.send("j")
    try await terminal.wait("a next picture") { isWhole($0) && $0.contains("> line 1") }
    try await quit(terminal)
  }

  @Test(arguments: [VTManner.sixel, .kitty])
  func `a crash and a signal leave no picture`(manner: VTManner) async throws {
    for ending in ["!", "term"] {
      let terminal = try await gallery("auto", manner: manner)
      let isKitty = manner.hasKittyPictures
      try await terminal.wait("the picture") {
        isKitty ? $0.placements == [Self.placed] : $0.sixelCells == Self.cells()
      }
      if ending == "!" { try await terminal.send("!") } else { terminal.kill(SIGTERM) }
      _ = try await terminal.ending()
      let screen = await terminal.screen
      #expect(!screen.isAlternate)
      #expect(screen.placements == [] && screen.kittyPictures == [] && screen.sixelCells == [])
    }
  }

  @Test func `a last row is never touched`() async throws {
    // The picture's last row would be the screen's: it stays cells.
    let terminal = try await gallery("auto", manner: .sixel, rows: 14)
    try await terminal.wait("cells") { $0.contains(" ready") && $0.contains("▀") }
    try await terminal.send("x")
    try await terminal.wait(for: "> line 0 x")
    #expect(await terminal.screen.sixelCount == 0)
    try await quit(terminal)
  }

  @Test(arguments: [
    (VTManner.mute, [:], "cells"), (.plain, [:], "cells"), (.tmux, [:], "cells"),
    (.kitty, ["TMUX": "/tmp/tmux,1,0"], "cells"), (.sixel, ["NO_COLOR": "1"], "cells"),
    (.sixel, ["TERM": "screen-256color"], "cells"),
  ])
  func `a terminal that cannot, or does not say so, shows cells`(
    manner: VTManner, environment: [String: String], form: String
  ) async throws {
    let terminal = try await gallery("auto", manner: manner, environment: environment)
    let symbol = environment["NO_COLOR"] == nil ? "▀" : "#.#.#."
    try await terminal.wait("cells") { $0.contains(form) && $0.contains(symbol) }
    // Answers are no keys: what is typed is the first thing that stands there.
    try await terminal.send("x")
    try await terminal.wait(for: "> line 0 x")
    #expect(await terminal.screen.sixelCount == 0)
    #expect(await terminal.screen.placements == [])
    try await quit(terminal)
  }

  @Test func `without pictures nothing is asked`() async throws {
    let terminal = try await gallery("off", manner: .sixel)
    try await terminal.wait(for: "status")
    try await terminal.send("x")
    try await terminal.wait(for: "> line 0 x")
    let text = String(decoding: await terminal.transcript, as: UTF8.self)
    for question in ["\u{1B}[>0q", "\u{1B}[16t", "\u{1B}_G", "\u{1B}[c"] {
      #expect(!text.contains(question))
    }
    try await quit(terminal)
  }

  @Test func `in ASCII every cell is ASCII`() async throws {
    let terminal = try await gallery("auto", "ascii", manner: .kitty)
    try await terminal.wait("cells") { $0.contains("cells") && $0.contains("#.#.#.") }
    #expect(await terminal.screen.rows.allSatisfy { $0.allSatisfy(\.isASCII) })
    try await quit(terminal)
  }

  @Test func `a scan among the answers is read whole`() async throws {
    let terminal = try await gallery("auto", manner: .kitty)
    try await terminal.send("9780306406157")
    try await terminal.wait(for: "> line 0 9780306406157")
    try await terminal.wait("the picture") { $0.placements == [Self.placed] }
    try await terminal.send("978")
    try await terminal.wait(for: "> line 0 9780306406157978")
    try await quit(terminal)
  }

  @Test(arguments: ["linux", "xterm-256color"])
  func `many pictures one after another keep their colours`(type: String) async throws {
    let terminal = try await gallery("cells", manner: .plain, environment: ["TERM": type])
    try await terminal.wait("cells") {
      $0.contains("gallery 1 ") && $0.cells[2][40].text == "▀" && $0.cells[13][63].text == "▀"
    }
    let first = await terminal.screen.cells
    // Every third has the same colours.
    for number in 2...13 {
      try await terminal.send("n")
      try await terminal.wait(for: "gallery \(number) ")
    }
    try await terminal.wait("the first picture's colours") { $0.cells[2...13] == first[2...13] }
    try await quit(terminal)
  }
}
