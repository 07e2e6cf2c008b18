import Inventory
package import InventoryStore

extension World {
  /// The world over a real store; `now` is the desk's clock in milliseconds since 1970.
  package static func live(
    store: InventoryStore, now: @escaping @Sendable () -> Int64
  ) -> World {
    World(
      move: { try await store.move($0, by: $1, reason: $2) },
      add: { try await store.add($0) },
      fix: { try await store.fix($0, $1) },
      remove: { try await store.remove($0) },
      undo: { try await store.undo() },
      book: { try await store.book($0) },
      shelf: { store.shelf($0) },
      totals: { store.totals() },
      watch: { store.watch($0) },
      recent: { store.recent(of: $0, limit: $1) },
      now: now,
      localTime: { LocalTime(milliseconds: $0) },
      desk: store.desk.name)
  }
}
