import Inventory
import InventoryStore
import TestSupport
import Testing

@Suite struct ImportApplyTests {
  private func draft(_ rows: [(Int, String, Int?)]) throws -> ImportDraft {
    var draft = ImportDraft()
    draft.rows = try rows.map { number, title, count in
      var row = ImportRow(key: try StockKey.numbered(number))
      row.title = title
      row.count = count
      return row
    }
    return draft
  }

  @Test func `the same file twice changes nothing`() async throws {
    let shop = try TestShop()
    let file = try draft([(1, "Emma", 3), (2, "Persuasion", 0), (3, "Lady Susan", -2)])
    let first = try await shop.store.apply(file, mode: .set)
    #expect((first.new, first.changed, first.same) == (3, 0, 0))
    let second = try await shop.store.apply(file, mode: .set)
    #expect((second.new, second.changed, second.same) == (0, 0, 3))
    #expect(second.session == nil)
    #expect(try await shop.store.books(sort: .isbn).map(\.count) == [3, 0, -2])
    #expect(try await shop.store.check().isContent)
  }

  @Test func `a preview says the same and does nothing`() async throws {
    let shop = try TestShop()
    let file = try draft([(1, "Emma", 3)])
    #expect(try await shop.store.preview(file, mode: .set).new == 1)
    #expect(try await shop.store.books(sort: .isbn).isEmpty)
  }

  @Test func `adding adds, and a row without a count leaves it`() async throws {
    let shop = try TestShop()
    _ = try await shop.store.apply(draft([(1, "Emma", 3)]), mode: .set)
    _ = try await shop.store.apply(draft([(1, "Emma", 2)]), mode: .add)
    _ = try await shop.store.apply(draft([(1, "EMMA", nil)]), mode: .set)
    let book = try #require(try await shop.store.book(StockKey.numbered(1)))
    #expect(book.count == 5)
    #expect(book.title == "EMMA")
  }

  @Test func `an import is taken back whole`() async throws {
    let shop = try TestShop()
    _ = try await shop.store.add(
      Book(key: StockKey.numbered(1), title: "Emma", count: 3, author: "Austen"))
    let before = try #require(try await shop.store.book(StockKey.numbered(1)))
    _ = try await shop.store.apply(
      draft([(1, "EMMA", 9), (2, "Persuasion", 4), (3, "Sanditon", 0)]), mode: .set)
    #expect(try await shop.store.books(sort: .isbn).count == 3)
    let receipt = try await shop.store.undo()
    #expect(receipt.books == 3)
    let books = try await shop.store.books(sort: .isbn)
    #expect(books.count == 1)
    #expect(books.first?.title == before.title)
    #expect(books.first?.count == before.count)
    #expect(try await shop.store.check().isContent)
  }

  @Test func `a sale after the import stays sold when the import is taken back`() async throws {
    let shop = try TestShop()
    let other = try shop.desk("desk-2")
    _ = try await shop.store.apply(draft([(1, "Emma", 5)]), mode: .set)
    _ = try await shop.store.apply(draft([(1, "Emma", 8)]), mode: .set)
    _ = try await other.store.move(StockKey.numbered(1), by: -1, reason: .sold)
    _ = try await shop.store.undo()
    #expect(try await shop.store.book(StockKey.numbered(1))?.count == 4)
    #expect(try await shop.store.check().isContent)
  }
}
