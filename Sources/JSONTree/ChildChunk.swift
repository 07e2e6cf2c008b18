/// Some children of a node, keys beside nodes, in key order.
///
/// Apart, because nodes of one kind have the same keys: the nodes that `KeyCache` has helped to
/// decode share one array of them, so that a record costs no keys to make, compare or let go.
struct ChildChunk: Sendable {
  private(set) var keys: ContiguousArray<Key>
  private(set) var nodes: ContiguousArray<Node>

  /// Creates an empty one with room for so many children.
  init(capacity: Int = 0) {
    keys = []
    nodes = []
    if capacity > 0 {
      keys.reserveCapacity(capacity)
      nodes.reserveCapacity(capacity)
    }
  }

  /// Creates one of keys and their nodes, as many of each.
  init(keys: ContiguousArray<Key>, nodes: ContiguousArray<Node>) {
    self.keys = keys
    self.nodes = nodes
  }

  var count: Int { nodes.count }
  var isEmpty: Bool { nodes.isEmpty }

  subscript(index: Int) -> Children.Element { (keys[index], nodes[index]) }

  /// Appends a child; its place is not looked at.
  @inline(__always)
  mutating func append(_ key: Key, _ node: Node) {
    keys.append(key)
    nodes.append(node)
  }

  /// A part of the children.
  func part(_ range: Range<Int>) -> ChildChunk {
    ChildChunk(keys: ContiguousArray(keys[range]), nodes: ContiguousArray(nodes[range]))
  }

  /// The first position whose key is not before `key`.
  func slot(of key: Key) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      // The heads tell most keys apart, without touching their texts.
      let head = keys[middle].head
      let isBefore = head == key.head ? keys[middle] < key : head < key.head
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The node at a key; nil when there is none.
  func node(at key: Key) -> Node? {
    let index = slot(of: key)
    guard index < keys.count, keys[index] == key else { return Node?.none }
    return nodes[index]
  }

  /// The same children with another node at a key; an empty one removes the child.
  func setting(_ node: Node, at key: Key) -> ChildChunk {
    var result = self
    let index = slot(of: key)
    let isThere = index < keys.count && keys[index] == key
    switch (isThere, node.isEmpty) {
    case (true, true):
      result.keys.remove(at: index)
      result.nodes.remove(at: index)
    case (true, false): result.nodes[index] = node
    case (false, true): break
    case (false, false):
      result.keys.insert(key, at: index)
      result.nodes.insert(node, at: index)
    }
    return result
  }
}

// MARK: - Order

extension ChildChunk {
  /// More children than these are sorted by the library's sort; fewer by insertion, which for a
  /// record of six fields takes a third of the time.
  private static let fewChildren = 24

  /// Whether the keys are sorted, without doubles, and no node is empty.
  var isNormal: Bool {
    for index in nodes.indices {
      if nodes[index].isEmpty || (index > 0 && !(keys[index - 1] < keys[index])) { return false }
    }
    return true
  }

  /// The children sorted; of two with one key the later stands, then empty ones fall.
  func normal() -> ChildChunk {
    var result = ChildChunk(capacity: count)
    var last: Int?
    for index in order() {
      if let last, keys[last] == keys[index] {
        result.nodes[result.count - 1] = nodes[index]
      } else {
        result.append(keys[index], nodes[index])
      }
      last = index
    }
    guard result.nodes.contains(where: \.isEmpty) else { return result }
    var filled = ChildChunk(capacity: result.count)
    for index in result.nodes.indices where !result.nodes[index].isEmpty {
      filled.append(result.keys[index], result.nodes[index])
    }
    return filled
  }

  /// The positions in key order, earlier ones first among those of one key.
  private func order() -> ContiguousArray<Int> {
    var order = ContiguousArray(keys.indices)
    guard count <= ChildChunk.fewChildren else {
      order.sort { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }
      return order
    }
    for index in keys.indices.dropFirst() {
      var hole = index
      while hole > 0, keys[index] < keys[order[hole - 1]] {
        order[hole] = order[hole - 1]
        hole -= 1
      }
      order[hole] = index
    }
    return order
  }
}

extension ChildChunk: Equatable {
  static func == (left: ChildChunk, right: ChildChunk) -> Bool {
    // Arrays that are one and the same are equal without a look at their elements.
    left.keys == right.keys && left.nodes == right.nodes
  }
}
