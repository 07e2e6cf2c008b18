package import Inventory
import TextUI

/// A question that lies over a screen; answered by a letter or Escape, never by Enter or a scan.
package enum Question: Sendable, Hashable {
  case remove(Book)
  case leaveForm(Tab)
  case quit
  /// Lines that were pasted on a counting screen.
  case count([String], Mood)

  package enum Answer: Sendable, Hashable {
    case yes
    case no
  }

  /// The keys of any question.
  static let table: [Key] = [
    Key(.character("y"), request: .question(.yes), help: "Yes", hint: "yes"),
    Key(.character("n"), .escape, request: .question(.no), help: "No", hint: "no"),
  ]

  package var keys: [Key] { Self.table }

  /// The question as a dialog: a title, lines, and what the letters do.
  var dialog: Dialog<Answer> {
    let (title, lines, yes, no) = words
    return Dialog(
      title: title, lines: lines,
      choices: [
        Dialog.Choice("y", yes, answer: .yes),
        Dialog.Choice("n", no, answer: .no, isCancel: true),
      ])
  }

  private var words: (title: String, lines: [String], yes: String, no: String) {
    switch self {
    case .remove(let book):
      (
        "Remove this book?",
        [
          Wording.name(of: book), book.key.displayed,
          "\(Wording.copies(book.count)) in stock. u takes it back.",
        ], "remove", "keep"
      )
    case .leaveForm:
      (
        "Leave without saving?", ["What was typed here would be lost."], "leave", "stay"
      )
    case .quit:
      (
        "Quit without saving?", ["A form holds text that was not saved."], "quit", "stay"
      )
    case .count(let lines, let mood):
      (
        "Count the pasted lines?",
        ["\(lines.count) lines, each \(mood == .plus ? "+1" : "-1")."], "count", "drop"
      )
    }
  }
}
