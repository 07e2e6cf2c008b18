import Inventory
import InventoryStore
import TextUI

/// The commands that only read: list and history.
enum ListCommands {
  /// More rows than any shop prints; keeps a typing mistake from asking for the impossible.
  static let limit = 1...10_000_000

  static let all = [
    Command(
      "list", "", 0...0, "list the stock",
      [
        Option("--sort", "FIELD", "title, isbn, count or timestamp (title)"),
        Option("--descending", nil, "largest first"),
        Option("--filter", "TEXT", "only books with these words, or this beginning of an ISBN"),
        Option("--limit", "N", "at most N books"),
      ], run: list),
    Command(
      "history", "", 0...0, "list the movements, newest first",
      [
        Option("--isbn", "ISBN", "only of this book"),
        Option("--limit", "N", "at most N movements (50)"),
      ], run: history),
  ]

  private static func list(_ call: Invocation) async throws -> Int32 {
    var field = SortField.title
    if let name = call["--sort"] {
      guard let known = SortField(rawValue: name) else {
        let names = SortField.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("Sort by one of \(names), not “\(printable(name))”.")
      }
      field = known
    }
    let limit = try call.number("--limit", limit)
    let shop = try Shop(call.settings)
    let books = try await shop.store.books(
      sort: field, descending: call.has("--descending"), filter: call["--filter"] ?? "",
      limit: limit)
    if call.output.json {
      call.output.documents(books.map(Document.book))
    } else {
      for book in books { call.output.line(Wording.row(of: book)) }
    }
    return 0
  }

  private static func history(_ call: Invocation) async throws -> Int32 {
    let limit = try call.number("--limit", limit) ?? 50
    let shop = try Shop(call.settings)
    var key: StockKey?
    if let text = call["--isbn"] { key = try await shop.stockKey(text) }
    let movements = try await shop.store.movements(of: key, limit: limit)
    if call.output.json {
      call.output.documents(movements.map(Document.movement))
    } else {
      for movement in movements { call.output.line(Wording.row(of: movement)) }
    }
    return 0
  }
}
