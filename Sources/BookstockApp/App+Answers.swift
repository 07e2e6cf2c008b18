import Inventory
import InventoryStore
import TextUI

extension App {
  /// The store's answer to an act: one outcome, said once.
  func answered(
    _ state: inout State, _ act: Act, _ result: Result<Receipt, Failure>
  ) -> Effect<Message> {
    if let key = act.key { state.data.finishedWriting(key) }
    if act == .undo { state.data.undoing -= 1 }
    if case .success(let receipt) = result {
      state.data.keepOwn(receipt.book)
      state.data.acts.take(receipt, of: act)
    }
    switch act {
    case .count(let mood, let id, _): return counted(&state, mood, id, result)
    case .correct(let mood, let id, _): return corrected(&state, mood, id, result)
    case .step(_, let change):
      switch result {
      case .success(let receipt):
        state.say(.done, Wording.moved(receipt, change))
        return .none
      case .failure(let failure): return say(&state, failure)
      }
    case .undo: return undone(&state, result)
    case .remove:
      switch result {
      case .success(let receipt):
        state.say(.done, Wording.removed(receipt.book))
        return .none
      case .failure(let failure): return say(&state, failure)
      }
    case .add(let book, let cover): return added(&state, book, cover, result)
    case .fix(let key, let changes, let cover):
      return fixed(&state, key, changes, cover, result)
    }
  }

  /// Shows why something did not happen.
  func say(_ state: inout State, _ failure: Failure) -> Effect<Message> {
    switch failure {
    case .refusal(let refusal): state.say(.refused, Wording.refusal(refusal))
    case .trouble(let trouble): state.say(.error, trouble.sentence)
    }
    return bell(failure.bells)
  }

  /// A scan's movement is on disk, or was refused.
  private func counted(
    _ state: inout State, _ mood: Mood, _ id: Int, _ result: Result<Receipt, Failure>
  ) -> Effect<Message> {
    switch result {
    case .success(let receipt):
      state.data[mood].count(abs(receipt.movement.change), of: receipt.book.key)
      state.data[mood].change(id) { $0.take(receipt) }
      return sendDifference(&state, mood, id)
    case .failure(let failure):
      guard let line = state.data[mood][id] else { return .none }
      state.data[mood].change(id) {
        $0.outcome = failure.outcome(of: line)
        $0.wanted = nil
      }
      // A quantity that was typed meanwhile is tried in its own right.
      if let wanted = line.wanted, wanted != line.quantity, failure.mayDependOnQuantity {
        return send(&state, mood, id, quantity: wanted)
      }
      return bell(failure.bells)
    }
  }

  /// A line's quantity was corrected, or could not be.
  private func corrected(
    _ state: inout State, _ mood: Mood, _ id: Int, _ result: Result<Receipt, Failure>
  ) -> Effect<Message> {
    switch result {
    case .success(let receipt):
      state.data[mood].count(receipt.movement.change * mood.sign, of: receipt.book.key)
      state.data[mood].change(id) { $0.take(receipt) }
      let effect = sendDifference(&state, mood, id)
      if let line = state.data[mood][id], line.wanted == nil {
        state.say(.done, Wording.corrected(line, mood))
      }
      return effect
    case .failure(let failure):
      state.data[mood].change(id) { $0.wanted = nil }
      return say(&state, failure)
    }
  }

  /// The last movement was taken back: the line that made it, if it is still shown, says so.
  private func undone(
    _ state: inout State, _ result: Result<Receipt, Failure>
  ) -> Effect<Message> {
    switch result {
    case .failure(let failure):
      return say(&state, failure)
    case .success(let receipt):
      state.say(.done, Wording.takenBack(receipt))
      guard let undone = receipt.undone else { return .none }
      for mood in Mood.allCases {
        let isHere = state.data[mood].changeNewest(
          where: { $0.movements.contains { $0.id == undone.id } }
        ) { $0.takeBack(undone.id, leaving: receipt.book.count) }
        if isHere {
          state.data[mood].count(-undone.change * mood.sign, of: undone.key)
          break
        }
      }
      return .none
    }
  }

  /// The answer to a question for a book.
  func found(
    _ state: inout State, _ lookup: Lookup, _ result: Result<Book?, Failure>
  ) -> Effect<Message> {
    if lookup.purpose != .follow, lookup.number != state.data.lookup { return .none }
    let book: Book?
    switch result {
    case .failure(let failure): return say(&state, failure)
    case .success(let found): book = found
    }
    switch lookup.purpose {
    case .follow:
      if book != nil, state.ui.shelf.goal == nil {
        state.ui.shelf.go(to: lookup.key, height: Layout(size: state.size).listHeight)
      }
      return .none
    case .jump:
      if let book {
        jump(&state, to: book, lookup)
        return .none
      }
      return missing(&state, lookup)
    case .open(let tab):
      return open(&state, tab, book, lookup)
    }
  }

  /// Stock has no such book: in an empty shop that is how one begins, else it is said.
  private func missing(_ state: inout State, _ lookup: Lookup) -> Effect<Message> {
    let isCode = lookup.reject == nil || lookup.reject == .inStore
    guard isCode, state.data.totals?.titles == 0, state.ui.tab == .stock, !state.ui.add.isDirty
    else {
      state.say(.refused, Wording.notInStock(lookup))
      return bell(2)
    }
    state.clearHUD()
    state.ui.tab = .add
    openNew(&state, lookup.key, count: 1)
    state.ui.add.cameFrom = .stock
    return .none
  }

  /// Goes to a book on Stock; a filter that hides it is set aside and its text kept.
  private func jump(_ state: inout State, to book: Book, _ lookup: Lookup) {
    let height = Layout(size: state.size).listHeight
    if let page = state.data.page, page.request == state.ui.shelf.request,
      let index = page.rows.firstIndex(where: { $0.book.key == book.key })
    {
      let top = state.ui.shelf.top(in: page, height: height)
      state.ui.shelf.selected = book.key
      let isInView = (top..<top + height).contains(index)
      state.ui.shelf.line = isInView ? index - top : height / 2
      state.ui.shelf.settle(over: page, height: height)
    } else {
      if !state.ui.shelf.request.filter.isEmpty {
        state.ui.shelf.isLifted = true
        state.ui.shelf.request.filter = ""
      }
      state.ui.shelf.go(to: book.key, height: height)
    }
    state.say(.note, Wording.foundBook(book, warning: lookup.warning))
  }
}

extension Act {
  /// The book whose count the act changes, when that is known beforehand.
  var key: StockKey? {
    switch self {
    case .step(let key, _), .fix(let key, _, _): key
    case .count(_, _, let key), .correct(_, _, let key): key
    case .add(let book, _), .remove(let book): book.key
    case .undo: nil
    }
  }
}

extension StockData {
  /// One write of a book has been answered.
  mutating func finishedWriting(_ key: StockKey) {
    guard let left = writing[key] else { return }
    writing[key] = left > 1 ? left - 1 : nil
  }
}

extension RunLine {
  /// Takes over what the store has written.
  mutating func take(_ receipt: Receipt) {
    outcome = .counted
    movements.append(Made(id: receipt.movement.id, change: receipt.movement.change))
    quantity = counted
    if old == nil { old = receipt.movement.old }
    new = receipt.movement.new
    at = receipt.movement.at
    title = receipt.book.title
    author = receipt.book.author
    icon = receipt.book.icon
    isInStock = true
  }

  /// One of the line's movements was taken back.
  mutating func takeBack(_ id: String, leaving count: Int) {
    movements.removeAll { $0.id == id }
    guard movements.isEmpty else {
      quantity = counted
      new = count
      return
    }
    outcome = .undone
    old = nil
    new = nil
  }
}

extension Failure {
  /// How loud it is: a refusal less than trouble.
  var bells: Int {
    switch self {
    case .refusal: 2
    case .trouble: 3
    }
  }

  /// Whether another quantity might have gone through.
  var mayDependOnQuantity: Bool {
    switch self {
    case .refusal(.belowZero), .refusal(.quantityOverLimit): true
    case .refusal, .trouble: false
    }
  }

  /// What becomes of a scan that was not counted.
  func outcome(of line: RunLine) -> RunLine.Outcome {
    switch self {
    case .refusal(.unknownBook):
      switch line.reject {
      case nil, .inStore: .unknown
      case .some(let reason): .refused(reason.sentence(for: line.key?.text ?? line.text))
      }
    case .refusal(let refusal): .refused(Wording.shortRefusal(refusal))
    case .trouble(let trouble): .failed(trouble.sentence)
    }
  }
}
