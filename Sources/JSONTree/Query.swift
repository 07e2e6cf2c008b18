/// Children of one place: in an order, within a range, the first or last of them.
///
/// A query is built step by step from `Query(path)`; steps that Firebase forbids throw.
public struct Query: Sendable {
  /// How many children at most, and from which end.
  public enum Limit: Sendable, Hashable {
    /// The first so many of the range.
    case first(Int)
    /// The last so many of the range.
    case last(Int)

    /// How many.
    public var count: Int {
      switch self {
      case .first(let count), .last(let count): count
      }
    }
  }

  /// The place whose children are asked for.
  public let path: Path
  /// The order; by priority until one is named.
  public private(set) var ordering = Ordering.priority
  /// The lower end of the range; nil when it is open.
  public private(set) var lower: Bound?
  /// The upper end of the range; nil when it is open.
  public private(set) var upper: Bound?
  /// The limit; nil when there is none.
  public private(set) var limit: Limit?

  private var hasOrder = false

  /// Creates the query of all children, by priority.
  public init(_ path: Path) {
    self.path = path
  }

  /// Whether a bound or a limit may leave children out.
  public var isFiltered: Bool { lower != nil || upper != nil || limit != nil }

  /// Whether it is the plain query: no bound, no limit, no order but the default one.
  public var isDefault: Bool { !isFiltered && ordering == .priority }
}

extension Query: Hashable {
  /// Queries are equal when they ask the same; naming the default order changes nothing.
  public static func == (left: Query, right: Query) -> Bool {
    left.path == right.path && left.ordering == right.ordering && left.lower == right.lower
      && left.upper == right.upper && left.limit == right.limit
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(ordering)
    hasher.combine(lower)
    hasher.combine(upper)
    hasher.combine(limit)
  }
}

// MARK: - Building

extension Query {
  /// The query in an order; a second order is refused, and bounds that do not fit it.
  public func ordered(by ordering: Ordering) throws(TreeSyntaxError) -> Query {
    if hasOrder { throw Query.fault("A query has one order.") }
    try ordering.check()
    var query = self
    query.ordering = ordering
    query.hasOrder = true
    try query.check(lower)
    try query.check(upper)
    return query
  }

  /// The query from a value on, and among children of that value from a key on.
  public func starting(at value: Scalar?, key: Key? = nil) throws(TreeSyntaxError) -> Query {
    try bounded(lower: Bound(value: value, key: key))
  }

  /// The query behind a value, or behind a key among children of that value.
  public func starting(after value: Scalar?, key: Key? = nil) throws(TreeSyntaxError) -> Query {
    try bounded(lower: Bound(value: value, key: key, isInclusive: false))
  }

  /// The query up to a value, and among children of that value up to a key.
  public func ending(at value: Scalar?, key: Key? = nil) throws(TreeSyntaxError) -> Query {
    try bounded(upper: Bound(value: value, key: key))
  }

  /// The query below a value, or below a key among children of that value.
  public func ending(before value: Scalar?, key: Key? = nil) throws(TreeSyntaxError) -> Query {
    try bounded(upper: Bound(value: value, key: key, isInclusive: false))
  }

  /// The query of one value, or of one key with that value.
  public func equal(to value: Scalar?, key: Key? = nil) throws(TreeSyntaxError) -> Query {
    let bound = Bound(value: value, key: key)
    return try bounded(lower: bound, upper: bound)
  }

  /// The query's first `count` children: 1 to `Limits.queryLimit`.
  public func limited(toFirst count: Int) throws(TreeSyntaxError) -> Query {
    try limited(to: .first(count))
  }

  /// The query's last `count` children, still ascending: 1 to `Limits.queryLimit`.
  public func limited(toLast count: Int) throws(TreeSyntaxError) -> Query {
    try limited(to: .last(count))
  }

  private func bounded(
    lower: Bound? = nil, upper: Bound? = nil
  ) throws(TreeSyntaxError) -> Query {
    var query = self
    if let lower {
      if self.lower != nil { throw Query.fault("A query's range starts once.") }
      query.lower = lower
      try query.check(lower)
    }
    if let upper {
      if self.upper != nil { throw Query.fault("A query's range ends once.") }
      query.upper = upper
      try query.check(upper)
    }
    return query
  }

  private func limited(to limit: Limit) throws(TreeSyntaxError) -> Query {
    if self.limit != nil { throw Query.fault("A query has one limit.") }
    guard (1...Limits.queryLimit).contains(limit.count) else {
      throw Query.fault("A limit is a number from 1 to \(Limits.queryLimit).")
    }
    var query = self
    query.limit = limit
    return query
  }

  /// Refuses a bound that does not fit the order.
  private func check(_ bound: Bound?) throws(TreeSyntaxError) {
    guard let bound else { return }
    if case .double(let value) = bound.value, !value.isFinite {
      throw Query.fault("A bound is a finite number.")
    }
    switch ordering {
    case .key:
      guard case .string = bound.value, bound.key == nil else {
        throw Query.fault("In the order by key a bound is a text, without a second key.")
      }
    case .priority:
      if case .bool = bound.value {
        throw Query.fault("In the order by priority a bound is a number, a text or null.")
      }
    case .value, .child, .folded: return
    }
  }

  private static func fault(_ reason: String) -> TreeSyntaxError {
    TreeSyntaxError(.badQuery, reason)
  }
}
