import Covers
import Foundation
import Inventory
import InventoryStore
import ObjectStorage
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

  /// Puts the demo's books in stock, as one import, and covers that are drawn for them.
  static func fill(_ shop: Shop, _ settings: Settings) throws {
    let storage = try StoragePlace.open(settings)
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
      row.icon = object(of: book, in: storage).description
      return row
    }
    let rows = draft
    _ = try Bookstock.finish {
      _ = try await shop.store.apply(rows, mode: .set)
      try await draw(in: storage)
    }
    try Bookstock.finish { await shop.database.close() }
  }

  private static func object(of book: DemoBook, in storage: Storage) -> StorageReference {
    storage.reference().child(Covers.folder).child(book.isbn + ".jpg")
  }

  /// Draws the covers and puts them into the storage, all at once, for they share commits.
  private static func draw(in storage: Storage) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for book in DemoBook.all {
        group.addTask {
          let metadata = StorageMetadata()
          metadata.contentType = "image/jpeg"
          metadata.customMetadata = ["origin": "drawn"]
          _ = try await object(of: book, in: storage).putDataAsync(
            Data(DemoCover.jpeg(of: book.isbn)), metadata: metadata)
        }
      }
      try await group.waitForAll()
    }
  }
}
