/// A child that a query found: where it stands and what it holds.
public struct Child: Sendable, Hashable {
  /// Where it stands in the query's order.
  public let place: Place
  /// What it holds, whole.
  public let node: Node

  /// Creates a child.
  public init(place: Place, node: Node) {
    self.place = place
    self.node = node
  }

  /// Creates the child of an order.
  public init(key: Key, node: Node, under ordering: Ordering) {
    self.init(place: Place(of: node, key: key, under: ordering), node: node)
  }

  /// Its key.
  public var key: Key { place.key }
}
