import Inventory
import InventoryStore
import JSONTree
import RealtimeDatabase
import TestSupport
import Testing

@Suite struct CoverTests {
  private static let red = BookCover(
    icon: "gs://covers/Books/1.jpg", mark: CoverMark(origin: .file, generation: 7))
  private static let green = BookCover(
    icon: "gs://covers/Books/1.jpg", mark: CoverMark(origin: .openLibrary, generation: 8))

  @Test func `a cover is set alone: no movement, no timestamp, no other field`() async throws {
    let shop = try TestShop()
    let key = try StockKey.numbered(1)
    _ = try await shop.store.add(Book(key: key, title: "Emma", count: 5, author: "Austen"))
    var book = try #require(try await shop.store.book(key))
    try await shop.store.setCover(Self.red, of: key)
    book.icon = Self.red.icon
    #expect(try await shop.store.book(key) == book)
    #expect(try await shop.store.cover(of: key) == Self.red)
    #expect(try await shop.store.movements(of: key, limit: 10).count == 1)
    try await shop.store.setCover(BookCover(), of: key)
    book.icon = nil
    #expect(try await shop.store.book(key) == book)
    #expect(try await shop.store.tree(at: "Covers").isEmpty)
    #expect(try await shop.store.check().isContent)
  }

  @Test func `a cover is set instead of the one that was read, or not at all`() async throws {
    let shop = try TestShop()
    let key = try StockKey.numbered(1)
    _ = try await shop.store.add(Book(key: key, title: "Emma", count: 5))
    #expect(try await shop.store.setCover(Self.red, of: key, insteadOf: BookCover()))
    #expect(try await !shop.store.setCover(Self.green, of: key, insteadOf: BookCover()))
    // The same address, and another picture.
    #expect(try await !shop.store.setCover(BookCover(), of: key, insteadOf: Self.green))
    #expect(try await shop.store.cover(of: key) == Self.red)
    #expect(try await shop.store.setCover(Self.green, of: key, insteadOf: Self.red))
    #expect(try await shop.store.cover(of: key) == Self.green)
  }

  @Test func `a book that is not in stock has no cover to set`() async throws {
    let shop = try TestShop()
    let key = try StockKey.numbered(1)
    await #expect(throws: Refusal.unknownBook(key)) { try await shop.store.cover(of: key) }
    await #expect(throws: Refusal.unknownBook(key)) {
      try await shop.store.setCover(Self.red, of: key)
    }
    await #expect(throws: Refusal.unknownBook(key)) {
      try await shop.store.setCover(Self.red, of: key, insteadOf: BookCover())
    }
    #expect(try await shop.store.tree(at: "Covers").isEmpty)
  }

  @Test func `what is known of a picture counts only for the icon it was made for`() async throws {
    let shop = try TestShop()
    let key = try StockKey.numbered(1)
    _ = try await shop.store.add(Book(key: key, title: "Emma", count: 5))
    try await shop.store.setCover(Self.green, of: key)
    var changes = BookChanges()
    changes.icon = "https://shop.example/emma.jpg"
    _ = try await shop.store.fix(key, changes)
    #expect(try await shop.store.cover(of: key) == BookCover(icon: changes.icon))
    _ = try await shop.store.undo()
    #expect(try await shop.store.cover(of: key) == Self.green)
  }

  @Test func `a removed book comes back with its cover`() async throws {
    let shop = try TestShop()
    let key = try StockKey.numbered(1)
    _ = try await shop.store.add(Book(key: key, title: "Emma", count: 5))
    try await shop.store.setCover(Self.red, of: key)
    _ = try await shop.store.remove(key)
    _ = try await shop.store.undo()
    #expect(try await shop.store.cover(of: key) == Self.red)
    try await shop.store.forgetCover(of: key)
    #expect(try await shop.store.cover(of: key) == Self.red)
  }

  @Test func `another desk's new picture at the same address is heard of`() async throws {
    let shop = try TestShop()
    let other = try shop.desk("desk-2")
    let key = try StockKey.numbered(1)
    _ = try await shop.store.add(Book(key: key, title: "Emma", count: 5))
    try await shop.store.setCover(Self.red, of: key)
    var heard: [BookCover] = []
    for await live in shop.store.watchCover(of: key) {
      guard case .value(let cover) = live else { break }
      if heard.last != cover { heard.append(cover) }
      if heard.count == 1 { try await other.store.setCover(Self.green, of: key) }
      if heard.last == Self.green { break }
    }
    #expect(heard == [Self.red, Self.green])
  }

  @Test func `a mark that makes no sense is none`() async throws {
    let shop = try TestShop()
    let key = try StockKey.numbered(1)
    _ = try await shop.store.add(Book(key: key, title: "Emma", icon: "a.jpg", count: 5))
    for value in [5, "x", ["icon": "a.jpg"], ["icon": "a.jpg", "origin": "moon"]] as [Any] {
      _ = try await shop.database.reference(withPath: "Covers/\(key)").setValue(value)
      #expect(try await shop.store.cover(of: key) == BookCover(icon: "a.jpg"))
    }
  }
}
