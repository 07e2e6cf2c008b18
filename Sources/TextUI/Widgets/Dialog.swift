/// A question in the middle of the screen, answered by a letter.
///
/// Enter answers only with ``Choice/isDefault``, which a dangerous choice must not be: the Enter at
/// the end of a scan never confirms anything.
public struct Dialog<Answer: Sendable>: Sendable {
  /// An answer and its letter.
  public struct Choice: Sendable {
    public var key: Character
    public var label: String
    public var answer: Answer
    /// Also chosen by Enter.
    public var isDefault: Bool
    /// Also chosen by Escape.
    public var isCancel: Bool

    /// A choice by its letter and what is written behind it.
    public init(
      _ key: Character, _ label: String, answer: Answer, isDefault: Bool = false,
      isCancel: Bool = false
    ) {
      self.key = key
      self.label = label
      self.answer = answer
      self.isDefault = isDefault
      self.isCancel = isCancel
    }
  }

  public var title: String
  /// Lines of the question; long ones are wrapped.
  public var lines: [String]
  public var choices: [Choice]

  /// A question with its title and its choices, in the order they are shown in.
  public init(title: String, lines: [String], choices: [Choice]) {
    self.title = title
    self.lines = lines
    self.choices = choices
  }

  /// The widest a dialog gets; longer lines are hard to read.
  private static var maximumWidth: Int { 64 }

  /// The answer a key gives, nil when it is none; letters count in either case.
  public func answer(for key: KeyPress) -> Answer? {
    switch key {
    case .character(let character):
      choices.first { $0.key.lowercased() == character.lowercased() }?.answer
    case .enter: choices.first(where: \.isDefault)?.answer
    case .escape: choices.first(where: \.isCancel)?.answer
    default: nil
    }
  }

  /// Draws the dialog in the middle of the canvas' area.
  public func draw(on canvas: inout Canvas, accent: Style = .bold) {
    let room = min(Self.maximumWidth, canvas.size.width - 4)
    let text = lines.flatMap { TextWrap.lines($0, columns: room, ellipsis: canvas.glyphs.ellipsis) }
    let answers = choiceRows(columns: room)
    let widths =
      text.map { TextWidth.columns($0) } + answers.map(\.width) + [TextWidth.columns(title) + 2]
    let size = Size(
      width: min(room, widths.max() ?? 0) + 4, height: text.count + answers.count + 3)
    let rect = canvas.bounds.centred(size)
    canvas.within(rect) { canvas in
      let inside = Frame(title: title, style: accent).draw(on: &canvas)
      canvas.within(inside.inset(x: 1)) { canvas in
        // The answers stay in view when there is no room for all of the question.
        let answersTop = max(0, min(text.count + 1, canvas.size.height - answers.count))
        for (y, line) in text.prefix(answersTop).enumerated() {
          canvas.put(line, x: 0, y: y, width: canvas.size.width)
        }
        for (y, row) in answers.enumerated() {
          draw(row.choices, y: answersTop + y, on: &canvas, accent: accent)
        }
        canvas.setCursor(x: 0, y: answersTop, isVisible: false)
      }
    }
  }

  /// The choices in rows of at most so many columns.
  private func choiceRows(columns: Int) -> [(choices: [Choice], width: Int)] {
    var rows: [(choices: [Choice], width: Int)] = []
    for choice in choices {
      let width = TextWidth.columns(String(choice.key) + " " + choice.label)
      if let last = rows.last, last.width + 3 + width <= columns {
        rows[rows.count - 1] = (last.choices + [choice], last.width + 3 + width)
      } else {
        rows.append(([choice], width))
      }
    }
    return rows
  }

  private func draw(_ choices: [Choice], y: Int, on canvas: inout Canvas, accent: Style) {
    var x = 0
    for choice in choices {
      x += canvas.put(String(choice.key), x: x, y: y, style: accent) + 1
      x += canvas.put(choice.label, x: x, y: y) + 3
    }
  }
}
