import Inventory
import InventoryStore
import JSONTree
import TestSupport
import Testing

@Suite struct ShelfTests {
  private static let titles = [
    "Émile", "emma", "Eva", "紅樓夢", "西遊記", "Ärger", "zoo", "Álbum", "2001", "כתר", "Emma II", "",
  ]

  private func filled() async throws -> TestShop {
    let shop = try TestShop()
    for (number, title) in ShelfTests.titles.enumerated() {
      _ = try await shop.store.add(
        Book(key: StockKey.numbered(number), title: title, count: number * 7 % 5))
    }
    return shop
  }

  private func first(_ shop: TestShop, _ request: ShelfRequest) async throws -> ShelfPage {
    for await live in shop.store.shelf(request) {
      switch live {
      case .value(let page): return page
      case .trouble(let trouble): throw trouble
      }
    }
    throw NotRefused()
  }

  @Test(arguments: SortField.allCases, [false, true])
  func `a window is a piece of the sorted stock`(sort: SortField, descending: Bool) async throws {
    let shop = try await filled()
    let all = try await shop.store.books(sort: sort, descending: descending)
    #expect(all.count == ShelfTests.titles.count)
    for size in [1, 3, 12, 20] {
      let top = try await first(
        shop, ShelfRequest(sort: sort, descending: descending, anchor: .first, after: size))
      #expect(top.rows.map(\.book) == Array(all.prefix(size)))
      #expect(top.total == all.count)
      #expect(!top.hasEarlier)
      #expect(top.hasLater == (size < all.count))
      let bottom = try await first(
        shop, ShelfRequest(sort: sort, descending: descending, anchor: .last, after: size))
      #expect(bottom.rows.map(\.book) == Array(all.suffix(size)))
      #expect(bottom.hasEarlier == (size < all.count))
    }
    for (index, book) in all.enumerated() {
      let page = try await first(
        shop,
        ShelfRequest(
          sort: sort, descending: descending, anchor: .book(book.key), before: 2, after: 3))
      let wanted = all[max(0, index - 2)..<min(all.count, index + 3)]
      #expect(page.rows.map(\.book) == Array(wanted), "around \(book.title)")
      #expect(page.hasEarlier == (index > 2))
      #expect(page.hasLater == (index + 3 < all.count))
    }
  }

  @Test func `titles sort without regard to case and accents`() async throws {
    let shop = try await filled()
    let titles = try await shop.store.books(sort: .title).map(\.title)
    #expect(
      titles.filter { $0.lowercased().hasPrefix("e") || $0.hasPrefix("É") }
        == ["Émile", "emma", "Emma II", "Eva"])
  }

  @Test func `a filter finds words, beginnings and numbers`() async throws {
    let shop = try await filled()
    #expect(
      try await shop.store.books(sort: .title, filter: "emm").map(\.title) == ["emma", "Emma II"])
    #expect(try await shop.store.books(sort: .title, filter: "樓夢").map(\.title) == ["紅樓夢"])
    #expect(try await shop.store.books(sort: .title, filter: "nothing").isEmpty)
    let isbn = try StockKey.numbered(4).displayed
    #expect(try await shop.store.books(sort: .title, filter: isbn).map(\.title) == ["西遊記"])
    let page = try await first(shop, ShelfRequest(filter: "emma", after: 1))
    #expect(page.total == 2)
    #expect(page.rows.map(\.book.title) == ["emma"])
    #expect(page.hasLater)
  }

  @Test func `any beginning of a number finds what begins with it`() async throws {
    let shop = try TestShop()
    let numbers = [
      "9780306406157", "9783150009901", "9783161484100", "9791090636071", "9790260000438",
      "9788535902778", "979", "9783", "97831500990", "2147483647", "2147483648",
    ]
    for number in numbers {
      try await shop.store.write(
        Write.set(Path([Key("BarCode"), Key(number)]), ["title": "T", "count": 1]))
    }
    for number in numbers {
      for length in 3...number.count {
        let text = String(number.prefix(length))
        let found = try await shop.store.books(sort: .isbn, filter: text).map(\.key.text)
        // A whole number of up to ten digits is found by all of it: its beginnings are others.
        let isText = { (name: String) in name.count > 10 || name == "2147483648" }
        let wanted = numbers.filter { $0 == text || (isText($0) && $0.hasPrefix(text)) }
        #expect(Set(found) == Set(wanted), "\(text)")
      }
    }
  }

  @Test func `another desk's change reaches the window, the totals and the book`() async throws {
    let shop = try await filled()
    let other = try shop.desk("desk-2")
    let key = try StockKey.numbered(3)
    var pages = shop.store.shelf(ShelfRequest(after: 20)).makeAsyncIterator()
    var totals = shop.store.totals().makeAsyncIterator()
    var books = shop.store.watch(key).makeAsyncIterator()
    let copies = (0..<ShelfTests.titles.count).reduce(0) { $0 + $1 * 7 % 5 }
    #expect(await totals.next() == .value(Totals(titles: 12, copies: copies)))
    guard case .value(let before) = await books.next() else { throw NotRefused() }
    _ = await pages.next()
    _ = try await other.store.move(key, by: 9, reason: .received)
    guard case .value(let after) = await books.next() else { throw NotRefused() }
    #expect(after?.count == (before?.count ?? 0) + 9)
    #expect(await totals.next() == .value(Totals(titles: 12, copies: copies + 9)))
    while case .value(let page)? = await pages.next() {
      if page.rows.contains(where: { $0.book.key == key && $0.book.count == after?.count }) {
        return
      }
    }
    Issue.record("the window never showed the change")
  }
}
