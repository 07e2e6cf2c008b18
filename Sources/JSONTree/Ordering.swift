/// What siblings are sorted by; ties always go by key.
public enum Ordering: Sendable, Hashable {
  /// By key alone.
  ///
  /// Firebase: `queryOrderedByKey`.
  case key
  /// By the child's own value.
  ///
  /// Firebase: `queryOrderedByValue`.
  case value
  /// By priority, the order of a query that names none.
  ///
  /// Firebase: `queryOrderedByPriority`.
  case priority
  /// By the value at a path below each child.
  ///
  /// Firebase: `queryOrdered(byChild:)`.
  case child(Path)
  /// As `child`, but texts without their case, accents and width: as people sort titles.
  case folded(Path)

  /// Reads an order in the spelling of Firebase's REST API: `$key`, `$value`, `$priority`, a path.
  public init(_ text: String) throws(TreeSyntaxError) {
    switch text {
    case "$key": self = .key
    case "$value": self = .value
    case "$priority": self = .priority
    default: self = .child(try Ordering.path(text))
    }
  }

  /// Reads the path of an order by child.
  ///
  /// `$key`, `$value`, `$priority`, the root and bad paths are refused. Firebase: programmer errors
  /// of `queryOrdered(byChild:)`.
  public static func path(_ text: String) throws(TreeSyntaxError) -> Path {
    let path = try Path(text)
    try Ordering.child(path).check()
    return path
  }

  /// Refuses an order by a child that cannot be one.
  func check() throws(TreeSyntaxError) {
    switch self {
    case .key, .value, .priority: return
    case .child(let path), .folded(let path):
      if path.isRoot || path.isInfo {
        throw TreeSyntaxError(.badQuery, "An order by child needs the path of a child.")
      }
    }
  }
}

extension Ordering: CustomStringConvertible {
  public var description: String {
    switch self {
    case .key: "$key"
    case .value: "$value"
    case .priority: "$priority"
    case .child(let path): String(path.description.dropFirst())
    case .folded(let path): "folded(\(path.description.dropFirst()))"
    }
  }
}
