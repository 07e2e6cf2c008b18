/// Where a child stands in an order: its order bytes, then its key.
///
/// A place stays meaningful when the child is gone: it still lies between its neighbours.
public struct Place: Sendable, Hashable, Comparable {
  /// The order bytes of what the order compares; empty in the order by key.
  public let sort: SortKey
  /// The child's key.
  public let key: Key

  /// Creates a place.
  public init(sort: SortKey, key: Key) {
    self.sort = sort
    self.key = key
  }

  /// The place of a child in an order.
  public init(of node: Node, key: Key, under ordering: Ordering) {
    self.init(sort: SortKey(of: node, under: ordering), key: key)
  }

  public static func < (left: Place, right: Place) -> Bool {
    if left.sort != right.sort { return left.sort < right.sort }
    return left.key < right.key
  }
}
