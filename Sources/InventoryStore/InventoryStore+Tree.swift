public import JSONTree
import RealtimeDatabase

/// The tree beneath the shop, for those who look at it or repair it by hand.
extension InventoryStore {
  /// The value at a path.
  public func tree(at path: Path) async throws -> Node {
    try await reading { try $0.node(at: path) }
  }

  /// The children that a query asks for.
  public func tree(_ query: Query) async throws -> [Child] {
    try await reading { try $0.children(of: query) }
  }

  /// Writes to the tree as it is told, past the ledger; `check` finds counts changed this way.
  public func write(_ write: Write) async throws {
    do {
      try await database.commit(write)
    } catch {
      throw StoreTrouble.wrapping(error)
    }
  }
}
