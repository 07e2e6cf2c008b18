/// A tree: nothing, a value, or children by key; values and parents may have a priority.
///
/// Nothing is written nowhere: a child that is `empty` is no child, and a parent without children
/// is `empty` (Firebase: null is absence). Build nodes with `init(_:priority:)`, literals and
/// `setting(_:at:)`, which keep that form; a `branch` without children reads as `empty`.
public enum Node: Sendable {
  /// Nothing is there.
  case empty
  /// A value.
  case leaf(Scalar, priority: Scalar? = nil)
  /// Children; never none.
  case branch(Children, priority: Scalar? = nil)

  /// Creates a parent of children in any order; without any it is `empty`.
  ///
  /// Of two children with one key the later stands.
  public init(_ pairs: [(Key, Node)], priority: Scalar? = nil) {
    self.init(Children(pairs), priority: priority)
  }

  /// Creates a parent; without children it is `empty`.
  public init(_ children: Children, priority: Scalar? = nil) {
    self = children.isEmpty ? .empty : .branch(children, priority: priority)
  }

  /// Whether nothing is there.
  public var isEmpty: Bool {
    switch self {
    case .empty: true
    case .leaf: false
    case .branch(let children, _): children.isEmpty
    }
  }

  /// The value of a leaf.
  public var scalar: Scalar? {
    if case .leaf(let scalar, _) = self { scalar } else { nil }
  }

  /// The children; none for a leaf and for nothing.
  public var children: Children {
    if case .branch(let children, _) = self { children } else { Children() }
  }

  /// The priority, if it has one.
  public var priority: Scalar? {
    switch self {
    case .empty: nil
    case .leaf(_, let priority): priority
    case .branch(let children, let priority): children.isEmpty ? nil : priority
    }
  }

  /// The text, when it is one.
  public var string: String? {
    if case .leaf(.string(let text), _) = self { text } else { nil }
  }

  /// The number, when it is a whole one of 64 bits.
  public var integer: Int64? { scalar?.integer }

  /// The number as a double, when it is a number.
  public var double: Double? { scalar?.double }

  /// The truth value, when it is one; 0 and 1 are none.
  public var bool: Bool? {
    if case .leaf(.bool(let value), _) = self { value } else { nil }
  }

  /// The child with that key; `empty` when there is none.
  ///
  /// A literal reads as a path, which may name a deeper place too.
  @_disfavoredOverload
  public subscript(key: Key) -> Node {
    if case .branch(let children, _) = self { children[key] ?? .empty } else { .empty }
  }

  /// What stands at a place below; `empty` when nothing does.
  public subscript(path: Path) -> Node {
    var node = self
    for key in path.keys {
      guard case .branch(let children, _) = node, let child = children[key] else { return .empty }
      node = child
    }
    return node
  }
}

// MARK: - Changing

extension Node {
  /// The same tree with another node at a key.
  @_disfavoredOverload
  public func setting(_ node: Node, at key: Key) -> Node {
    switch self {
    case .empty:
      node.isEmpty ? .empty : Node(Children([(key, node)]))
    case .leaf(_, let priority):
      node.isEmpty ? self : Node(Children([(key, node)]), priority: priority)
    case .branch(let children, let priority):
      Node(children.setting(node, at: key), priority: priority)
    }
  }

  /// The same tree with another node at a place.
  ///
  /// Writing below a value turns it into a parent with its priority; writing nothing below a value
  /// changes nothing. Parents left without children vanish, with their priorities, as in Firebase.
  public func setting(_ node: Node, at path: Path) -> Node {
    var above: [Node] = []
    above.reserveCapacity(path.keys.count)
    var current = self
    for key in path.keys {
      above.append(current)
      current = current[key]
    }
    if node.isEmpty, current.isEmpty { return self }
    var result = node.isEmpty ? .empty : node
    for (key, parent) in zip(path.keys, above).reversed() {
      result = parent.setting(result, at: key)
    }
    return result
  }

  /// The same node with another priority; nothing has none.
  public func settingPriority(_ priority: Scalar?) -> Node {
    switch self {
    case .empty: .empty
    case .leaf(let scalar, _): .leaf(scalar, priority: priority)
    case .branch(let children, _): Node(children, priority: priority)
    }
  }

  /// The children as a list, when the array rule makes one of them.
  ///
  /// All keys are plain decimal numbers and the highest is less than twice the number of children;
  /// missing ones are `empty`. Firebase: arrays in a snapshot's value.
  public var list: [Node]? {
    guard case .branch(let children, _) = self, let last = children.lastKey?.listIndex,
      last < 2 * children.count
    else { return nil }
    var result = [Node](repeating: .empty, count: last + 1)
    for (key, node) in children {
      guard let index = key.listIndex, index <= last else { return nil }
      result[index] = node
    }
    return result
  }
}

extension Key {
  /// The place in a list that the key names: "0", or digits without a leading zero.
  var listIndex: Int? {
    guard let value = integer, value >= 0 else { return nil }
    if name.utf8.first == 0x30 { return name.utf8.count == 1 ? 0 : nil }
    return name.utf8.first == 0x2D ? nil : Int(value)
  }
}

// MARK: - Equality

extension Node: Hashable {
  public static func == (left: Node, right: Node) -> Bool {
    switch (left, right) {
    case (.leaf(let one, let first), .leaf(let other, let second)):
      one == other && first == second
    case (.branch(let one, let first), .branch(let other, let second)):
      one == other && (first == second || one.isEmpty)
    case (.empty, _), (_, .empty): left.isEmpty && right.isEmpty
    case (.leaf, .branch), (.branch, .leaf): false
    }
  }

  public func hash(into hasher: inout Hasher) {
    if isEmpty {
      hasher.combine(0 as UInt8)
      return
    }
    switch self {
    case .empty: break
    case .leaf(let scalar, let priority):
      hasher.combine(1 as UInt8)
      hasher.combine(scalar)
      hasher.combine(priority)
    case .branch(let children, let priority):
      hasher.combine(2 as UInt8)
      hasher.combine(children)
      hasher.combine(priority)
    }
  }
}

// MARK: - Literals

extension Node: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .empty }
  public init(booleanLiteral value: Bool) { self = .leaf(.bool(value)) }
  public init(integerLiteral value: Int64) { self = .leaf(.integer(value)) }
  public init(floatLiteral value: Double) { self = .leaf(.double(value)) }
  public init(stringLiteral value: String) { self = .leaf(.string(value)) }

  /// Creates a parent whose keys are 0, 1, 2, …; empty elements leave a hole.
  public init(arrayLiteral elements: Node...) { self.init(list: elements) }

  public init(dictionaryLiteral pairs: (Key, Node)...) { self.init(pairs) }

  /// Creates a parent whose keys are 0, 1, 2, …; empty elements leave a hole.
  public init(list: some Sequence<Node>) {
    self.init(list.enumerated().map { (Key(unchecked: String($0.offset)), $0.element) })
  }
}
