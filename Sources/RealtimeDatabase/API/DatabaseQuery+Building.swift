import JSONTree

/// Orders, ranges and limits.
///
/// What Firebase forbids traps with a sentence; `Query` is the same, throwing. A bound is a text, a
/// number, a Boolean or nil (which stands for "nothing there").
extension DatabaseQuery {
  /// The query in the order of the value at a path below each child.
  public func queryOrdered(byChild key: String) -> DatabaseQuery {
    building { query throws(TreeSyntaxError) in
      try query.ordered(by: .child(try Ordering.path(key)))
    }
  }

  /// The query in key order.
  public func queryOrderedByKey() -> DatabaseQuery {
    building { query throws(TreeSyntaxError) in try query.ordered(by: .key) }
  }

  /// The query in the order of the children's own values.
  public func queryOrderedByValue() -> DatabaseQuery {
    building { query throws(TreeSyntaxError) in try query.ordered(by: .value) }
  }

  /// The query in the order of priorities, which is also that of a query without an order.
  public func queryOrderedByPriority() -> DatabaseQuery {
    building { query throws(TreeSyntaxError) in try query.ordered(by: .priority) }
  }

  /// The query's children from a value on.
  public func queryStarting(atValue value: Any?) -> DatabaseQuery {
    queryStarting(atValue: value, childKey: nil)
  }

  /// The query's children from a value on, and among those of that value from a key on.
  public func queryStarting(atValue value: Any?, childKey: String?) -> DatabaseQuery {
    building { query throws(TreeSyntaxError) in
      try query.starting(at: try Self.bound(value), key: try childKey.map(Self.key))
    }
  }

  /// The query's children behind a value.
  public func queryStarting(afterValue value: Any?) -> DatabaseQuery {
    queryStarting(afterValue: value, childKey: nil)
  }

  /// The query's children behind a value, or behind a key among those of that value.
  public func queryStarting(afterValue value: Any?, childKey: String?) -> DatabaseQuery {
    building { query throws(TreeSyntaxError) in
      try query.starting(after: try Self.bound(value), key: try childKey.map(Self.key))
    }
  }

  /// The query's children up to a value.
  public func queryEnding(atValue value: Any?) -> DatabaseQuery {
    queryEnding(atValue: value, childKey: nil)
  }

  /// The query's children up to a value, and among those of that value up to a key.
  public func queryEnding(atValue value: Any?, childKey: String?) -> DatabaseQuery {
    building { query throws(TreeSyntaxError) in
      try query.ending(at: try Self.bound(value), key: try childKey.map(Self.key))
    }
  }

  /// The query's children below a value.
  public func queryEnding(beforeValue value: Any?) -> DatabaseQuery {
    queryEnding(beforeValue: value, childKey: nil)
  }

  /// The query's children below a value, or below a key among those of that value.
  public func queryEnding(beforeValue value: Any?, childKey: String?) -> DatabaseQuery {
    building { query throws(TreeSyntaxError) in
      try query.ending(before: try Self.bound(value), key: try childKey.map(Self.key))
    }
  }

  /// The query's children of one value.
  public func queryEqual(toValue value: Any?) -> DatabaseQuery {
    queryEqual(toValue: value, childKey: nil)
  }

  /// The query's child of one value and one key.
  public func queryEqual(toValue value: Any?, childKey: String?) -> DatabaseQuery {
    building { query throws(TreeSyntaxError) in
      try query.equal(to: try Self.bound(value), key: try childKey.map(Self.key))
    }
  }

  /// The query's first children, 1 to 2,147,483,647.
  public func queryLimited(toFirst limit: UInt) -> DatabaseQuery {
    building { query throws(TreeSyntaxError) in
      try query.limited(toFirst: Int(clamping: limit))
    }
  }

  /// The query's last children, 1 to 2,147,483,647; still in ascending order.
  public func queryLimited(toLast limit: UInt) -> DatabaseQuery {
    building { query throws(TreeSyntaxError) in
      try query.limited(toLast: Int(clamping: limit))
    }
  }

  private func building(
    _ call: StaticString = #function, _ step: (Query) throws(TreeSyntaxError) -> Query
  ) -> DatabaseQuery {
    DatabaseQuery(database, trapping(call) { () throws(TreeSyntaxError) in try step(query) })
  }

  private static func key(_ name: String) throws(TreeSyntaxError) -> Key {
    try Key(name)
  }

  /// Reads a bound of a query from a Swift or Foundation value.
  static func bound(_ value: Any?) throws(TreeSyntaxError) -> Scalar? {
    switch try Draft(bridging: value) {
    case .node(.empty): nil
    case .node(.leaf(let scalar, nil)): scalar
    case .node, .leaf, .server, .branch:
      throw TreeSyntaxError(.badQuery, "A bound is a text, a number, a Boolean or null.")
    }
  }
}
