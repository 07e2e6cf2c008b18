/// Puts children together one after another; those that come in key order are not moved again.
package struct ChildrenBuilder {
  /// Three quarters of a piece: it can grow before it must be cut.
  static let pieceCount = Limits.chunk * 3 / 4

  private var full = ContiguousArray<ChildChunk>()
  private var open: ChildChunk
  /// Whether they came in key order, without doubles, none empty.
  private var isNormal = true

  /// Creates one with room for so many children.
  package init(capacity: Int = 0) {
    open = ChildChunk(capacity: min(capacity, ChildrenBuilder.pieceCount))
  }

  /// The number of children appended.
  var count: Int { full.count * ChildrenBuilder.pieceCount + open.count }

  /// Appends a child, after or before all others.
  @inline(__always)
  package mutating func append(_ key: Key, _ node: Node) {
    if open.count == ChildrenBuilder.pieceCount { beginPiece() }
    let last = open.keys.last ?? full.last?.keys.last
    if node.isEmpty || !(last.map { $0 < key } ?? true) { isNormal = false }
    open.append(key, node)
  }

  private mutating func beginPiece() {
    full.append(open)
    open = ChildChunk(capacity: ChildrenBuilder.pieceCount)
  }

  /// The children; of two with one key the later stands, empty ones fall.
  package func finish() -> Children {
    if isNormal {
      if full.isEmpty { return Children(storage: .small(open)) }
      return Children(storage: .large(Children.Pieces(full + CollectionOfOne(open))))
    }
    var all = ChildChunk(capacity: count)
    forEach { all.append($0, $1) }
    return Children(sorted: all.normal())
  }

  /// Visits the children as they were appended.
  func forEach(_ body: (Key, Node) -> Void) {
    for chunk in full + CollectionOfOne(open) {
      for index in chunk.nodes.indices { body(chunk.keys[index], chunk.nodes[index]) }
    }
  }
}
