public import Inventory
import JSONTree
public import RealtimeDatabase
import Synchronization

/// The shop's stock in a tree database: every change of a count is one atomic write.
///
/// A change carries the increment, the timestamp and a movement (what, how many, when, which desk,
/// why), all or nothing, under the guard that its id is new; no count is ever computed from a copy.
/// Every method throws `Refusal` (nothing changed) or `StoreTrouble` (the store cannot be used).
public final class InventoryStore: Sendable {
  public let desk: Desk
  package let database: Database
  let now: @Sendable () -> Int64
  private let ids: Mutex<PushID>

  /// The largest count a book may be set to: more copies than any shop holds, far from overflow.
  public static let countLimit = 1_000_000

  /// How often an optimistic write is tried again before the book is left alone (Firebase: 25).
  static let attempts = 25

  /// The lists that the shop's screens and checks read; declared once a database.
  public static let configuration: Database.Configuration = {
    var configuration = Database.Configuration()
    configuration.lists = [
      OrderedList(Places.books, by: .folded(Path([Field.title])), sum: Path([Field.count])),
      OrderedList(Places.books, by: .child(Path([Field.count]))),
      OrderedList(Places.books, by: .child(Path([Field.timestamp]))),
      OrderedList(Places.movements, by: .child(Path([Field.isbn]))),
    ]
    configuration.texts = [
      TextList(Places.books, children: [Path([Field.title]), Path([Field.author])])
    ]
    return configuration
  }()

  /// Makes the store of a shop.
  ///
  /// - Parameters:
  ///   - database: opened with `configuration`.
  ///   - desk: who writes.
  ///   - now: the desk's clock in milliseconds since 1970.
  public init(database: Database, desk: Desk, now: @escaping @Sendable () -> Int64) {
    self.database = database
    self.desk = desk
    self.now = now
    self.ids = Mutex(PushID())
  }

  /// A new id for an act: a push id, so that acts of one desk sort as they happened.
  func newID() -> Key {
    let milliseconds = now()
    return ids.withLock { $0.next(at: milliseconds) }
  }

  /// The desk's clock in whole seconds, as the original app stamps a book.
  var seconds: Int64 { now() / 1000 }

  /// The book under a key, or nil.
  public func book(_ key: StockKey) async throws -> Book? {
    try await reading { reader in
      let node = try reader.node(at: Places.book(key))
      return node.isEmpty ? nil : Book(key: key, node: node)
    }
  }

  /// Reads one frozen revision, with faults in the shop's words.
  func reading<Value: Sendable>(
    _ body: @escaping @Sendable (any TreeReader) throws -> Value
  ) async throws -> Value {
    do {
      return try await database.read(body)
    } catch {
      throw StoreTrouble.wrapping(error)
    }
  }
}
