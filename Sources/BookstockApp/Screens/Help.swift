import TextUI

/// The keys of the screen at hand, from the same table that carries them out.
package enum Help {
  package enum Request: Sendable, Hashable {
    case up, down, close
  }

  static let keys: [Key] = [
    Key(
      .escape, .character("?"), .function(1), .character("q"), .enter, request: .helpPage(.close),
      help: "Close the help", hint: "close"),
    Key(.down, .character("j"), .pageDown, request: .helpPage(.down), help: "Further down"),
    Key(.up, .character("k"), .pageUp, request: .helpPage(.up), help: "Further up"),
  ]

  /// A line of the help: keys, and what they do.
  struct Line: Hashable {
    var labels: [String]
    var text: String

    /// The keys' names; a long row of them by its ends.
    func keys(_ glyphs: Glyphs) -> String {
      guard labels.count > 3, let first = labels.first, let last = labels.last else {
        return labels.joined(separator: " ")
      }
      return Wording.plain("\(first) … \(last)", glyphs)
    }
  }

  /// The lines for a screen: its keys, those that mean the same in one line, and what a scan does.
  static func lines(for ui: Interface, glyphs: Glyphs) -> [Line] {
    var lines: [Line] = []
    for binding in Keys.screen(ui) {
      let labels = binding.keys.map { $0.label(glyphs) }
      if let index = lines.lastIndex(where: { $0.text == binding.help }) {
        lines[index].labels += labels
      } else {
        lines.append(Line(labels: labels, text: binding.help))
      }
    }
    let extra =
      ui.tab.mood == nil
      ? []
      : [
        Line(labels: ["12 scan"], text: "A number before a scan counts so many copies"),
        Line(
          labels: ["12 \(KeyPress.enter.label(glyphs))"],
          text: "A number alone corrects the last scan"),
      ]
    return [Line(labels: ["scan"], text: scan(on: ui.tab))] + extra + lines
  }

  private static func scan(on tab: Tab) -> String {
    switch tab {
    case .stock: "Goes to that book"
    case .add: "Looks the book up and opens its form"
    case .plus: "Counts the book in, at once"
    case .minus: "Counts the book out, at once"
    case .fix: "Opens that book's form"
    }
  }
}

extension App {
  /// Carries out a request of the help page.
  func helpPage(_ state: inout State, _ request: Help.Request) -> Effect<Message> {
    guard case .help(let scroll) = state.ui.overlay else { return .none }
    switch request {
    case .close: state.ui.overlay = nil
    case .up: state.ui.overlay = .help(scroll: max(0, scroll - 1))
    case .down:
      let count = Help.lines(for: state.ui, glyphs: .unicode).count
      let visible = Layout(size: state.size).helpRows
      state.ui.overlay = .help(scroll: min(max(0, count - visible), scroll + 1))
    }
    return .none
  }

  /// Draws the help over the body of the screen.
  func drawHelp(_ state: State, scroll: Int, on canvas: inout Canvas) {
    let layout = Layout(size: canvas.fullSize)
    canvas.within(layout.body) { canvas in
      canvas.fill(canvas.bounds)
      let title = "Keys on \(state.ui.tab.name)"
      canvas.put(title, x: 2, y: 0, style: theme.accent)
      let lines = Help.lines(for: state.ui, glyphs: canvas.glyphs)
      let width = min(canvas.size.width / 2, Self.helpKeys)
      for (row, line) in lines.dropFirst(scroll).prefix(layout.helpRows).enumerated() {
        let y = row + layout.helpTop
        canvas.put(line.keys(canvas.glyphs), x: 2, y: y, width: width, style: theme.strong)
        canvas.put(line.text, x: width + 4, y: y, width: max(0, canvas.size.width - width - 5))
      }
      if lines.count > scroll + layout.helpRows {
        let more = String(canvas.glyphs.descending)
        canvas.put(more, x: canvas.size.width - 2, y: canvas.size.height - 1, style: theme.quiet)
      }
    }
  }

  /// The column of keys: `Alt-1 ... Alt-5` fits.
  private static let helpKeys = 15
}

extension Layout {
  /// Where the lines of the help begin in the body, and how many there are.
  var helpTop: Int { isRoomy ? 2 : 1 }
  var helpRows: Int { max(1, body.height - helpTop) }
}
