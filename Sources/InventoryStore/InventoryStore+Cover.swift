public import Inventory
import JSONTree
import RealtimeDatabase

/// Covers beside the ledger: an icon is no count, so it makes no movement and no timestamp.
///
/// A removed book's record is kept with its icon, and `undo` brings both back; so the picture stays
/// until nothing of the record is kept.
extension InventoryStore {
  /// The cover of a book; refused when it is not in stock.
  public func cover(of key: StockKey) async throws -> BookCover {
    let read = try await reading { reader -> BookCover? in
      guard try !reader.node(at: Places.book(key)).isEmpty else { return nil }
      return try Self.cover(of: key, from: reader)
    }
    guard let read else { throw Refusal.unknownBook(key) }
    return read
  }

  /// Gives a book another cover, or none, in one write; refused when it is not in stock.
  ///
  /// With `old` only if that is still its cover: otherwise nothing changes, and it is false.
  @discardableResult
  public func setCover(
    _ cover: BookCover, of key: StockKey, insteadOf old: BookCover? = nil
  ) async throws -> Bool {
    let icon = Places.book(key).child(Field.icon)
    var guards: [Guard] = [.present(Places.book(key))]
    if let old { guards.append(.unchanged(icon, old.iconNode)) }
    if let old, old.mark != nil { guards.append(.unchanged(Places.cover(key), old.markNode)) }
    do {
      _ = try await write(
        [(icon, .node(cover.iconNode)), (Places.cover(key), .node(cover.markNode))], guards)
      return true
    } catch is LostRace {
      guard try await book(key) != nil else { throw Refusal.unknownBook(key) }
      return false
    }
  }

  /// Forgets what is known of the cover of a book that has gone for good.
  public func forgetCover(of key: StockKey) async throws {
    do {
      _ = try await write([(Places.cover(key), .node(.empty))], [.absent(Places.book(key))])
    } catch is LostRace {
      // It is in stock again.
    }
  }

  /// A book's cover, and again after every change by any desk; none while it is not in stock.
  public func watchCover(of key: StockKey) -> AsyncStream<Live<BookCover>> {
    live { [self] yield in
      for try await _ in database.reference(at: Places.cover(key)).changes() {
        yield(try await reading { try Self.cover(of: key, from: $0) })
      }
    }
  }

  private static func cover(
    of key: StockKey, from reader: any TreeReader
  ) throws -> BookCover {
    BookCover(
      icon: try reader.node(at: Places.book(key).child(Field.icon)),
      mark: try reader.node(at: Places.cover(key)))
  }
}
