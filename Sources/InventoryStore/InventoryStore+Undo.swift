import Inventory
import JSONTree
import RealtimeDatabase

extension InventoryStore {
  /// How far back a desk's last movement is looked for: a day of eight busy desks.
  static let undoReach = 50_000

  /// Takes back this desk's last movement that is not yet undone.
  ///
  /// Undo is itself a movement. A removal puts the record back, a fix its old fields, an import
  /// everything it did; what would leave fewer than none is refused.
  public func undo() async throws -> Receipt {
    for _ in 0..<InventoryStore.attempts {
      guard let last = try await lastUndoable() else { throw Refusal.nothingToUndo }
      do {
        if let session = last.session, last.reason == .import {
          return try await undoImport(session, last: last)
        }
        return try await commit(try await act(undoing: last), undone: last)
      } catch is LostRace {
        continue
      }
    }
    throw Refusal.nothingToUndo
  }

  /// The newest movement of this desk that is neither undone nor an undo.
  private func lastUndoable() async throws -> Movement? {
    let desk = desk.name
    return try await reading { reader in
      var reached = 0
      var earliest: Place?
      while reached < InventoryStore.undoReach {
        let page = try reader.window(
          of: Places.inKeyOrder(Places.movements), from: earliest.map(WindowAnchor.place) ?? .last,
          before: 200, after: 0)
        guard let first = page.first else { return nil }
        for child in page.reversed() where child.node[Field.undone].isEmpty {
          if let movement = Movement(id: child.key, node: child.node), movement.desk == desk,
            movement.reason != .undo
          {
            return movement
          }
        }
        if first.place == earliest { return nil }
        earliest = first.place
        reached += page.count
      }
      return nil
    }
  }

  /// The write that takes one movement back, from what is there now.
  private func act(undoing last: Movement) async throws -> Act {
    let act = try Key(last.id)
    let (record, kept) = try await reading { reader in
      (try reader.node(at: Places.book(last.key)), try reader.node(at: Places.kept(act, last.key)))
    }
    return try Reversal(
      of: last, record: record, kept: Kept(node: kept), keptAt: Places.kept(act, last.key),
      by: desk, at: seconds
    ).act(id: newID())
  }
}
