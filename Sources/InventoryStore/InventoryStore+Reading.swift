public import Inventory
import JSONTree
import RealtimeDatabase

extension InventoryStore {
  /// The stock in an order, filtered and limited; for the command line, not for the screen.
  public func books(
    sort: SortField, descending: Bool = false, filter: String = "", limit: Int? = nil
  ) async throws -> [Book] {
    let query = sort.query
    let most = limit ?? .max
    if !filter.isEmpty {
      let found = try await found(filter, under: sort.ordering)
      return (descending ? found.reversed() : found).prefix(most).compactMap(Book.init)
    }
    return try await reading { reader in
      if descending, let limit {
        let last = try reader.window(of: query, from: .last, before: limit, after: 0)
        return last.reversed().compactMap(Book.init)
      }
      var books: [Book] = []
      try reader.whileChildren(of: query) { child in
        if let book = Book(child) { books.append(book) }
        return descending || books.count < most
      }
      return descending ? books.reversed() : books
    }
  }

  /// The last movements, newest first; of one book or of all.
  public func movements(of key: StockKey?, limit: Int) async throws -> [Movement] {
    let query = InventoryStore.movements(of: key)
    return try await reading { reader in
      try reader.window(of: query, from: .last, before: limit, after: 0).reversed()
        .compactMap { Movement(id: $0.key, node: $0.node) }
    }
  }

  /// The movements of one book, or all, oldest first.
  static func movements(of key: StockKey?) -> Query {
    guard let key else { return Places.inKeyOrder(Places.movements) }
    let byBook = Places.query(Places.movements, .child(Path([Field.isbn])))
    do {
      return try byBook.equal(to: .string(key.text))
    } catch {
      preconditionFailure("A query by a text is always legal: \(error.reason)")
    }
  }
}

extension Book {
  /// The book that a child of `/BarCode` is; nil for a key that no stock key can be.
  init?(_ child: Child) {
    guard let key = StockKey(child.key.name) else { return nil }
    self.init(key: key, node: child.node)
  }
}

extension SortField {
  /// Sorting on the screen: titles in folded order, numbers by value, ISBNs as keys.
  var ordering: Ordering {
    switch self {
    case .title: .folded(Path([Field.title]))
    case .isbn: .key
    case .count: .child(Path([Field.count]))
    case .timestamp: .child(Path([Field.timestamp]))
    }
  }

  var query: Query { Places.query(Places.books, ordering) }
}
