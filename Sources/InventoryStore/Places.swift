package import Inventory
package import JSONTree

/// Every place of the shop's tree, in one file.
///
/// `/BarCode/<isbn13>` is the tree of the original app and stays readable by it. Beside it stand
/// the movements (every change of a count), what an act replaced (kept for undo), what is known of
/// covers, and the format number.
package enum Places {
  /// The books: one child a stock key.
  package static let books: Path = "BarCode"
  /// The ledger: one child a movement, named by a push id, so in order of time.
  package static let movements: Path = "Movements"
  /// What remove, fix and import replaced, by the id of the act and the stock key.
  package static let kept: Path = "Kept"
  /// What is known of the books' covers: one child a stock key.
  package static let covers: Path = "Covers"

  package static func book(_ key: StockKey) -> Path { books.child(name(key)) }
  package static func count(_ key: StockKey) -> Path { book(key).child(Field.count) }
  package static func timestamp(_ key: StockKey) -> Path { book(key).child(Field.timestamp) }
  package static func cover(_ key: StockKey) -> Path { covers.child(name(key)) }
  package static func movement(_ id: Key) -> Path { movements.child(id) }
  package static func kept(_ act: Key) -> Path { kept.child(act) }
  package static func kept(_ act: Key, _ key: StockKey) -> Path { kept.child(act).child(name(key)) }

  /// A query for all children of a place in key order.
  package static func inKeyOrder(_ path: Path) -> Query { query(path, .key) }

  /// A query for all children of a place in an order of ours, which is always a legal one.
  package static func query(_ path: Path, _ ordering: Ordering) -> Query {
    do {
      return try Query(path).ordered(by: ordering)
    } catch {
      preconditionFailure("\(path) cannot be ordered by \(ordering): \(error.reason)")
    }
  }

  /// The child key of a book; a `StockKey` is a legal key by construction.
  package static func name(_ key: StockKey) -> Key {
    do {
      return try Key(key.text)
    } catch {
      preconditionFailure("The stock key \(key.text) is no legal key: \(error.reason)")
    }
  }
}

/// The names of a book's and a movement's children.
package enum Field {
  package static let isbn: Key = "isbn"
  package static let title: Key = "title"
  package static let url: Key = "url"
  package static let icon: Key = "icon"
  package static let count: Key = "count"
  package static let timestamp: Key = "timestamp"
  package static let author: Key = "author"
  package static let publisher: Key = "publisher"
  package static let price: Key = "price"
  package static let currency: Key = "currency"
  package static let shelf: Key = "shelf"
  package static let minimum: Key = "minimum"
  package static let note: Key = "note"
  package static let counted: Key = "counted"

  /// What a fix may change: every field but the ISBN, which is the key.
  package static let ofBook = [
    title, url, icon, count, timestamp, author, publisher, price, currency, shelf, minimum, note,
    counted,
  ]

  package static let change: Key = "change"
  package static let old: Key = "old"
  package static let new: Key = "new"
  package static let reason: Key = "reason"
  package static let desk: Key = "desk"
  package static let user: Key = "user"
  package static let at: Key = "at"
  package static let undoes: Key = "undoes"
  package static let undone: Key = "undone"
  package static let session: Key = "session"

  package static let before: Key = "before"
  package static let fields: Key = "fields"
  package static let movement: Key = "movement"

  package static let origin: Key = "origin"
  package static let generation: Key = "generation"
}
