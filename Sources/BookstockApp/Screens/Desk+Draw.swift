import Inventory
import InventoryStore
import TextUI

extension App {
  /// Draws the desk: what a scan does, the last scan large, the run's lines.
  func drawDesk(_ state: State, on canvas: inout Canvas) {
    guard let mood = state.ui.tab.mood else { return }
    let layout = Layout(size: canvas.fullSize)
    var rest = layout.body
    canvas.setCursor(x: 0, y: rest.y + 1, isVisible: false)
    let top: Rect
    (top, rest) = rest.cuttingTop(1)
    canvas.within(top) { drawDeskTop(state, mood, on: &$0) }
    guard let last = state.data[mood].last else {
      return canvas.within(rest) { drawDeskEmpty(mood, on: &$0) }
    }
    let cover = state.coverRect
    let rows = max(layout.bigHeight, cover.map { $0.height + 2 } ?? 0)
    let big: Rect
    (big, rest) = rest.cuttingTop(min(rest.height, rows))
    let left = cover?.maxX ?? 0
    canvas.within(big.cuttingRight(big.width - left).right) {
      drawLast(last, mood, isRoomy: layout.isSpacious, on: &$0)
    }
    canvas.within(rest) { drawRun(state, mood, on: &$0) }
  }

  /// What a scan does now, what is being typed, and the run's totals.
  private func drawDeskTop(_ state: State, _ mood: Mood, on canvas: inout Canvas) {
    let desk = state.ui[mood]
    let width = canvas.size.width
    var x = 1
    let sign = Wording.change(mood.sign, glyphs: canvas.glyphs)
    if desk.entry.isEmpty {
      x += canvas.put("Scan: \(sign)", x: x, y: 0, style: theme.accent)
    } else if desk.isCode {
      x += canvas.put("Code: \(desk.entry)", x: x, y: 0, style: theme.accent)
      canvas.setCursor(x: x, y: 0, isVisible: true)
    } else {
      let minus = mood == .plus ? "+" : String(canvas.glyphs.minus)
      x += canvas.put("Scan: ", x: x, y: 0, style: theme.accent)
      x += canvas.put(
        "\(minus)\(desk.entry)", x: x, y: 0, style: theme.accent.adding(.reverse))
      canvas.setCursor(x: x, y: 0, isVisible: true)
    }
    x += canvas.put("  \(Wording.reason(desk.reason))", x: x, y: 0)
    let run = state.data[mood]
    let dot = canvas.glyphs.dot
    let totals =
      "this run: \(Wording.number(run.copies)) \(dot) \(Wording.titles(run.titles))"
    let totalsWidth = TextWidth.columns(totals)
    guard x + 3 + totalsWidth < width else { return }
    canvas.put(totals, x: width - 1 - totalsWidth, y: 0)
    let hint = deskHint(desk, canvas.glyphs)
    let room = width - 1 - totalsWidth - 3 - (x + 3)
    if TextWidth.columns(hint) <= room {
      canvas.put(hint, x: x + 3, y: 0, style: theme.quiet)
    }
  }

  private func deskHint(_ desk: Desk.State, _ glyphs: Glyphs) -> String {
    let enter = KeyPress.enter.label(glyphs)
    if desk.entry.isEmpty { return "12 then a scan: 12 copies" }
    return desk.isCode ? "\(enter) counts it" : "then scan, or \(enter) corrects"
  }

  private func drawDeskEmpty(_ mood: Mood, on canvas: inout Canvas) {
    let lines =
      mood == .plus
      ? ["Scan a book: one copy more.", "Type a number first for more copies."]
      : ["Scan a book: one copy fewer.", "Type a number first for more copies."]
    let y = max(0, (canvas.size.height - lines.count) / 3)
    for (row, line) in lines.enumerated() {
      canvas.put(
        line, x: 3, y: y + row, width: canvas.size.width - 3,
        style: row == 0 ? theme.strong : theme.quiet)
    }
  }

  /// The last scan, to be read from two metres.
  private func drawLast(
    _ line: RunLine, _ mood: Mood, isRoomy: Bool, on canvas: inout Canvas
  ) {
    let x = canvas.size.width < Self.indentFrom ? 1 : 3
    let width = canvas.size.width - x - 1
    guard isRoomy else {
      _ = canvas.within(Rect(x: x, y: 0, width: width, height: 1)) {
        BigText(line.name, style: theme.strong).draw(on: &$0)
      }
      return drawOutcome(line, mood, x: x, y: 1, width: width, on: &canvas)
    }
    let used = canvas.within(Rect(x: x, y: 1, width: width, height: 2)) {
      BigText(line.name, style: theme.strong).draw(on: &$0)
    }
    let author = line.author.map { "  \(canvas.glyphs.dot)  \($0)" } ?? ""
    if let key = line.key, key.displayed != line.name {
      canvas.put(
        key.displayed + author, x: x, y: used < 2 ? 3 : 4, width: width, style: theme.quiet)
    }
    drawLargeOutcome(line, mood, x: x, y: 5, width: width, on: &canvas)
  }

  /// The counts in large digits, or what else became of the scan.
  private func drawLargeOutcome(
    _ line: RunLine, _ mood: Mood, x: Int, y: Int, width: Int, on canvas: inout Canvas
  ) {
    guard !canvas.glyphs.isASCII, let old = line.old, let new = line.new,
      BigNumber(number: old).width + BigNumber(number: new).width + Self.outcomeWidth < width
    else {
      if line.old != nil || line.outcome == .pending {
        return drawOutcome(line, mood, x: x, y: y + 1, width: width, on: &canvas)
      }
      let words = Wording.plain("\(line.mark(canvas.glyphs)) \(line.shout)", canvas.glyphs)
      // Digits set apart would read as several numbers.
      guard !words.contains(where: \.isNumber) else {
        canvas.put(words, x: x, y: y + 1, width: width, style: theme.style(of: line))
        return
      }
      _ = canvas.within(Rect(x: x, y: y + 1, width: width, height: 2)) {
        BigText(words, style: theme.style(of: line)).draw(on: &$0)
      }
      return
    }
    var start = x
    for (index, number) in [old, new].enumerated() {
      let big = BigNumber(number: number)
      let style = number < 0 ? theme.alarm : index == 0 ? theme.quiet : theme.strong
      canvas.within(Rect(x: start, y: y, width: big.width, height: BigNumber.height)) {
        big.draw(on: &$0, style: style)
      }
      start += big.width + 2
      if index == 0 { start += canvas.put("→", x: start, y: y + 1, style: theme.quiet) + 2 }
    }
    drawWords(line, mood, x: start + 2, y: y + 1, width: width + x - start - 2, on: &canvas)
  }

  /// The counts and what became of the scan, in one row.
  private func drawOutcome(
    _ line: RunLine, _ mood: Mood, x: Int, y: Int, width: Int, on canvas: inout Canvas
  ) {
    var start = x
    if let old = line.old, let new = line.new {
      let counts = [old, new].map { Wording.number($0, glyphs: canvas.glyphs) }
      let arrow = Wording.plain("→", canvas.glyphs)
      let style = new < 0 ? theme.alarm : theme.strong
      start += canvas.put("\(counts[0]) \(arrow) \(counts[1])", x: x, y: y, style: style) + 3
    }
    drawWords(line, mood, x: start, y: y, width: width + x - start, on: &canvas)
  }

  /// What became of the scan, and what to know about its code.
  private func drawWords(
    _ line: RunLine, _ mood: Mood, x: Int, y: Int, width: Int, on canvas: inout Canvas
  ) {
    let outcome = Wording.plain(line.words(mood, canvas.glyphs), canvas.glyphs)
    let words = "\(line.mark(canvas.glyphs)) \(outcome)"
    let columns = min(TextWidth.columns(words), max(0, width))
    canvas.put(words, x: x, y: y, width: columns, style: theme.style(of: line))
    if let warning = line.warning {
      canvas.put(
        Wording.plain(warning, canvas.glyphs), x: x + columns + 2, y: y,
        width: max(0, width - columns - 2), style: theme.quiet)
    }
  }

  /// Room for an arrow and the words beside the large digits.
  private static let outcomeWidth = 30
  private static let indentFrom = 60
  /// A hyphenated ISBN.
  private static let codeWidth = 17

  /// The run's lines, newest on top.
  private func drawRun(_ state: State, _ mood: Mood, on canvas: inout Canvas) {
    let lines = state.data[mood].lines.reversed().dropFirst(state.ui[mood].scroll)
    for (y, line) in lines.prefix(canvas.size.height).enumerated() {
      draw(line, mood, y: y, isNewest: y == 0 && state.ui[mood].scroll == 0, on: &canvas)
    }
  }

  private func draw(
    _ line: RunLine, _ mood: Mood, y: Int, isNewest: Bool, on canvas: inout Canvas
  ) {
    let width = canvas.size.width
    let isWide = width >= Self.indentFrom
    var x = isWide ? 3 : 1
    if isWide {
      canvas.put(world.localTime(line.at).clock, x: x, y: y, width: 8, style: theme.quiet)
      x += 10
    }
    let style = theme.style(of: line)
    let sign = line.sign(mood, canvas.glyphs)
    canvas.put(sign, x: x, y: y, width: 6, align: .right, style: style)
    x += 8
    let note = Wording.plain(line.note(canvas.glyphs), canvas.glyphs)
    // A code must be readable to its end; a title gives way to what is said of it.
    let least = line.title == nil ? min(TextWidth.columns(line.name), Self.codeWidth) : 10
    let noteWidth = min(TextWidth.columns(note), max(0, width - x - 3 - least))
    let nameWidth = max(0, width - 1 - x - noteWidth - 2)
    canvas.put(
      line.name, x: x, y: y, width: nameWidth, style: isNewest ? theme.strong : theme.plain)
    let noteStyle = line.outcome == .counted ? theme.plain : style
    canvas.put(
      note, x: width - 1 - noteWidth, y: y, width: noteWidth, style: noteStyle)
  }
}

extension Layout {
  /// Whether the last scan has blank lines around it.
  var isSpacious: Bool { body.height >= 14 }

  /// Rows for the last scan.
  var bigHeight: Int { isSpacious ? 9 : isRoomy ? 3 : 2 }
}
