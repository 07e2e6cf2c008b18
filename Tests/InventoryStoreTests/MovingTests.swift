import Inventory
import InventoryStore
import RealtimeDatabase
import TestSupport
import Testing

@Suite struct MovingTests {
  @Test func `a change moves the count, stamps the book and writes a movement`() async throws {
    let shop = try TestShop()
    let key = try StockKey.numbered(1)
    _ = try await shop.store.add(Book(key: key, title: "Emma", count: 2))
    let receipt = try await shop.store.move(key, by: 3, reason: .received, note: "box 7")
    #expect(receipt.book.count == 5)
    #expect(receipt.movement.old == 2)
    #expect(receipt.movement.new == 5)
    #expect(receipt.movement.change == 3)
    #expect(receipt.movement.desk == "desk-1")
    #expect(receipt.movement.user == "ada")
    #expect(receipt.movement.note == "box 7")
    let book = try #require(try await shop.store.book(key))
    #expect(book.count == 5)
    #expect(book.title == "Emma")
    #expect(book.timestamp == receipt.book.timestamp)
    let movements = try await shop.store.movements(of: key, limit: 10)
    #expect(movements.map(\.reason) == [.received, .opening])
    #expect(movements.first == receipt.movement)
  }

  @Test func `taking more than is there is refused with the number that is there`() async throws {
    let shop = try TestShop()
    let key = try StockKey.numbered(1)
    _ = try await shop.store.add(Book(key: key, title: "Emma", count: 2))
    let refused = try await refusal { try await shop.store.move(key, by: -3, reason: .sold) }
    guard case .belowZero(let book, let taking) = refused else {
      Issue.record("refused for another reason: \(refused)")
      return
    }
    #expect(book.count == 2)
    #expect(taking == 3)
    #expect(try await shop.store.book(key)?.count == 2)
    #expect(try await shop.store.movements(of: nil, limit: 10).count == 1)
  }

  @Test func `an unknown book and a quantity out of range are refused`() async throws {
    let shop = try TestShop()
    let key = try StockKey.numbered(1)
    #expect(
      try await refusal { try await shop.store.move(key, by: 1, reason: .received) }
        == .unknownBook(key))
    _ = try await shop.store.add(Book(key: key))
    for change in [0, 10_000, -10_000] {
      #expect(
        try await refusal { try await shop.store.move(key, by: change, reason: .received) }
          == .quantityOverLimit(change))
    }
  }

  @Test func `an old negative count loads, and adding to it is never refused`() async throws {
    let shop = try TestShop()
    let key = try StockKey.numbered(1)
    _ = try await shop.database.reference(withPath: "BarCode/\(key)")
      .setValue(["title": "Old", "count": -2])
    #expect(try await shop.store.book(key)?.count == -2)
    #expect(try await shop.store.move(key, by: 1, reason: .found).book.count == -1)
    let refused = try await refusal { try await shop.store.move(key, by: -1, reason: .sold) }
    guard case .belowZero = refused else {
      Issue.record("refused for another reason: \(refused)")
      return
    }
    #expect(try await shop.store.check().isContent)
  }

  @Test func `a count that an old tree holds as text is not started from nothing`() async throws {
    let shop = try TestShop()
    let key = try StockKey.numbered(1)
    _ = try await shop.database.reference(withPath: "BarCode/\(key)")
      .setValue(["title": "Old", "count": "3"])
    let receipt = try await shop.store.move(key, by: 2, reason: .received)
    #expect(receipt.movement.old == 3)
    #expect(receipt.movement.new == 5)
    #expect(try await shop.store.book(key)?.count == 5)
    #expect(try await shop.store.check().isContent)
  }

  @Test func `desks that change one book at once lose nothing`() async throws {
    let shop = try TestShop()
    let key = try StockKey.numbered(1)
    _ = try await shop.store.add(Book(key: key, title: "Emma", count: 0))
    let desks = try (1...4).map { try shop.desk("desk-\($0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for desk in desks {
        group.addTask {
          for _ in 0..<25 { _ = try await desk.store.move(key, by: 2, reason: .received) }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await shop.store.book(key)?.count == 200)
    #expect(try await shop.store.movements(of: key, limit: 1000).count == 101)
    #expect(try await shop.store.check().isContent)
  }
}
