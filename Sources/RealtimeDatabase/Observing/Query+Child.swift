import JSONTree

extension Query {
  /// The child of a key if the query's place holds one inside the bounds, whatever the limit.
  func child(_ key: Key, reading reader: some TreeReader) throws -> Child? {
    bounded(key, try reader.node(at: path.child(key)))
  }

  /// The child of a key if a node holds one inside the bounds, whatever the limit.
  func child(_ key: Key, in node: Node) -> Child? {
    bounded(key, node[key])
  }

  private func bounded(_ key: Key, _ node: Node) -> Child? {
    if node.isEmpty { return nil }
    let child = Child(key: key, node: node, under: ordering)
    return contains(child.place) ? child : nil
  }
}
