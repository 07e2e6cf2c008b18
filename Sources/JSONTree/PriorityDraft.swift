/// The priority that a write carries.
public enum PriorityDraft: Sendable, Hashable {
  /// No priority.
  case absent
  /// A number or a text.
  case scalar(Scalar)
  /// A server value; an increment counts from the old priority.
  case server(ServerValue)

  /// Creates a priority of a value; nil is none.
  public init(_ scalar: Scalar?) {
    self = scalar.map { .scalar($0) } ?? .absent
  }

  /// The priority, given what stood there before.
  public func resolved(
    over existing: Node, reading: (Path) -> Node, at milliseconds: Int64
  ) -> Scalar? {
    switch self {
    case .absent: nil
    case .scalar(let scalar): scalar
    case .server(let value):
      value.resolved(over: existing.priority, reading: reading, at: milliseconds)
    }
  }
}
