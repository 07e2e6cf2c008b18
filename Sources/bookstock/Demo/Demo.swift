import Foundation
import Inventory
import InventoryStore
import RealtimeDatabase

/// The small stock of `--demo`, in a temporary place.
enum Demo {
  static func makePlace() throws -> String {
    var template = Array("\(NSTemporaryDirectory())/bookstock-demo-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw StoreTrouble(
        code: .cannotOpen, sentence: "A temporary folder for the demo cannot be made.")
    }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  static func remove(_ place: String) {
    try? FileManager.default.removeItem(atPath: place)
  }

  /// Puts the demo's books in stock, as one import.
  static func fill(_ shop: Shop) throws {
    var draft = ImportDraft()
    draft.rows = DemoBook.all.compactMap { book in
      guard let isbn = ISBN(book.isbn) else { return nil }
      var row = ImportRow(key: StockKey(isbn))
      row.title = book.title
      row.author = book.author
      row.publisher = book.publisher
      row.price = book.price
      row.currency = book.currency
      row.shelf = book.shelf
      row.minimum = book.minimum
      row.count = book.count
      return row
    }
    let rows = draft
    _ = try Bookstock.finish { try await shop.store.apply(rows, mode: .set) }
    try Bookstock.finish { await shop.database.close() }
  }
}
