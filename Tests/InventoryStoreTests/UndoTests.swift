import Inventory
import InventoryStore
import RealtimeDatabase
import TestSupport
import Testing

@Suite struct UndoTests {
  @Test func `undo takes this desk's last movement back, and the one before it next`() async throws
  {
    let shop = try TestShop()
    let other = try shop.desk("desk-2")
    let key = try StockKey.numbered(1)
    _ = try await shop.store.add(Book(key: key, title: "Emma", count: 1))
    _ = try await shop.store.move(key, by: 2, reason: .received)
    _ = try await shop.store.move(key, by: 4, reason: .received)
    _ = try await other.store.move(key, by: 8, reason: .received)
    #expect(try await shop.store.undo().book.count == 11)
    #expect(try await shop.store.undo().book.count == 9)
    #expect(try await other.store.undo().book.count == 1)
    // What is left is the opening, and with it the book goes.
    _ = try await shop.store.undo()
    #expect(try await shop.store.book(key) == nil)
    #expect(try await refusal { try await shop.store.undo() } == .nothingToUndo)
    #expect(try await refusal { try await other.store.undo() } == .nothingToUndo)
    #expect(try await shop.store.check().isContent)
  }

  @Test func `undo works after a restart`() async throws {
    let shop = try TestShop()
    let key = try StockKey.numbered(1)
    _ = try await shop.store.add(Book(key: key, title: "Emma", count: 1))
    _ = try await shop.store.move(key, by: 5, reason: .received)
    await shop.database.close()
    let again = try shop.desk("desk-1")
    #expect(try await again.store.undo().book.count == 1)
  }

  @Test func `a removed book comes back whole`() async throws {
    let shop = try TestShop()
    let book = Book(
      key: try StockKey.numbered(1), title: "Emma", count: 3, author: "Jane Austen", shelf: "A-1",
      minimum: 2)
    _ = try await shop.store.add(book)
    let before = try #require(try await shop.store.book(book.key))
    let removed = try await shop.store.remove(book.key)
    #expect(removed.movement.change == -3)
    #expect(try await shop.store.book(book.key) == nil)
    let undone = try await shop.store.undo()
    #expect(undone.undone?.reason == .removed)
    #expect(try await shop.store.book(book.key) == before)
    #expect(try await shop.store.check().isContent)
  }

  @Test func `a fix is taken back field by field, and spares what others changed`() async throws {
    let shop = try TestShop()
    let other = try shop.desk("desk-2")
    let key = try StockKey.numbered(1)
    _ = try await shop.store.add(Book(key: key, title: "Emma", count: 3, author: "Austen"))
    var changes = BookChanges()
    changes.title = "EMMA"
    changes.author = ""
    changes.count = 7
    _ = try await shop.store.fix(key, changes)
    var others = BookChanges()
    others.shelf = "B-2"
    _ = try await other.store.fix(key, others)
    _ = try await other.store.move(key, by: 1, reason: .found)
    _ = try await shop.store.undo()
    let book = try #require(try await shop.store.book(key))
    #expect(book.title == "Emma")
    #expect(book.author == "Austen")
    #expect(book.shelf == "B-2")
    #expect(book.count == 4)
    #expect(try await shop.store.check().isContent)
  }

  @Test func `an undo that would leave fewer than none is refused`() async throws {
    let shop = try TestShop()
    let other = try shop.desk("desk-2")
    let key = try StockKey.numbered(1)
    _ = try await shop.store.add(Book(key: key, title: "Emma", count: 0))
    _ = try await shop.store.move(key, by: 2, reason: .received)
    _ = try await other.store.move(key, by: -1, reason: .sold)
    let refused = try await refusal { try await shop.store.undo() }
    guard case .undoBelowZero(let book, let taking) = refused else {
      Issue.record("refused for another reason: \(refused)")
      return
    }
    #expect(book.count == 1)
    #expect(taking == 2)
    #expect(try await shop.store.book(key)?.count == 1)
  }

  @Test func `two terminals of one desk take a movement back once`() async throws {
    let shop = try TestShop()
    let twin = try shop.desk("desk-1")
    let key = try StockKey.numbered(1)
    _ = try await shop.store.add(Book(key: key, title: "Emma", count: 0))
    for _ in 0..<10 { _ = try await shop.store.move(key, by: 1, reason: .received) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in [shop.store, twin.store] {
        group.addTask { for _ in 0..<5 { _ = try await store.undo() } }
      }
      try await group.waitForAll()
    }
    #expect(try await shop.store.book(key)?.count == 0)
    #expect(try await shop.store.check().isContent)
  }
}
