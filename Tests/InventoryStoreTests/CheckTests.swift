import Inventory
import InventoryStore
import RealtimeDatabase
import TestSupport
import Testing

@Suite struct CheckTests {
  @Test func `a count changed behind the ledger is found with both numbers and adopted`()
    async throws
  {
    let shop = try TestShop()
    let key = try StockKey.numbered(1)
    _ = try await shop.store.add(Book(key: key, title: "Emma", count: 5))
    _ = try await shop.database.reference(withPath: "BarCode/\(key)/count").setValue(9)
    _ = try await shop.store.move(key, by: 1, reason: .received)
    let report = try await shop.store.check()
    #expect(report.drifts.map(\.count) == [10])
    #expect(report.drifts.map(\.expected) == [6])
    for drift in report.drifts { _ = try await shop.store.adopt(drift) }
    #expect(try await shop.store.check().isContent)
    #expect(try await shop.store.book(key)?.count == 10)
  }

  @Test func `a book that vanished behind the ledger is found and adopted`() async throws {
    let shop = try TestShop()
    let key = try StockKey.numbered(1)
    _ = try await shop.store.add(Book(key: key, title: "Emma", count: 5))
    _ = try await shop.database.reference(withPath: "BarCode/\(key)").removeValue()
    let report = try await shop.store.check()
    #expect(report.drifts.map(\.expected) == [5])
    for drift in report.drifts { _ = try await shop.store.adopt(drift) }
    #expect(try await shop.store.check().isContent)
  }

  @Test func `desks with clocks that disagree keep one ledger`() async throws {
    let shop = try TestShop()
    let late = try shop.desk("desk-2")
    let key = try StockKey.numbered(1)
    _ = try await shop.database.reference(withPath: "BarCode/\(key)").setValue(["count": 3])
    for _ in 0..<5 {
      _ = try await shop.store.move(key, by: 2, reason: .received)
      _ = try await late.store.move(key, by: -1, reason: .sold)
    }
    let report = try await shop.store.check()
    #expect(report.isContent)
    #expect(report.movements == 10)
    #expect(report.books == 1)
  }
}
