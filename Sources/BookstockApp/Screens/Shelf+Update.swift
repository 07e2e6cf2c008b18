import Inventory
import InventoryStore
import TextUI

extension App {
  /// Carries out a request of the list.
  func shelf(_ state: inout State, _ request: Shelf.Request) -> Effect<Message> {
    let height = Layout(size: state.size).listHeight
    switch request {
    case .up: state.moveMark(by: -1)
    case .down: state.moveMark(by: 1)
    case .pageUp: state.turnPage(by: -height)
    case .pageDown: state.turnPage(by: height)
    case .first: state.goToEnd(.first)
    case .last: state.goToEnd(.last)
    case .open:
      guard let book = state.selectedBook else { break }
      return openFix(&state, book, from: .stock)
    case .plus: return step(&state, 1, .received)
    case .minus: return step(&state, -1, .sold)
    case .remove:
      guard let book = state.selectedBook else { break }
      state.ui.overlay = .question(.remove(book))
    case .filter:
      state.ui.shelf.isFiltering = true
      if state.ui.shelf.isLifted {
        state.ui.shelf.isLifted = false
        state.ui.shelf.applyFilter(height: height)
      }
    case .endFilter:
      state.ui.shelf.isFiltering = false
    case .clearFilter:
      state.ui.shelf.isFiltering = false
      state.ui.shelf.isLifted = false
      guard !state.ui.shelf.filter.text.isEmpty else { break }
      state.ui.shelf.filter.set("")
      state.ui.shelf.applyFilter(height: height)
    case .sort, .reverse:
      state.ui.shelf.changeOrder(reversing: request == .reverse, height: height)
    case .copy:
      guard let book = state.selectedBook else { break }
      state.say(.done, Wording.copied(book.key.text))
      return .copy(book.key.text)
    }
    return .none
  }

  /// A key while the filter is typed.
  func edited(_ state: inout State, _ key: KeyPress) -> Effect<Message> {
    let before = state.ui.shelf.filter.text
    guard state.ui.shelf.filter.handle(key), state.ui.shelf.filter.text != before else {
      return .none
    }
    state.ui.shelf.isLifted = false
    state.ui.shelf.applyFilter(height: Layout(size: state.size).listHeight)
    return .none
  }

  /// One copy more or fewer of the marked book.
  private func step(_ state: inout State, _ change: Int, _ reason: Reason) -> Effect<Message> {
    guard let book = state.selectedBook else { return .none }
    state.data.writing[book.key, default: 0] += 1
    state.say(.working, Wording.stepping(book, change))
    return write(&state, .step(book.key, change)) { [world] in
      try await world.move(book.key, change, reason)
    }
  }

  /// A window of the list has arrived.
  func arrived(_ state: inout State, _ live: Live<ShelfPage>) -> Effect<Message> {
    guard let page = state.accept(live), page.request == state.ui.shelf.request else {
      return .none
    }
    let old = state.data.page
    state.data.page = page
    state.markChanges(from: old, to: page)
    let height = Layout(size: state.size).listHeight
    let sameList = old.map { $0.request.isSameList(as: page.request) } ?? false
    let lost = state.ui.shelf.arrive(page, replacing: old, height: height)
    guard sameList, let lost else { return .none }
    // The book may have gone, or only moved out of the window: then the mark goes after it.
    state.data.lookup += 1
    let lookup = Lookup(purpose: .follow, key: lost, number: state.data.lookup)
    return .run { [world] in
      do {
        return .found(lookup, .success(try await world.book(lost)))
      } catch {
        return .found(lookup, .failure(Failure(error)))
      }
    }
  }

  /// Mouse: a click marks a row, the wheel moves the mark.
  func pointed(_ state: inout State, _ mouse: MouseEvent) -> Effect<Message> {
    if case .transfers = state.ui.overlay {
      switch mouse.action {
      case .wheelUp: return transferPanel(&state, .up)
      case .wheelDown: return transferPanel(&state, .down)
      case .press, .release, .drag, .move: return .none
      }
    }
    guard state.ui.tab == .stock, state.ui.overlay == nil else { return .none }
    switch mouse.action {
    case .wheelUp: state.moveMark(by: -3)
    case .wheelDown: state.moveMark(by: 3)
    case .press(.left):
      let list = Layout(size: state.size).list
      guard let page = state.data.page, list.contains(mouse.at) else { break }
      let top = state.ui.shelf.top(in: page, height: list.height)
      let index = top + mouse.at.y - list.y
      guard page.rows.indices.contains(index) else { break }
      state.ui.shelf.selected = page.rows[index].book.key
      state.ui.shelf.line = index - top
    case .press, .release, .drag, .move: break
    }
    return .none
  }
}

extension State {
  /// The marked book as the newest window has it.
  var selectedBook: Book? {
    guard let page = data.page, let index = ui.shelf.index(in: page) else { return nil }
    return page.rows[index].book
  }

  mutating func moveMark(by rows: Int) {
    guard let page = data.page else { return }
    ui.shelf.move(by: rows, over: page, height: Layout(size: size).listHeight)
  }

  mutating func turnPage(by rows: Int) {
    guard let page = data.page else { return }
    ui.shelf.turn(by: rows, over: page, height: Layout(size: size).listHeight)
  }

  /// Goes to an end of the list: at once when it is in the window, else when it has arrived.
  mutating func goToEnd(_ end: Shelf.State.Goal) {
    guard let page = data.page, !page.rows.isEmpty else { return }
    let isHere = end == .last ? !page.hasLater : !page.hasEarlier
    if isHere, ui.shelf.goal == nil {
      moveMark(by: end == .last ? page.rows.count : -page.rows.count)
    } else {
      ui.shelf.go(to: end, height: Layout(size: size).listHeight)
    }
  }

  /// Keeps the mark in view and in the list, after a resize or after keys were taken back.
  mutating func settleShelf() {
    guard let page = data.page else { return }
    let height = Layout(size: size).listHeight
    if ui.shelf.goal == nil, ui.shelf.index(in: page) == nil {
      _ = ui.shelf.arrive(page, replacing: nil, height: height)
    }
    ui.shelf.settle(over: page, height: height)
  }

  /// Marks the rows that other desks have changed since the window before.
  mutating func markChanges(from old: ShelfPage?, to page: ShelfPage) {
    guard let old, old.request.isSameList(as: page.request), data.undoing == 0 else { return }
    let before = Dictionary(
      old.rows.map { ($0.book.key, $0.book) }, uniquingKeysWith: { first, _ in first })
    for row in page.rows {
      let book = row.book
      guard let was = before[book.key], was != book, data.writing[book.key] == nil,
        data.own[book.key] != book, !data.isOwnCover(book, insteadOf: was)
      else { continue }
      data.marks[book.key] = instant + StockData.markTime
    }
  }
}

extension Shelf.State {
  /// Sorts by the next field, or the other way round; the mark stays on its book.
  mutating func changeOrder(reversing: Bool, height: Int) {
    if reversing {
      request.descending.toggle()
    } else {
      let fields = SortField.allCases
      let next = (fields.firstIndex(of: request.sort) ?? 0) + 1
      request.sort = fields[next % fields.count]
      request.descending = request.sort == .timestamp
    }
    if let selected { go(to: selected, height: height) } else { go(to: .first, height: height) }
  }
}

extension ShelfRequest {
  /// Whether both are windows over the same rows in the same order.
  func isSameList(as other: ShelfRequest) -> Bool {
    sort == other.sort && descending == other.descending && filter == other.filter
  }
}
