/// What a write carries: a tree that may hold server values.
public enum Draft: Sendable, Hashable {
  /// A tree without server values; `.node(.empty)` deletes.
  case node(Node)
  /// A value with a priority that is a server value.
  case leaf(Scalar, priority: PriorityDraft)
  /// A server value.
  case server(ServerValue, priority: PriorityDraft = .absent)
  /// Children, some of which hold server values.
  case branch([Key: Draft], priority: PriorityDraft = .absent)

  /// The draft that deletes.
  public static let empty = Draft.node(.empty)

  /// The server value `timestamp`.
  public static let timestamp = Draft.server(.timestamp)

  /// The server value that adds to the number that is there.
  public static func increment(_ amount: Scalar) -> Draft { .server(.increment(amount)) }
}

extension Draft {
  /// The tree that is written, given what stood there before.
  ///
  /// An increment counts from the value at its own place in `existing`, although the whole is
  /// replaced, as in Firebase. `reading` gives what stood at any place before the write;
  /// `milliseconds` since 1970 is the write's time.
  public func resolved(
    over existing: Node, reading: (Path) -> Node, at milliseconds: Int64
  ) -> Node {
    switch self {
    case .node(let node): return node
    case .leaf(let scalar, let priority):
      let priority = priority.resolved(over: existing, reading: reading, at: milliseconds)
      return .leaf(scalar, priority: priority)
    case .server(let value, let priority):
      let scalar = value.resolved(over: existing.scalar, reading: reading, at: milliseconds)
      let priority = priority.resolved(over: existing, reading: reading, at: milliseconds)
      return .leaf(scalar, priority: priority)
    case .branch(let children, let priority):
      let nodes = children.map { key, child in
        (key, child.resolved(over: existing[key], reading: reading, at: milliseconds))
      }
      let priority = priority.resolved(over: existing, reading: reading, at: milliseconds)
      return Node(nodes, priority: priority)
    }
  }

  /// The tree, when it holds no server value.
  public var node: Node? {
    switch self {
    case .node(let node): return node
    case .server: return nil
    case .leaf(let scalar, let priority):
      switch priority {
      case .absent: return .leaf(scalar)
      case .scalar(let priority): return .leaf(scalar, priority: priority)
      case .server: return nil
      }
    case .branch(let children, let priority):
      var pairs: [(Key, Node)] = []
      for (key, child) in children {
        guard let node = child.node else { return nil }
        pairs.append((key, node))
      }
      switch priority {
      case .absent: return Node(pairs)
      case .scalar(let priority): return Node(pairs, priority: priority)
      case .server: return nil
      }
    }
  }
}

// MARK: - Literals

extension Draft: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .node(.empty) }
  public init(booleanLiteral value: Bool) { self = .node(.leaf(.bool(value))) }
  public init(integerLiteral value: Int64) { self = .node(.leaf(.integer(value))) }
  public init(floatLiteral value: Double) { self = .node(.leaf(.double(value))) }
  public init(stringLiteral value: String) { self = .node(.leaf(.string(value))) }

  public init(dictionaryLiteral pairs: (Key, Draft)...) {
    self = .branch(Dictionary(pairs) { _, later in later })
  }
}
