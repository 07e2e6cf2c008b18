extension TreeStore {
  /// Changes what a client leaves to be written when it goes; durable when it returns.
  ///
  /// The client must hold its lock (`ClientFolder`). Costs one transaction.
  package func change(_ change: WillChange, of client: ClientID) throws(StoreError) {
    try write { (writer) throws(StoreError) in try writer.change(change, of: client) }
  }

  /// Gives a client's will to another client, which has none yet: a client whose lock file was
  /// deleted takes a new name.
  package func moveWill(from client: ClientID, to other: ClientID) throws(StoreError) {
    try write { (writer) throws(StoreError) in try writer.moveWill(from: client, to: other) }
  }

  /// The clients that have wills.
  package func clientsWithWills() throws(StoreError) -> [ClientID] {
    _ = try reopenIfReplaced()
    return try write { (writer) throws(StoreError) in try writer.wills.clients() }
  }

  /// Whether a client has a will.
  package func hasWill(_ client: ClientID) throws(StoreError) -> Bool {
    _ = try reopenIfReplaced()
    return try write { (writer) throws(StoreError) in try writer.wills.count(of: client) > 0 }
  }

  /// Makes the writes of a client's will, server values resolved now, and removes it: once, however
  /// many call it.
  ///
  /// All of it is one write and one transaction. If that is too large, each step is one of its own.
  /// A step that can never be written is removed without having been made, so that it neither
  /// blocks the others nor is tried for ever; the caller says so.
  package func executeWill(of client: ClientID) -> WillExecution {
    do throws(StoreError) {
      _ = try reopenIfReplaced()
      return try write { (writer) throws(StoreError) in
        writer.executeWill(of: client, at: options.clock)
      }
    } catch {
      return WillExecution(failure: error)
    }
  }
}
