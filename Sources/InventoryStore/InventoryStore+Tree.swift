public import JSONTree
import RealtimeDatabase

/// The tree beneath the shop, for those who look at it or repair it by hand.
extension InventoryStore {
  /// The value at a path.
  ///
  /// What clients that have gone left to be written is written before.
  public func tree(at path: Path) async throws -> Node {
    try await settle()
    return try await reading { try $0.node(at: path) }
  }

  /// The children that a query asks for.
  ///
  /// What clients that have gone left to be written is written before.
  public func tree(_ query: Query) async throws -> [Child] {
    try await settle()
    return try await reading { try $0.children(of: query) }
  }

  /// Waits for what stands in the line of writes, on-disconnect writes of others among it: a read
  /// by reference has its place in that line.
  public func settle() async throws {
    do {
      _ = try await database.reference(withPath: ".info/connected").getData()
    } catch {
      throw StoreTrouble.wrapping(error)
    }
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
