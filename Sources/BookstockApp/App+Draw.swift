import Inventory
import InventoryStore
package import TextUI

extension App {
  var theme: Theme { Theme(hasColor: settings.hasColor) }

  package func draw(_ state: State, on canvas: inout Canvas) {
    let layout = Layout(size: canvas.fullSize)
    guard !layout.isLine else { return drawLine(state, on: &canvas) }
    drawHeader(state, on: &canvas)
    for y in [layout.upperRule, layout.lowerRule].compactMap({ $0 }) {
      canvas.fill(
        Rect(x: 0, y: y, width: canvas.size.width, height: 1), with: canvas.glyphs.horizontal,
        style: theme.quiet)
    }
    switch state.ui.tab {
    case .stock: drawShelf(state, on: &canvas)
    case .plus, .minus: drawDesk(state, on: &canvas)
    case .add, .fix: drawForm(state, on: &canvas)
    }
    drawCover(state, on: &canvas)
    switch state.ui.overlay {
    case .help(let scroll): drawHelp(state, scroll: scroll, on: &canvas)
    case .transfers(let panel): drawTransfers(state, panel, on: &canvas)
    case .question, nil: break
    }
    drawHUD(state, on: &canvas)
    drawFooter(state, on: &canvas)
    if case .question(let question) = state.ui.overlay {
      question.dialog.draw(on: &canvas, accent: theme.accent)
    }
  }

  /// Tabs at the left, who is there at the right; names give way where there is no room.
  private func drawHeader(_ state: State, on canvas: inout Canvas) {
    let width = canvas.size.width
    let short = width < Self.namedTabsFrom
    var x = short ? 0 : 1
    if width >= Self.titledFrom {
      x += canvas.put("bookstock", x: x, y: 0, style: theme.strong) + 2
    }
    for tab in Tab.allCases {
      let isHere = tab == state.ui.tab
      let name = short && !isHere ? " \(tab.rawValue)" : " \(tab.rawValue) \(tab.name) "
      let style = isHere ? theme.accent.adding(.reverse) : theme.plain
      x += canvas.put(name, x: x, y: 0, style: style)
    }
    let dot = String(canvas.glyphs.bullet)
    let words = state.data.trouble == nil ? " live" : " no store"
    let style = state.data.trouble == nil ? theme.good : theme.alarm
    let desk = " \(canvas.glyphs.dot) \(world.desk)"
    let room = width - x - 2
    let active = state.data.board.active
    let loading = "\(canvas.glyphs.descending) \(Wording.number(active))  "
    var parts = [(dot, style)]
    if active > 0, room >= 1 + loading.count { parts.insert((loading, theme.quiet), at: 0) }
    let taken = parts.reduce(0) { $0 + TextWidth.columns($1.0) }
    let isNamed = room >= taken + words.count
    if isNamed { parts.append((words, theme.plain)) }
    let left = room - taken - (isNamed ? words.count : 0)
    let deskWidth = TextWidth.columns(desk, limit: left + 1)
    if isNamed, left >= 6 {
      let shown = TextWidth.fit(
        desk, columns: min(left, deskWidth), ellipsis: canvas.glyphs.ellipsis)
      parts.append((shown, theme.quiet))
    }
    guard room >= 0 else { return }
    x = width - 1 - parts.reduce(0) { $0 + TextWidth.columns($1.0) }
    for (text, style) in parts { x += canvas.put(text, x: x, y: 0, style: style) }
  }

  /// From this width on every tab shows its name, and the program its own.
  private static let namedTabsFrom = 56
  private static let titledFrom = 72

  /// The outcome of the last act, or the trouble that stands.
  private func drawHUD(_ state: State, on canvas: inout Canvas) {
    let y = Layout(size: canvas.fullSize).hud
    guard let hud = state.hud else { return }
    let text = Wording.plain("\(hud.mark(canvas.glyphs)) \(hud.text)", canvas.glyphs)
    canvas.put(text, x: 1, y: y, width: canvas.size.width - 2, style: theme.style(of: hud.kind))
  }

  private func drawFooter(_ state: State, on canvas: inout Canvas) {
    guard let y = Layout(size: canvas.fullSize).footer else { return }
    let table = Keys.table(in: state.ui)
    let hints = Array(table.hints(canvas.glyphs).prefix(Self.footerKeys))
    let help = table.first { $0.request == .help }
    let last = help.map { Footer.Hint($0.keys[0].label(canvas.glyphs), "keys") }
    canvas.within(Rect(x: 1, y: y, width: canvas.size.width - 2, height: 1)) { canvas in
      Footer(hints, last: last).draw(on: &canvas, keyStyle: theme.strong, style: theme.quiet)
    }
  }

  /// Keys in the footer, besides that of the help.
  private static let footerKeys = 5

  /// The smallest screen: the last scan, or the last outcome, in one line.
  private func drawLine(_ state: State, on canvas: inout Canvas) {
    if case .question = state.ui.overlay {
      canvas.put("y/n? " + (state.data.hud?.text ?? ""), x: 0, y: 0, style: theme.alarm)
      return
    }
    if case .transfers = state.ui.overlay {
      let words = Wording.transfers(state.data.board.rows)
      canvas.put(
        Wording.plain(words.isEmpty ? Wording.noTransfers : words, canvas.glyphs), x: 0, y: 0,
        width: canvas.size.width)
      return
    }
    let mood = state.ui.tab.mood
    if let mood, let line = state.data[mood].last {
      let text = Wording.plain(line.brief(mood, canvas.glyphs), canvas.glyphs)
      canvas.put(text, x: 0, y: 0, width: canvas.size.width, style: theme.style(of: line))
    } else if let hud = state.hud {
      let text = Wording.plain("\(hud.mark(canvas.glyphs)) \(hud.text)", canvas.glyphs)
      canvas.put(text, x: 0, y: 0, width: canvas.size.width, style: theme.style(of: hud.kind))
    } else if let book = state.selectedBook, state.ui.tab == .stock {
      let count = Wording.number(book.count, glyphs: canvas.glyphs)
      canvas.put("\(count) \(Wording.name(of: book))", x: 0, y: 0, width: canvas.size.width)
    } else {
      canvas.put(state.ui.tab.name, x: 0, y: 0, width: canvas.size.width)
    }
  }
}

extension State {
  /// What the line of outcomes shows: the newest outcome, else the trouble that stands.
  package var hud: HUD? {
    if let hud = data.hud { return hud }
    return data.trouble.map { HUD(kind: .error, text: $0.sentence) }
  }
}

extension HUD {
  /// The sign before the words.
  func mark(_ glyphs: Glyphs) -> Character {
    switch kind {
    case .done: glyphs.check
    case .note: glyphs.dot
    case .working: glyphs.ellipsis
    case .refused: glyphs.cross
    case .error: "!"
    }
  }
}

extension Wording {
  /// A sentence of the program's in the characters that a screen has.
  static func plain(_ text: String, _ glyphs: Glyphs) -> String {
    guard glyphs.isASCII else { return text }
    var plain = ""
    for character in text {
      switch character {
      case "→": plain += "->"
      case "…": plain += "..."
      case "−": plain += "-"
      case "·": plain += "."
      default: plain.append(character)
      }
    }
    return plain
  }
}
