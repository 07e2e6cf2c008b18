import Inventory
import TextUI

/// The panel of downloads and uploads, over any screen.
package enum TransferPanel {
  package enum Request: Sendable, Hashable {
    case up, down, first, last
    case pause, resume, cancel
    case close
  }

  static let keys: [Key] = [
    Key(
      .character("p"), request: .transferPanel(.pause), help: "Pause the marked one",
      hint: "pause"),
    Key(
      .character("r"), request: .transferPanel(.resume),
      help: "Resume the marked one; if it failed, try again",
      hint: "resume"),
    Key(
      .character("x"), .delete, request: .transferPanel(.cancel), help: "Cancel the marked one",
      hint: "cancel"),
    Key(
      .escape, .character("d"), .function(4), .character("q"), .enter,
      request: .transferPanel(.close),
      help: "Close", hint: "close"),
    Key(.up, .character("k"), request: .transferPanel(.up), help: "Up"),
    Key(.down, .character("j"), request: .transferPanel(.down), help: "Down"),
    Key(.home, .character("g"), request: .transferPanel(.first), help: "To the first"),
    Key(.end, .character("G"), request: .transferPanel(.last), help: "To the last"),
  ]

  /// What keys change in the panel.
  package struct State: Sendable, Hashable {
    /// The marked transfer; when it has gone, nothing is marked, lest a key meet another one.
    package var selected: Transfer.ID?
    /// Where the marked transfer was when it was marked.
    var place = 0

    package init() {}

    /// The marked transfer's place in the list.
    package func index(in rows: [Transfer]) -> Int? {
      selected.flatMap { id in rows.firstIndex { $0.id == id } }
    }

    mutating func mark(_ place: Int, in rows: [Transfer]) {
      guard !rows.isEmpty else { return }
      self.place = max(0, min(place, rows.count - 1))
      selected = rows[self.place].id
    }
  }
}

extension State {
  /// Takes the newest list of transfers; what has failed is said, and how a cover came to its end
  /// while the line of outcomes speaks of it.
  mutating func take(_ list: [Transfer]) {
    for ended in data.board.take(list, at: instant) {
      let cover = data.hud?.cover.flatMap { isLast(ended, for: $0.key) ? $0 : nil }
      switch ended.state {
      case .done:
        if let cover { say(.done, cover.start + cover.end) }
      case .cancelled:
        if let cover { say(.note, cover.start + Wording.pictureCancelled) }
      case .failed(let sentence):
        // A look-up that finds nothing is no fault: nobody need do anything.
        let kind = ended.kind == .lookUp ? HUD.Kind.note : .refused
        let words = Wording.failed(ended.title, sentence)
        if cover == nil { sayLater(kind, words) } else { say(kind, words) }
      case .waiting, .running, .paused: break
      }
    }
    guard case .transfers(var panel) = ui.overlay, panel.selected == nil else { return }
    panel.mark(0, in: data.board.rows)
    ui.overlay = .transfers(panel)
  }
}

extension State {
  /// Whether a transfer gave a book its cover, and no other one is at that.
  private func isLast(_ transfer: Transfer, for key: StockKey) -> Bool {
    transfer.book == key && !data.board.rows.contains { $0.book == key && !$0.isOver }
  }
}

extension App {
  func openTransfers(_ state: inout State) {
    var panel = TransferPanel.State()
    let rows = state.data.board.rows
    panel.mark(rows.firstIndex { !$0.isOver } ?? 0, in: rows)
    state.ui.overlay = .transfers(panel)
  }

  /// Carries out a request of the panel.
  func transferPanel(
    _ state: inout State, _ request: TransferPanel.Request
  ) -> Effect<Message> {
    guard case .transfers(var panel) = state.ui.overlay else { return .none }
    let rows = state.data.board.rows
    let index = panel.index(in: rows)
    switch request {
    case .close:
      state.ui.overlay = nil
      return .none
    case .up: panel.mark((index ?? panel.place) - 1, in: rows)
    case .down: panel.mark(index.map { $0 + 1 } ?? panel.place, in: rows)
    case .first: panel.mark(0, in: rows)
    case .last: panel.mark(rows.count - 1, in: rows)
    case .pause: return control(&state, panel, .pause)
    case .resume: return control(&state, panel, .resume)
    case .cancel: return control(&state, panel, .cancel)
    }
    state.ui.overlay = .transfers(panel)
    return .none
  }

  /// Asks something of the marked transfer, if it can be asked of it as it is.
  private func control(
    _ state: inout State, _ panel: TransferPanel.State, _ control: Transfer.Control
  ) -> Effect<Message> {
    guard let index = panel.index(in: state.data.board.rows) else {
      state.say(.note, Wording.noTransferMarked)
      return .none
    }
    let transfer = state.data.board.rows[index]
    if let reason = Wording.refusal(of: control, to: transfer) {
      state.say(.note, reason)
      return .none
    }
    state.clearHUD()
    if transfer.isRepeatable, let key = transfer.book {
      let name = transfer.title.isEmpty ? key.displayed : Wording.shown(transfer.title)
      state.say(.working, Wording.tryingAgain(name))
      state.data.hud?.cover = HUD.Cover(key: key, start: "\(name): ", end: Wording.triedAgain)
    }
    return .run { [world] in
      world.control(transfer.id, control)
      return nil
    }
  }

  /// Draws the panel over the body of the screen.
  func drawTransfers(_ state: State, _ panel: TransferPanel.State, on canvas: inout Canvas) {
    let layout = Layout(size: canvas.fullSize)
    let rows = state.data.board.rows
    canvas.within(layout.body) { canvas in
      canvas.fill(canvas.bounds)
      canvas.put("Downloads and uploads", x: 2, y: 0, style: theme.accent)
      let words = Wording.plain(Wording.transfers(rows), canvas.glyphs)
      let width = TextWidth.columns(words)
      if width + 27 <= canvas.size.width {
        canvas.put(words, x: canvas.size.width - 1 - width, y: 0, style: theme.quiet)
      }
      let top = layout.isRoomy ? 2 : 1
      let area = canvas.bounds.cuttingTop(top).rest
      canvas.setCursor(x: 0, y: top, isVisible: false)
      guard !rows.isEmpty else {
        canvas.put(
          Wording.noTransfers, x: 2, y: top, width: canvas.size.width - 3, style: theme.quiet)
        return
      }
      let columns = TransferColumns(canvas.size.width)
      let whole = panel.index(in: rows).flatMap { index in
        columns.whole(rows[index], height: area.height - 1, canvas.glyphs)
      }
      let below = (whole?.count).map { $0 + 1 } ?? 0
      let (list, foot) = area.cuttingTop(area.height - below)
      canvas.within(list) { drawTransfers(rows, panel, columns, on: &$0) }
      for (y, line) in (whole ?? []).enumerated() {
        canvas.put(line, x: 2, y: foot.y + 1 + y, width: columns.room, style: theme.alarm)
      }
    }
  }

  private func drawTransfers(
    _ rows: [Transfer], _ panel: TransferPanel.State, _ columns: TransferColumns,
    on canvas: inout Canvas
  ) {
    let height = canvas.size.height
    let marked = panel.index(in: rows)
    let centre = marked ?? min(panel.place, rows.count - 1)
    let first = max(0, min(centre - height / 2, rows.count - height))
    for (y, transfer) in rows.dropFirst(first).prefix(height).enumerated() {
      let isMarked = marked == first + y
      if isMarked {
        canvas.put(String(canvas.glyphs.marker), x: 0, y: y, style: theme.accent)
        canvas.setCursor(x: 0, y: y, isVisible: false)
      }
      draw(transfer, columns, y: y, isMarked: isMarked, on: &canvas)
    }
    let bar = Rect(x: canvas.size.width - 1, y: 0, width: 1, height: height)
    ScrollBar(ScrollPosition(before: first, total: rows.count), visible: height)
      .draw(on: &canvas, in: bar)
  }

  private func draw(
    _ transfer: Transfer, _ columns: TransferColumns, y: Int, isMarked: Bool,
    on canvas: inout Canvas
  ) {
    let title = transfer.title.isEmpty ? TransferColumns.noTitle : transfer.title
    canvas.put(
      title, x: 2, y: y, width: columns.title, style: isMarked ? theme.strong : theme.plain)
    let x = 2 + columns.title + 2
    let style = theme.style(of: transfer)
    if columns.isBrief {
      let word = Wording.brief(of: transfer, canvas.glyphs)
      return canvas.put(
        word, x: x, y: y, width: columns.state, align: .right, style: style)
    }
    if let fault = columns.fault(of: transfer, canvas.glyphs) {
      let start = 2 + columns.room - fault.room
      return canvas.put(fault.text, x: start, y: y, width: fault.room, style: style)
    }
    var end = x + columns.rest
    let word = Wording.plain(Wording.state(of: transfer), canvas.glyphs)
    end -= columns.state
    canvas.put(word, x: end, y: y, width: columns.state, style: style)
    if columns.bytes > 0 {
      end -= columns.bytes + 2
      let bytes = Wording.bytes(of: transfer)
      canvas.put(bytes, x: end, y: y, width: columns.bytes, align: .right)
    }
    guard columns.bar > 0 else { return }
    ProgressBar(fraction: transfer.fraction).draw(
      on: &canvas, x: x, y: y, width: columns.bar, style: style, ground: theme.quiet)
  }
}

extension Theme {
  /// The look of a transfer's state.
  func style(of transfer: Transfer) -> Style {
    switch transfer.state {
    case .waiting, .paused, .cancelled: quiet
    case .running: accent
    case .done: good
    case .failed: alarm
    }
  }
}
