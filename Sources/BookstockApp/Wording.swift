package import Inventory
import InventoryStore
package import TextUI

/// What people are told, in one place: what happened, and what they can do.
package enum Wording {
  // MARK: Numbers and names

  /// A number with its thousands apart: `1 284`; negative ones with a true minus sign.
  package static func number(_ number: Int, glyphs: Glyphs = .unicode) -> String {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += " " }
      text.append(digit)
    }
    return number < 0 ? "\(glyphs.minus)\(text)" : text
  }

  /// A change with its sign: `+12`, `−1`.
  package static func change(_ number: Int, glyphs: Glyphs = .unicode) -> String {
    number < 0 ? Wording.number(number, glyphs: glyphs) : "+" + Wording.number(number)
  }

  static func copies(_ count: Int, glyphs: Glyphs = .unicode) -> String {
    count == 1 ? "1 copy" : "\(number(count, glyphs: glyphs)) copies"
  }

  static func titles(_ count: Int) -> String {
    count == 1 ? "1 title" : "\(number(count)) titles"
  }

  /// The longest piece of foreign text in a sentence, in characters.
  private static let nameLimit = 48

  /// A book's title for a sentence, or its number when it has none.
  package static func name(of book: Book) -> String {
    shown(book.title.isEmpty ? book.key.displayed : book.title)
  }

  /// Foreign text for a sentence: short, and on one line.
  static func shown(_ text: String) -> String {
    let line = String(text.prefix(nameLimit + 1).map { $0.isNewline ? " " : $0 })
    return line.count > nameLimit ? String(line.prefix(nameLimit - 1)) + "…" : line
  }

  /// A text without blanks at its ends.
  static func trimmed(_ text: String) -> String {
    var slice = text[...]
    while let first = slice.first, first.isWhitespace { slice.removeFirst() }
    while let last = slice.last, last.isWhitespace { slice.removeLast() }
    return String(slice)
  }

  /// The word for a reason on the screen.
  package static func reason(_ reason: Reason) -> String {
    switch reason {
    case .sentBack: "sent back"
    case .ownUse: "own use"
    default: reason.rawValue
    }
  }

  // MARK: Outcomes

  static let takingBack = "taking the last movement back…"
  static let saving = "saving…"
  static let fieldsWrong = "not saved: see the fields marked"
  static let nothingChanged = "nothing was changed"
  static let nothingToCorrect = "no counted scan to correct"
  static let noRepeat = "no ignored repeat to count"
  static let noUnknown = "no unknown code to add"
  static let pasteDropped = "the pasted lines were not counted"
  static let goneElsewhere = "this book was removed at another desk; saving will be refused"
  static let unknownHere = "not in stock: Add takes new books"

  static func removing(_ book: Book) -> String { "removing \(name(of: book))…" }

  static func lookingUp(_ key: StockKey) -> String { "looking up \(key.displayed)…" }

  static func stepping(_ book: Book, _ change: Int) -> String {
    "\(Wording.change(change)) \(name(of: book))…"
  }

  static func moved(_ receipt: Receipt, _ change: Int) -> String {
    let movement = receipt.movement
    return "\(Wording.change(change)) \(name(of: receipt.book)): "
      + "\(number(movement.old)) → \(number(movement.new)), \(reason(movement.reason))"
  }

  static func corrected(_ line: RunLine, _ mood: Mood) -> String {
    "corrected to \(change(line.quantity * mood.sign)): \(shown(line.name))"
  }

  static func takenBack(_ receipt: Receipt) -> String {
    let title = name(of: receipt.book)
    guard let undone = receipt.undone else { return "taken back: \(title)" }
    if receipt.books > 1 { return "taken back: an import of \(titles(receipt.books))" }
    if undone.change == 0, undone.reason == .correction {
      return "taken back: the fix of \(title)"
    }
    return "taken back: \(change(undone.change)) \(title), now \(number(receipt.book.count))"
  }

  /// What an act did, as what would be taken back.
  static func act(_ act: Act, _ receipt: Receipt) -> String {
    let name = name(of: receipt.book)
    return switch act {
    case .count, .correct, .step, .undo: "\(change(receipt.movement.change)) \(name)"
    case .add: "the new book \(name)"
    case .fix: "the fix of \(name)"
    case .remove: "the removal of \(name)"
    }
  }

  static func removed(_ book: Book) -> String { "removed: \(name(of: book)) (u takes it back)" }

  static func added(_ book: Book) -> String {
    "added: \(name(of: book)), \(copies(book.count))"
  }

  static func fixed(_ receipt: Receipt, _ changes: BookChanges) -> String {
    var words = changes.words
    if changes.count != nil {
      words.append("count \(number(receipt.movement.old)) → \(number(receipt.movement.new))")
    }
    return "fixed: \(name(of: receipt.book)) (\(words.joined(separator: ", ")))"
  }

  static func changedElsewhere(_ fields: [FormField], from was: Book, to book: Book) -> String {
    if fields.contains(.count) {
      return "another desk: count \(number(was.count)) → \(number(book.count))"
    }
    let names = fields.map { $0.label.lowercased() }.joined(separator: ", ")
    return "another desk changed: \(names)"
  }

  static func foundBook(_ book: Book, warning: String?) -> String {
    let found = "\(name(of: book)): \(copies(book.count))"
    return warning.map { "\(found); \($0)" } ?? found
  }

  static func knownBook(_ book: Book) -> String {
    "in stock already: \(name(of: book)), \(copies(book.count)) (e fixes it, + counts one more)"
  }

  static func notInStock(_ lookup: Lookup) -> String {
    if let reason = lookup.reject, reason != .inStore {
      return badCode(lookup.key.text, reason)
    }
    return "not in stock: \(lookup.key.displayed)"
  }

  static func formInTheWay(_ code: String) -> String {
    "finish this form first (^S saves, Esc leaves): \(shown(code)) was not opened"
  }

  static func finishTheQuestion(_ code: String) -> String {
    "finish this question first: \(code) was not counted"
  }

  static func copied(_ code: String) -> String { "copied \(shown(code))" }

  static func noQuantity(_ entry: String) -> String {
    "\(shown(entry)) is no quantity: 1 to \(number(Quantity.most))"
  }

  static func pasteTooLong(_ bytes: Int) -> String {
    "that paste is too long (\(number(bytes)) bytes): import a file instead"
  }
}

extension BookChanges {
  /// The names of the fields changed, but for the count.
  var words: [String] {
    var words: [String] = []
    if title != nil { words.append("title") }
    if author != nil { words.append("author") }
    if publisher != nil { words.append("publisher") }
    if price != nil { words.append("price") }
    if currency != nil { words.append("currency") }
    if shelf != nil { words.append("shelf") }
    if minimum != nil { words.append("low limit") }
    if url != nil { words.append("link") }
    if note != nil { words.append("note") }
    return words
  }
}
