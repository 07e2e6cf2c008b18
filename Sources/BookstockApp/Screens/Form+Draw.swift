import Inventory
import InventoryStore
import TextUI

extension App {
  /// Draws the form of Add or Fix, or the page that waits for a scan.
  func drawForm(_ state: State, on canvas: inout Canvas) {
    let layout = Layout(size: canvas.fullSize)
    let form = state.ui.form(state.ui.tab)
    let (top, rest) = layout.body.cuttingTop(1)
    canvas.within(top) { canvas in
      let scan = form.kind == .add ? "Scan: add" : "Scan: fix"
      let x = 1 + canvas.put(scan, x: 1, y: 0, style: theme.accent) + 3
      canvas.put(
        Wording.plain(title(of: form), canvas.glyphs), x: x, y: 0,
        width: max(0, canvas.size.width - x - 1))
    }
    let body = layout.isRoomy ? rest.cuttingTop(1).rest : rest
    let cover = state.coverRect.map { $0.width + Layout.coverGap } ?? 0
    canvas.within(body.cuttingRight(cover).rest) { canvas in
      if form.isOpen {
        drawFields(form, on: &canvas)
      } else {
        drawWaiting(form, on: &canvas)
      }
    }
  }

  private func title(of form: Form.State) -> String {
    if form.isSaving { return Wording.saving }
    guard form.key != nil else { return "" }
    guard form.kind == .fix else {
      return form.awaitsFacts ? "a new book · looking it up…" : "a new book"
    }
    let changed = form.changedFields.map { $0.label.lowercased() }
    return changed.isEmpty ? "" : "changed: \(changed.joined(separator: ", "))"
  }

  /// The fields, one a row; scrolled so that the one under edit is in view.
  private func drawFields(_ form: Form.State, on canvas: inout Canvas) {
    let fields = form.key == nil ? [.isbn] : FormField.allCases
    let index = form.focus.flatMap { fields.firstIndex(of: $0) } ?? 0
    let first = max(0, min(index - canvas.size.height / 2, fields.count - canvas.size.height))
    let isNarrow = canvas.size.width < Self.wideFormFrom
    let left = isNarrow ? 10 : 14
    let room = canvas.size.width - left - 1
    let width = isNarrow ? room : min(Self.fieldWidth, room * 3 / 5)
    for (y, field) in fields.dropFirst(first).prefix(canvas.size.height).enumerated() {
      let hasFocus = form.focus == field
      if hasFocus {
        canvas.put(String(canvas.glyphs.marker), x: 0, y: y, style: theme.accent)
      }
      canvas.put(
        field.label, x: 2, y: y, width: left - 3, style: hasFocus ? theme.strong : theme.quiet)
      let isFixed = field == .isbn && form.key != nil
      let text = form.texts[field] ?? field.textField()
      // What is wrong needs the room more than the blank end of the field.
      let fieldWidth =
        form.errors[field] == nil || isNarrow
        ? width : min(width, max(12, TextWidth.columns(text.text, limit: width) + 1))
      if isFixed {
        canvas.put(text.text, x: left, y: y, width: room, style: theme.strong)
      } else if hasFocus {
        text.draw(
          on: &canvas, x: left, y: y, width: fieldWidth, hasFocus: true,
          style: (form.suggested[field] == nil ? theme.plain : theme.quiet).adding(.underline))
      } else {
        let isGuess = form.suggested[field] != nil
        canvas.put(
          text.text, x: left, y: y, width: fieldWidth, style: isGuess ? theme.quiet : theme.plain)
      }
      drawRemark(form, field, x: isNarrow ? left : left + fieldWidth + 2, y: y, on: &canvas)
    }
  }

  /// What is wrong with a field, or what stands in the stock now, beside it.
  private func drawRemark(
    _ form: Form.State, _ field: FormField, x: Int, y: Int, on canvas: inout Canvas
  ) {
    let room = canvas.size.width - x - 1
    guard room > 0 else { return }
    if let error = form.errors[field], form.key == nil {
      let text = Wording.plain("\(canvas.glyphs.cross) \(error)", canvas.glyphs)
      canvas.put(text, x: 2, y: y + 2, width: canvas.size.width - 3, style: theme.alarm)
    } else if let error = form.errors[field] {
      let text = Wording.plain("\(canvas.glyphs.cross) \(error)", canvas.glyphs)
      let columns = min(room, TextWidth.columns(text))
      let start = x + (canvas.size.width < Self.wideFormFrom ? room - columns : 0)
      canvas.put(text, x: start, y: y, width: columns, style: theme.alarm)
    } else if canvas.size.width >= Self.wideFormFrom, let source = form.suggested[field] {
      canvas.put(Wording.suggested(by: source), x: x, y: y, width: room, style: theme.quiet)
    } else if field == .picture, form.looksUpCover {
      canvas.put(Wording.coverWhenSaved, x: x, y: y, width: room, style: theme.quiet)
    } else if canvas.size.width >= Self.wideFormFrom, let base = form.base,
      form.changedFields.contains(field)
    {
      let was = field.value(in: base)
      let text = was.isEmpty ? "was empty" : "was \(was)"
      canvas.put(text, x: x, y: y, width: room, style: theme.quiet)
    }
  }

  private static let wideFormFrom = 60
  private static let fieldWidth = 48

  /// Nothing is open: what to do, or the book that was found.
  private func drawWaiting(_ form: Form.State, on canvas: inout Canvas) {
    let width = canvas.size.width - 4
    let enter = KeyPress.enter.label(canvas.glyphs)
    var y = max(0, (canvas.size.height - 6) / 3)
    func line(_ text: String, _ style: Style, on canvas: inout Canvas) {
      canvas.put(text, x: 3, y: y, width: width, style: style)
      y += 1
    }
    if let book = form.known {
      line("In stock already:", theme.quiet, on: &canvas)
      line(book.title.isEmpty ? "(no title)" : book.title, theme.strong, on: &canvas)
      line(book.key.displayed, theme.quiet, on: &canvas)
      line(Wording.copies(book.count, glyphs: canvas.glyphs), theme.strong, on: &canvas)
      y += 1
      line("e fixes it, + counts one copy more", theme.plain, on: &canvas)
      return
    }
    let wish = form.kind == .add ? "Scan a new book to add it." : "Scan a book to fix it."
    line(wish, theme.strong, on: &canvas)
    line("Or press \(enter) and type its ISBN.", theme.quiet, on: &canvas)
  }
}
