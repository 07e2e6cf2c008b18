public import Inventory

/// What a check of database and ledger found.
public struct StockReport: Sendable, Hashable {
  /// A count that is not what its movements say.
  public struct Drift: Sendable, Hashable {
    public let key: StockKey
    /// What the record says.
    public let count: Int
    /// The `old` of the book's first movement and the sum of its changes.
    public let expected: Int
  }

  public let books: Int
  public let movements: Int
  /// Faults of the database itself: structure, lists against records.
  public let findings: [String]
  public let drifts: [Drift]

  /// Whether nothing is wrong.
  public var isContent: Bool { findings.isEmpty && drifts.isEmpty }
}
