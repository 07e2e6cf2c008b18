extension Query {
  /// The lower end of the range as bytes.
  package var lowerBytes: BoundBytes? { lower?.bytes(isLower: true, under: ordering) }

  /// The upper end of the range as bytes.
  package var upperBytes: BoundBytes? { upper?.bytes(isLower: false, under: ordering) }

  /// The query's range, ready to test many children.
  package var range: QueryRange { QueryRange(lower: lowerBytes, upper: upperBytes) }

  /// Whether a child at that place lies in the range; the limit is not looked at.
  public func contains(_ place: Place) -> Bool {
    range.contains(place)
  }

  /// Where a child stands in the query's order.
  public func place(of node: Node, key: Key) -> Place {
    Place(of: node, key: key, under: ordering)
  }

  /// The children of a node that the query asks for, in its order.
  ///
  /// `node` is what stands at the query's own path. Sorts all children: O(n log n).
  public func select(from node: Node) -> [Child] {
    let range = range
    var children: [Child] = []
    for (key, child) in node.children {
      let place = place(of: child, key: key)
      if range.contains(place) { children.append(Child(place: place, node: child)) }
    }
    if ordering != .key { children.sort { $0.place < $1.place } }
    switch limit {
    case nil: return children
    case .first(let count): return Array(children.prefix(count))
    case .last(let count): return Array(children.suffix(count))
    }
  }

  /// What a snapshot of the query holds when `node` stands at its path.
  ///
  /// With a bound or a limit a leaf gives nothing, and the node's own priority is left out.
  /// Firebase: 5.4.
  public func applied(to node: Node) -> Node {
    guard isFiltered else { return node }
    return Node(select(from: node).map { ($0.key, $0.node) })
  }
}
