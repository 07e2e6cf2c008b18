import Inventory
import JSONTree
import RealtimeDatabase

extension InventoryStore {
  /// Takes a whole import back: its new books go, changed ones get their fields and counts back.
  func undoImport(_ session: String, last: Movement) async throws -> Receipt {
    let act = try Key(session)
    let parts = try await parts(of: act)
    var steps: [(Path, Draft)] = []
    var guards: [Guard] = []
    var receipt: Act?
    for part in parts {
      let undo = try Reversal(
        of: part.movement, record: part.record, kept: part.kept,
        keptAt: Places.kept(act, part.movement.key), by: desk, at: seconds
      ).act(id: newID())
      steps += undo.steps
      guards += undo.guards
      if part.movement.id == last.id { receipt = undo }
    }
    guard let receipt else { throw Refusal.nothingToUndo }
    let commit = try await write(steps, guards)
    let written = commit.changes.first { $0.path == Places.movement(receipt.id) }?.new ?? .empty
    guard let movement = Movement(id: receipt.id, node: written) else {
      throw StoreTrouble(code: .corrupt, sentence: "The undo of an import cannot be read back.")
    }
    var book = Book(key: receipt.key, node: receipt.record)
    book.count = movement.new
    return Receipt(movement: movement, book: book, undone: last, books: parts.count)
  }

  /// A book's part in an import, and the book as it is now.
  private struct Part {
    let movement: Movement
    let kept: Kept
    let record: Node
  }

  private func parts(of act: Key) async throws -> [Part] {
    try await reading { reader in
      var parts: [Part] = []
      try reader.forEachChild(of: Places.inKeyOrder(Places.kept(act))) { child in
        guard let key = StockKey(child.key.name), let kept = Kept(node: child.node),
          let id = kept.movement.flatMap({ try? Key($0) })
        else { return }
        let node = try reader.node(at: Places.movement(id))
        guard let movement = Movement(id: id, node: node) else { return }
        parts.append(
          Part(movement: movement, kept: kept, record: try reader.node(at: Places.book(key))))
      }
      return parts
    }
  }
}
