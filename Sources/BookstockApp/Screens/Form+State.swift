import Inventory
import InventoryStore
import TextUI

/// How the form opens, follows the book and says what was changed: pure.
extension Form.State {
  /// Opens the form for a book that is not in stock.
  mutating func open(_ key: StockKey, count: Int) {
    self = Form.State(kind: kind)
    self.key = key
    for field in FormField.allCases { texts[field] = field.textField() }
    texts[.isbn]?.set(key.displayed)
    texts[.count]?.set(String(count))
    focus = .title
  }

  /// Opens the form of a book in stock.
  mutating func open(_ book: Book) {
    self = Form.State(kind: kind)
    key = book.key
    base = book
    for field in FormField.allCases { texts[field] = field.textField(field.value(in: book)) }
    focus = .title
  }

  /// Opens the field for an ISBN that is typed by hand.
  mutating func startTyping() {
    self = Form.State(kind: kind)
    texts[.isbn] = FormField.isbn.textField()
    focus = .isbn
  }

  /// Whether something typed would be lost; the count a new book starts with is not typed.
  package var isDirty: Bool {
    guard key != nil, isOpen else { return false }
    guard base == nil else { return !changedFields.isEmpty }
    return FormField.allCases.contains { field in
      field != .isbn && field != .count && !text(field).isEmpty && suggested[field] == nil
    }
  }

  /// The fields that differ from the book in stock.
  package var changedFields: [FormField] {
    guard let base else { return [] }
    return FormField.allCases.filter { $0 != .isbn && text($0) != $0.editable(in: base) }
  }

  /// Follows the book in stock: fields that nobody has changed here show what it holds now.
  ///
  /// - Returns: the fields that changed elsewhere.
  @discardableResult
  mutating func follow(_ book: Book) -> [FormField] {
    guard let base, base.key == book.key else { return [] }
    let touched = Set(changedFields)
    self.base = book
    var changed: [FormField] = []
    for field in FormField.allCases where field.value(in: base) != field.value(in: book) {
      changed.append(field)
      if !touched.contains(field) { texts[field]?.set(field.value(in: book)) }
    }
    return changed
  }

  /// Takes a key for the field under edit.
  mutating func type(_ key: KeyPress) {
    guard let focus, !isSaving else { return }
    // A character typed onto a suggestion takes its place; other keys edit it.
    if case .character = key, suggested[focus] != nil { texts[focus]?.set("") }
    let was = text(focus)
    guard texts[focus, default: focus.textField()].handle(key) else { return }
    errors[focus] = nil
    if text(focus) != was { touch(focus) }
  }

  /// Inserts a pasted text into the field under edit.
  mutating func insert(_ text: String) {
    guard let focus, !isSaving else { return }
    if suggested[focus] != nil { texts[focus]?.set("") }
    texts[focus, default: focus.textField()].insert(text)
    errors[focus] = nil
    touch(focus)
  }

  /// A field is the person's own from now on.
  private mutating func touch(_ field: FormField) {
    touched.insert(field)
    suggested[field] = nil
    if field == .picture { looksUpCover = false }
  }

  /// Takes what a service knows of the book: only for fields that are empty and untouched.
  ///
  /// The answer to another question, or one that nobody waits for any more, changes nothing.
  mutating func take(_ facts: BookFacts?, of key: StockKey) {
    guard awaitsFacts, self.key == key else { return }
    awaitsFacts = false
    guard let facts, !isSaving else { return }
    let proposals: [(FormField, String?)] = [
      (.title, facts.title), (.author, facts.author), (.publisher, facts.publisher),
    ]
    for (field, proposal) in proposals {
      guard !touched.contains(field), text(field).isEmpty, let proposal else { continue }
      let text = Wording.trimmed(String(proposal.prefix(Self.suggestionLimit)))
      guard !text.isEmpty else { continue }
      texts[field, default: field.textField()].set(text)
      suggested[field] = facts.source
    }
  }

  /// The longest title that a service is believed, in characters.
  private static let suggestionLimit = 500

  /// Where the form says that the cover is to come from; nil leaves it as it is.
  var cover: CoverSource? {
    let text = Wording.trimmed(text(.picture))
    if base != nil {
      guard changedFields.contains(.picture) else { return nil }
      if text.isEmpty { return .remove }
    } else if text.isEmpty {
      return looksUpCover ? .lookUp : nil
    }
    return try? CoverSource(typed: text)
  }

  /// Goes to another field, round and round.
  mutating func moveFocus(by step: Int) {
    guard let focus, let index = fields.firstIndex(of: focus) else { return }
    self.focus = fields[(index + step + fields.count) % fields.count]
  }

  /// Checks every field and says what is wrong beside it; goes to the first wrong one.
  mutating func isValid() -> Bool {
    errors = [:]
    for field in fields {
      let text = Wording.trimmed(text(field))
      // What is in stock already may stand, an old negative count too.
      if let base, text == field.value(in: base) { continue }
      if let problem = field.problem(with: text) { errors[field] = problem }
    }
    guard let first = fields.first(where: { errors[$0] != nil }) else { return true }
    focus = first
    return false
  }

  /// The new book that the form of Add describes.
  var newBook: Book? {
    guard let key else { return nil }
    func optional(_ field: FormField) -> String? {
      let text = Wording.trimmed(text(field))
      return text.isEmpty ? nil : text
    }
    return Book(
      key: key, title: optional(.title) ?? "", url: optional(.url),
      count: optional(.count).flatMap { Int($0) } ?? 0, author: optional(.author),
      publisher: optional(.publisher), price: optional(.price).flatMap(FormField.price),
      currency: optional(.currency), shelf: optional(.shelf),
      minimum: optional(.minimum).flatMap { Int($0) }, note: optional(.note))
  }

  /// What the form of Fix changes: only the fields that the person changed.
  var changes: BookChanges {
    var changes = BookChanges()
    for field in changedFields {
      let text = Wording.trimmed(text(field))
      switch field {
      // A picture is no text of the record: see `cover`.
      case .isbn, .picture: break
      case .title: changes.title = text
      case .author: changes.author = text
      case .publisher: changes.publisher = text
      case .price: changes.price = FormField.price(text) ?? ""
      case .currency: changes.currency = text
      case .shelf: changes.shelf = text
      case .minimum: changes.minimum = .some(Int(text))
      case .count: changes.count = Int(text)
      case .url: changes.url = text
      case .note: changes.note = text
      }
    }
    return changes
  }
}
