import Inventory
import InventoryStore
import JSONTree
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

  @Test func `what is no movement is found, and a value in the ledger's place`() async throws {
    let shop = try TestShop()
    _ = try await shop.store.add(Book(key: StockKey.numbered(1), title: "Emma", count: 5))
    let ledger = shop.database.reference(withPath: "Movements")
    _ = try await ledger.child("abc").setValue(5)
    #expect(try await shop.store.check().findings.count == 1)
    _ = try await ledger.setValue("x")
    #expect(try await shop.store.check().findings.count == 1)
  }

  @Test(arguments: ["\"text\"", "{\"count\":\"x\"}", "{\"count\":1.5}", "{\"count\":{\"a\":1}}"])
  func `a record without a readable count is found, and never counted on`(json: String)
    async throws
  {
    let shop = try TestShop()
    let key = try StockKey.numbered(1)
    let place = shop.database.reference(withPath: "BarCode/\(key)")
    let node = try JSONReader.node(from: json)
    _ = try await place.setValue(node)
    let refused = try await refusal { try await shop.store.move(key, by: 1, reason: .found) }
    guard case .badField(let name, _) = refused else {
      Issue.record("refused for another reason: \(refused)")
      return
    }
    #expect(name == "count")
    #expect(try await place.getData().node == node)
    #expect(try await shop.store.check().findings.count == 1)
    var changes = BookChanges()
    changes.count = 2
    #expect(try await shop.store.fix(key, changes).book.count == 2)
    #expect(try await shop.store.check().findings.isEmpty)
  }
}
