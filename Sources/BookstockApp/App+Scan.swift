import Inventory
import InventoryStore
import TextUI

/// What a scanned, typed or pasted text stands for.
enum Meaning: Sendable, Hashable {
  case book(StockKey, warning: CodeWarning?)
  /// No book's number, but a key that a shop may have put in stock itself.
  case perhapsOwn(StockKey, CodeReason)
  /// Nothing: why, and the code as it was understood.
  case none(CodeReason, code: String)
  case several([String])

  init(_ text: String) {
    switch Code.parse(text) {
    case .isbn(let isbn, let warning, _): self = .book(StockKey(isbn), warning: warning)
    case .split(let parts): self = .several(parts)
    case .rejected(let reason, let code, _):
      if reason.mayBeOwn, let key = StockKey(code) {
        self = .perhapsOwn(key, reason)
      } else {
        self = .none(reason, code: code)
      }
    }
  }
}

extension CodeReason {
  /// Whether a shop may have put such a code in stock as a key of its own.
  ///
  /// A misread ISBN is not looked up: it is plainly wrong, and said so at once.
  var mayBeOwn: Bool {
    switch self {
    case .inStore, .upcA, .otherEAN, .ean8, .issn, .ismn, .japaneseMagazine, .badCharacters,
      .wrongLength:
      true
    case .addOnOnly, .ambiguous, .badCheckDigit, .empty, .japaneseSecondBar, .precisionLost: false
    }
  }
}

/// When a scan came, for telling a bounce from a second copy.
struct ScanSpan: Sendable, Hashable {
  var began: ContinuousClock.Instant
  var ended: ContinuousClock.Instant
}

extension App {
  /// A scan works on every screen; it never answers a question and never saves a form.
  func scan(_ state: inout State, _ scan: Scan) -> Effect<Message> {
    switch state.ui.overlay {
    case .question:
      state.say(.refused, Wording.finishTheQuestion(Wording.shown(scan.text)))
      return bell(2)
    case .help, .transfers: state.ui.overlay = nil
    case nil: break
    }
    switch state.ui.tab {
    case .stock: return find(&state, scan.text, .jump)
    case .add, .fix: return find(&state, scan.text, .open(state.ui.tab))
    case .plus, .minus:
      guard let mood = state.ui.tab.mood else { return .none }
      let entry = state.ui[mood].entry
      state.ui[mood].entry = ""
      let timing = ScanSpan(began: scan.began, ended: scan.ended)
      guard !entry.isEmpty else {
        return count(&state, scan.text, mood, quantity: nil, timing: timing)
      }
      guard let quantity = Quantity(entry) else {
        return refuseQuantity(&state, scan.text, mood, entry)
      }
      return count(&state, scan.text, mood, quantity: quantity.value, timing: timing)
    }
  }

  /// Counts a code on Plus or Minus: shown at once, pending until it is on disk.
  ///
  /// A nil quantity is one copy that nobody typed; a nil timing is that of codes that no scanner
  /// can have sent twice.
  func count(
    _ state: inout State, _ text: String, _ mood: Mood, quantity: Int?, timing: ScanSpan?
  ) -> Effect<Message> {
    var line = RunLine(
      at: state.wall, text: text, quantity: quantity ?? 1, reason: state.ui[mood].reason,
      outcome: .pending)
    state.ui[mood].scroll = 0
    state.clearHUD()
    switch Meaning(text) {
    case .several(let parts):
      return .batch(
        parts.map { count(&state, $0, mood, quantity: quantity, timing: nil) })
    case .none(let reason, let code):
      line.outcome = .refused(reason.sentence(for: code))
      _ = state.data[mood].add(line)
      // The lower bar of a Japanese book is read by accident: no alarm.
      return reason == .japaneseSecondBar ? .none : bell(2)
    case .book(let key, let warning):
      line.key = key
      line.warning = warning?.sentence
    case .perhapsOwn(let key, let reason):
      line.key = key
      line.reject = reason
    }
    guard let key = line.key else { return .none }
    let known = state.data.known(key)
    let before = state.data[mood].lines.last { $0.key == key }
    line.title = known?.title ?? before?.title
    line.author = known?.author
    line.icon = known == nil ? before?.icon : known?.icon
    line.isInStock = known != nil || before?.isInStock == true
    if let timing,
      state.repeats.isRepeat(of: key.text, began: timing.began, ended: timing.ended),
      quantity == nil
    {
      line.outcome = .repeated
      _ = state.data[mood].add(line)
      return bell(1)
    }
    let id = state.data[mood].add(line)
    return send(&state, mood, id, quantity: line.quantity)
  }

  /// A number was typed that is no quantity: the scan is shown and not counted.
  private func refuseQuantity(
    _ state: inout State, _ text: String, _ mood: Mood, _ entry: String
  ) -> Effect<Message> {
    var line = RunLine(
      at: state.wall, text: text, quantity: 0, reason: state.ui[mood].reason,
      outcome: .refused(Wording.noQuantity(entry)))
    if case .book(let key, _) = Meaning(text) { line.title = key.displayed }
    _ = state.data[mood].add(line)
    return bell(2)
  }

  /// Counts pasted lines, one after another; in a paste nothing is a repeat.
  func count(_ state: inout State, _ lines: [String], _ mood: Mood) -> Effect<Message> {
    .batch(lines.map { count(&state, $0, mood, quantity: nil, timing: nil) })
  }

  /// Looks a code up, for Stock to jump to, or for a form to open.
  func find(_ state: inout State, _ text: String, _ purpose: Lookup.Purpose) -> Effect<Message> {
    switch Meaning(text) {
    case .several(let parts):
      guard let last = parts.last else { return .none }
      return find(&state, last, purpose)
    case .none(let reason, let code):
      state.say(.refused, Wording.badCode(code.isEmpty ? text : code, reason))
      return bell(2)
    case .book(let key, let warning):
      return find(&state, key, purpose, reject: nil, warning: warning?.sentence)
    case .perhapsOwn(let key, let reason):
      return find(&state, key, purpose, reject: reason, warning: nil)
    }
  }

  private func find(
    _ state: inout State, _ key: StockKey, _ purpose: Lookup.Purpose, reject: CodeReason?,
    warning: String?
  ) -> Effect<Message> {
    state.data.lookup += 1
    let lookup = Lookup(
      purpose: purpose, key: key, reject: reject, number: state.data.lookup, warning: warning)
    if purpose == .jump, let page = state.data.page,
      let index = page.rows.firstIndex(where: { $0.book.key == key }),
      page.request == state.ui.shelf.request
    {
      return found(&state, lookup, .success(page.rows[index].book))
    }
    state.say(.working, Wording.lookingUp(key))
    // In the lane of the writes: what this desk has just added must be found.
    return .inOrder { [world] in
      do {
        return .found(lookup, .success(try await world.book(key)))
      } catch {
        return .found(lookup, .failure(Failure(error)))
      }
    }
  }

  /// A paste: into a field as text, elsewhere as a batch of codes; never as keys.
  func pasted(
    _ state: inout State, _ text: String, at instant: ContinuousClock.Instant
  ) -> Effect<Message> {
    if case .question = state.ui.overlay {
      state.say(.refused, Wording.finishTheQuestion(Wording.shown(text)))
      return bell(2)
    }
    state.ui.overlay = nil
    if state.ui.isEditing {
      if state.ui.tab == .stock {
        state.ui.shelf.filter.insert(text)
        state.ui.shelf.isLifted = false
        state.ui.shelf.applyFilter(height: Layout(size: state.size).listHeight)
      } else {
        state.ui.changeForm(state.ui.tab) { $0.insert(text) }
      }
      return .none
    }
    let lines = text.split(whereSeparator: \.isNewline).map { Wording.trimmed(String($0)) }
      .filter { !$0.isEmpty }
    guard let first = lines.first else { return .none }
    guard let mood = state.ui.tab.mood else {
      return find(&state, first, state.ui.tab == .stock ? .jump : .open(state.ui.tab))
    }
    guard lines.count > 1 else {
      return count(&state, first, mood, quantity: nil, timing: nil)
    }
    state.ui.overlay = .question(.count(lines, mood))
    return .none
  }
}
