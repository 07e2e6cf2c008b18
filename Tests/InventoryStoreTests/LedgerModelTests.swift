import Inventory
import InventoryStore
import TestSupport
import Testing

/// Random acts of two desks against a dictionary and two stacks of copies.
@Suite struct LedgerModelTests {
  /// What the stock must be, kept the naive way.
  private struct Model {
    var books: [StockKey: Book] = [:]
    /// What each desk's undo must bring back, newest last.
    var stacks: [[(key: StockKey, change: Int, before: Book?, isWhole: Bool)]] = [[], []]
  }

  @Test func `random acts of two desks agree with a dictionary`() async throws {
    var random = SeededGenerator()
    let shop = try TestShop()
    let stores = [shop.store, try shop.desk("desk-2").store]
    var model = Model()
    for _ in 0..<150 {
      let desk = Int.random(in: 0...1, using: &random)
      let key = try StockKey.numbered(Int.random(in: 0..<6, using: &random))
      try await act(
        Int.random(in: 0..<6, using: &random), desk, key, stores[desk], &model, &random)
      let book = try await shop.store.book(key)
      #expect(book?.count == model.books[key]?.count)
      #expect(book?.title == model.books[key]?.title)
    }
    let counts = try await shop.store.books(sort: .isbn).map(\.count)
    #expect(counts == model.books.values.sorted { $0.key < $1.key }.map(\.count))
    #expect(try await shop.store.check().isContent)
  }

  private func act(
    _ kind: Int, _ desk: Int, _ key: StockKey, _ store: InventoryStore, _ model: inout Model,
    _ random: inout SeededGenerator
  ) async throws {
    let book = model.books[key]
    let number = Int.random(in: 1...9, using: &random)
    do {
      switch kind {
      case 0:
        let count = number - 1
        _ = try await store.add(Book(key: key, title: "title \(number)", count: count))
        #expect(book == nil)
        model.books[key] = Book(key: key, title: "title \(number)", count: count)
        model.stacks[desk].append((key, count, nil, true))
      case 1, 2:
        let change = kind == 1 ? number : -number
        _ = try await store.move(key, by: change, reason: .found)
        model.books[key]?.count += change
        model.stacks[desk].append((key, change, book, false))
      case 3:
        _ = try await store.remove(key)
        model.books[key] = nil
        model.stacks[desk].append((key, -(book?.count ?? 0), book, true))
      case 4:
        var changes = BookChanges()
        changes.title = "fixed \(number)"
        _ = try await store.fix(key, changes)
        model.books[key]?.title = "fixed \(number)"
        model.stacks[desk].append((key, 0, book, false))
      default:
        _ = try await store.undo()
        undo(desk, &model)
      }
    } catch is Refusal {
      // Refused: nothing changed, in the store as in the model.
    }
  }

  private func undo(_ desk: Int, _ model: inout Model) {
    guard let last = model.stacks[desk].popLast() else {
      Issue.record("the store undid what the model does not know")
      return
    }
    if last.isWhole, last.before == nil, model.books[last.key]?.count == last.change {
      model.books[last.key] = nil
    } else if last.isWhole, let before = last.before {
      model.books[last.key] = before
    } else {
      model.books[last.key]?.count -= last.change
      if last.change == 0, let before = last.before { model.books[last.key]?.title = before.title }
    }
  }
}
