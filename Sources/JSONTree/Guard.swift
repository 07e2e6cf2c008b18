/// What must be so for a write to be applied; tested in the same moment.
public enum Guard: Sendable, Hashable {
  /// Nothing is there.
  case absent(Path)
  /// Something is there.
  case present(Path)
  /// A number is there and is not less.
  case atLeast(Path, Int64)
  /// What is there equals what was read.
  case unchanged(Path, Node)

  /// The place that is looked at.
  public var path: Path {
    switch self {
    case .absent(let path), .present(let path), .atLeast(let path, _), .unchanged(let path, _):
      path
    }
  }

  /// Whether it is so, when `node` stands at `path`.
  public func holds(for node: Node) -> Bool {
    switch self {
    case .absent: return node.isEmpty
    case .present: return !node.isEmpty
    case .unchanged(_, let expected): return node == expected
    case .atLeast(_, let least):
      switch node.scalar {
      case .integer(let value): return value >= least
      case .double(let value): return !(value < Double(least)) && !value.isNaN
      case .bool, .string, nil: return false
      }
    }
  }
}
