import Inventory
import InventoryStore
import TextUI

extension App {
  /// Carries out a request of the form.
  func form(_ state: inout State, _ request: Form.Request) -> Effect<Message> {
    let tab = state.ui.tab
    guard tab == .add || tab == .fix else { return .none }
    switch request {
    case .next: state.ui.changeForm(tab) { $0.moveFocus(by: 1) }
    case .previous: state.ui.changeForm(tab) { $0.moveFocus(by: -1) }
    case .start: state.ui.changeForm(tab) { $0.startTyping() }
    case .enter: return entered(&state, tab)
    case .save: return save(&state, tab)
    case .lookUp: return lookUpCover(&state, tab)
    case .leave:
      if state.ui.form(tab).isDirty {
        state.ui.overlay = .question(.leaveForm(tab))
      } else {
        close(&state, tab)
      }
    case .fixKnown:
      guard let book = state.ui.form(tab).known else { break }
      state.ui.changeForm(tab) { $0 = Form.State(kind: $0.kind) }
      return openFix(&state, book, from: nil)
    case .countKnown:
      guard let book = state.ui.form(tab).known else { break }
      state.ui.changeForm(tab) { $0 = Form.State(kind: $0.kind) }
      state.say(.working, Wording.stepping(book, 1))
      state.data.writing[book.key, default: 0] += 1
      return write(&state, .step(book.key, 1)) { [world] in
        try await world.move(book.key, 1, .received)
      }
    }
    return .none
  }

  /// Enter in a field: on to the next; an ISBN is looked up; the last field saves.
  private func entered(_ state: inout State, _ tab: Tab) -> Effect<Message> {
    let form = state.ui.form(tab)
    guard form.focus != nil else { return .none }
    if form.focus == .isbn {
      let text = form.text(.isbn)
      guard !Wording.trimmed(text).isEmpty else { return .none }
      if case .none(let reason, let code) = Meaning(text) {
        state.ui.changeForm(tab) { $0.errors[.isbn] = reason.sentence(for: code) }
        return bell(2)
      }
      return find(&state, text, .open(tab))
    }
    guard form.focus == form.fields.last else {
      state.ui.changeForm(tab) { $0.moveFocus(by: 1) }
      return .none
    }
    if let last = state.lastCharacter, state.instant - last <= Self.enterGap { return .none }
    return save(&state, tab)
  }

  /// Asks the store to save the form; what is wrong is said beside its field.
  private func save(_ state: inout State, _ tab: Tab) -> Effect<Message> {
    let form = state.ui.form(tab)
    guard form.key != nil, !form.isSaving else { return .none }
    var isValid = false
    state.ui.changeForm(tab) { isValid = $0.isValid() }
    guard isValid else {
      state.say(.refused, Wording.fieldsWrong)
      return bell(2)
    }
    if tab == .add {
      guard let book = form.newBook else { return .none }
      let cover = form.cover ?? (world.looksUp && book.key.isbn != nil ? .lookUp : nil)
      state.ui.add.isSaving = true
      state.say(.working, Wording.saving)
      return write(&state, .add(book, cover)) { [world] in try await world.add(book) }
    }
    let (changes, cover) = (form.changes, form.cover)
    guard let key = form.key, !changes.isEmpty else {
      return savePicture(&state, form, cover)
    }
    state.ui.fix.isSaving = true
    state.data.writing[key, default: 0] += 1
    state.say(.working, Wording.saving)
    return write(&state, .fix(key, changes, cover)) { [world] in try await world.fix(key, changes) }
  }

  /// Nothing but the picture was changed, or nothing at all.
  private func savePicture(
    _ state: inout State, _ form: Form.State, _ cover: CoverSource?
  ) -> Effect<Message> {
    guard let book = form.base, let cover else {
      state.say(.note, Wording.nothingChanged)
      close(&state, .fix)
      return .none
    }
    state.say(.done, Wording.pictureChanged(book, cover))
    close(&state, .fix)
    return setCover(&state, book.key, cover, saying: "\(Wording.name(of: book)): ")
  }

  /// Looks for a cover: of a book in stock at once, of a new one as soon as it is in stock.
  private func lookUpCover(_ state: inout State, _ tab: Tab) -> Effect<Message> {
    let form = state.ui.form(tab)
    guard let key = form.key, !form.isSaving else { return .none }
    guard world.looksUp else {
      state.say(.refused, Wording.noLookUps)
      return bell(2)
    }
    guard key.isbn != nil else {
      state.say(.refused, Wording.noISBN(key))
      return bell(2)
    }
    guard tab == .fix else {
      state.ui.add.looksUpCover = true
      state.ui.add.texts[.picture]?.set("")
      state.ui.add.errors[.picture] = nil
      return .none
    }
    let name = form.base.map { Wording.name(of: $0) } ?? key.displayed
    if form.isCoverLookedUp {
      state.say(.note, Wording.lookedForAlready(name))
      return .none
    }
    if form.base?.icon != nil, !form.isReplacingTold {
      state.ui.fix.isReplacingTold = true
      state.say(.refused, Wording.wouldReplace(name))
      return bell(2)
    }
    state.ui.fix.isCoverLookedUp = true
    state.say(.note, Wording.lookingForCover(key))
    return setCover(&state, key, .lookUp, saying: "\(name): ")
  }

  /// Opens the form of a book that is not in stock, and asks what is known of it.
  func openNew(_ state: inout State, _ key: StockKey, count: Int) {
    state.ui.add.open(key, count: count)
    state.ui.add.awaitsFacts = world.looksUp && key.isbn != nil
  }

  /// Puts the form away and goes back to where it was opened from.
  func close(_ state: inout State, _ tab: Tab) {
    let back = state.ui.form(tab).cameFrom
    state.ui.changeForm(tab) { $0 = Form.State(kind: $0.kind) }
    if tab == .fix { state.data.watched = nil }
    if state.data.hud?.kind == .refused { state.clearHUD() }
    if let back, state.ui.tab == tab { go(&state, to: back) }
  }

  /// Opens the form of a book in stock, unless it holds unsaved text of another.
  func openFix(_ state: inout State, _ book: Book, from tab: Tab?) -> Effect<Message> {
    state.ui.tab = .fix
    if state.ui.fix.isDirty {
      guard state.ui.fix.key != book.key else { return .none }
      state.say(.refused, Wording.formInTheWay(book.key.displayed))
      return bell(2)
    }
    state.ui.fix.open(book)
    state.ui.fix.cameFrom = tab
    state.data.watched = book
    return .none
  }

  /// Add or Fix has looked a code up.
  func open(
    _ state: inout State, _ tab: Tab, _ book: Book?, _ lookup: Lookup
  ) -> Effect<Message> {
    let form = state.ui.form(tab)
    if form.isDirty || form.isSaving {
      guard form.key != lookup.key else {
        state.clearHUD()
        return .none
      }
      state.say(.refused, Wording.formInTheWay(lookup.key.displayed))
      return bell(2)
    }
    let wasTyped = form.focus == .isbn
    state.clearHUD()
    if let warning = lookup.warning { state.say(.note, warning) }
    switch (tab, book) {
    case (.add, let book?):
      state.ui.add = Form.State(kind: .add)
      // The page says it; a second sentence would be one too many.
      state.ui.add.known = book
      return bell(1)
    case (_, let book?):
      state.ui.fix.open(book)
      state.data.watched = book
    case (.add, nil):
      if let reason = lookup.reject, reason != .inStore {
        return refuseCode(&state, tab, lookup, reason, wasTyped: wasTyped)
      }
      guard form.key != lookup.key else { break }
      openNew(&state, lookup.key, count: 1)
    case (_, nil):
      if let reason = lookup.reject, reason != .inStore {
        return refuseCode(&state, tab, lookup, reason, wasTyped: wasTyped)
      }
      if wasTyped { state.ui.changeForm(tab) { $0.errors[.isbn] = Wording.unknownHere } }
      state.say(.refused, Wording.notInStock(lookup))
      return bell(2)
    }
    return .none
  }

  /// The code is none, and nothing is in stock under it either.
  private func refuseCode(
    _ state: inout State, _ tab: Tab, _ lookup: Lookup, _ reason: CodeReason, wasTyped: Bool
  ) -> Effect<Message> {
    if wasTyped {
      state.ui.changeForm(tab) { $0.errors[.isbn] = reason.sentence(for: lookup.key.text) }
    }
    state.say(.refused, Wording.badCode(lookup.key.text, reason))
    return bell(2)
  }

  /// The book whose form is open has changed, here or at another desk.
  func watched(_ state: inout State, _ key: StockKey, _ book: Book?) {
    guard let book else {
      if state.data.watched != nil, state.ui.fix.key == key, !state.ui.fix.isSaving {
        state.say(.error, Wording.goneElsewhere)
      }
      state.data.watched = nil
      return
    }
    let was = state.data.watched
    state.data.watched = book
    let changed = state.ui.fix.follow(book)
    guard !changed.isEmpty, let was, state.data.writing[key] == nil,
      state.data.own[key] != book, !state.data.isOwnCover(book, insteadOf: was)
    else { return }
    state.say(.note, Wording.changedElsewhere(changed, from: was, to: book))
  }

  /// A new book is in stock, or was refused.
  func added(
    _ state: inout State, _ book: Book, _ cover: CoverSource?,
    _ result: Result<Receipt, Failure>
  ) -> Effect<Message> {
    state.ui.add.isSaving = false
    switch result {
    case .success(let receipt):
      for mood in Mood.allCases { state.data[mood].markAdded(book.key) }
      let words = Wording.added(receipt.book)
      let follows = cover == .lookUp ? nil : cover.map(Wording.follows)
      state.say(.done, [words, follows].compactMap(\.self).joined(separator: "; "))
      if state.ui.add.key == book.key { close(&state, .add) }
      guard let cover else { return .none }
      let effect = setCover(
        &state, book.key, cover, saying: cover == .lookUp ? nil : "\(words); ")
      // What is looked up of itself is no act and no news: the addition is the last one.
      if cover == .lookUp { state.data.acts.cover = nil }
      return effect
    case .failure(.refusal(.knownBook(let known))):
      state.ui.add = Form.State(kind: .add)
      state.ui.add.known = known
      state.say(.refused, Wording.knownBook(known))
      return bell(2)
    case .failure(let failure):
      return refusedForm(&state, .add, failure)
    }
  }

  /// A book was fixed, or the fix was refused.
  func fixed(
    _ state: inout State, _ key: StockKey, _ changes: BookChanges, _ cover: CoverSource?,
    _ result: Result<Receipt, Failure>
  ) -> Effect<Message> {
    state.ui.fix.isSaving = false
    switch result {
    case .success(let receipt):
      let words = Wording.fixed(receipt, changes)
      let follows = cover.map(Wording.follows)
      state.say(.done, [words, follows].compactMap(\.self).joined(separator: "; "))
      if state.ui.fix.key == key { close(&state, .fix) }
      return cover.map { setCover(&state, key, $0, saying: "\(words); ") } ?? .none
    case .failure(let failure):
      return refusedForm(&state, .fix, failure)
    }
  }

  /// Shows a refusal beside the field it speaks of, and in the line of outcomes.
  private func refusedForm(
    _ state: inout State, _ tab: Tab, _ failure: Failure
  ) -> Effect<Message> {
    if case .refusal(.badField(let name, let reason)) = failure,
      let field = FormField(rawValue: name)
    {
      state.ui.changeForm(tab) {
        $0.errors[field] = reason
        $0.focus = field
      }
    }
    return say(&state, failure)
  }
}

extension Run {
  /// Scans of a code that has been added meanwhile are not unknown any more.
  mutating func markAdded(_ key: StockKey) {
    func add(_ line: inout RunLine) {
      line.outcome = .added
      line.isInStock = true
    }
    while changeNewest(where: { $0.key == key && $0.outcome == .unknown }, add) {}
  }
}
