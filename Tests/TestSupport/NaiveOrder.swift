package import JSONTree

/// The orders as they are defined, slow and plain: what the order bytes must equal.
package enum NaiveOrder {
  package static func compare<T: Comparable>(_ left: T, _ right: T) -> Int {
    left < right ? -1 : (right < left ? 1 : 0)
  }

  package static func texts(_ left: String, _ right: String) -> Int {
    let (one, other) = (Array(left.utf16), Array(right.utf16))
    for (unit, otherUnit) in zip(one, other) where unit != otherUnit {
      return compare(unit, otherUnit)
    }
    return compare(one.count, other.count)
  }

  package static func integer(_ name: String) -> Int? {
    guard name.utf16.count <= 11 else { return nil }
    let digits = name.utf8.first == 0x2D ? name.utf8.dropFirst() : name.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    guard let value = Int(name), Int32(exactly: value) != nil else { return nil }
    return value
  }

  package static func keys(_ left: String, _ right: String) -> Int {
    switch (integer(left), integer(right)) {
    case (nil, nil): return texts(left, right)
    case (nil, _): return 1
    case (_, nil): return -1
    case (let one?, let other?):
      if one != other { return compare(one, other) }
      if left.utf16.count != right.utf16.count {
        return compare(left.utf16.count, right.utf16.count)
      }
      return texts(left, right)
    }
  }

  package static func numbers(_ left: Scalar, _ right: Scalar) -> Int {
    switch (left, right) {
    case (.integer(let one), .integer(let other)): return compare(one, other)
    case (.double(let one), .double(let other)): return compare(one, other)
    case (.integer(let one), .double(let other)):
      if other >= 0x1p63 { return -1 }
      if other < -0x1p63 { return 1 }
      let whole = other.rounded(.down)
      if one != Int64(whole) { return compare(one, Int64(whole)) }
      return whole < other ? -1 : 0
    case (.double, .integer): return -numbers(right, left)
    case (.bool, _), (.string, _), (_, .bool), (_, .string): return 0
    }
  }

  package static func values(_ left: Node, _ right: Node) -> Int {
    func rank(_ node: Node) -> Int {
      switch node {
      case .empty: return 0
      case .leaf(.bool(false), _): return 1
      case .leaf(.bool(true), _): return 2
      case .leaf(.integer, _), .leaf(.double, _): return 3
      case .leaf(.string, _): return 4
      case .branch: return 5
      }
    }
    if rank(left) != rank(right) { return compare(rank(left), rank(right)) }
    guard let one = left.scalar, let other = right.scalar else { return 0 }
    if case .string(let one) = one, case .string(let other) = other { return texts(one, other) }
    return numbers(one, other)
  }

  package static func children(
    _ left: (key: Key, node: Node), _ right: (key: Key, node: Node), _ ordering: Ordering
  ) -> Int {
    let order: Int
    switch ordering {
    case .key: order = 0
    case .value: order = values(left.node, right.node)
    case .child(let path): order = values(left.node[path], right.node[path])
    case .priority:
      order = values(
        left.node.priority.map { .leaf($0) } ?? .empty,
        right.node.priority.map { .leaf($0) } ?? .empty)
    case .folded(let path):
      func folded(_ node: Node) -> Node {
        node.string.map { .leaf(.string(Folding.folded($0))) } ?? node
      }
      order = values(folded(left.node[path]), folded(right.node[path]))
    }
    return order != 0 ? order : keys(left.key.name, right.key.name)
  }
}
