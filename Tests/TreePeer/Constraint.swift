package import RealtimeDatabase

/// One step by which a query is built, named as Firebase's web library names it.
package struct Constraint {
  /// The step: `orderByChild`, `startAt`, `limitToFirst` and so on.
  package let name: String
  /// What the step is given: a path, or a value and perhaps a key, or a number.
  package let arguments: [Any?]

  package init(_ name: String, _ arguments: [Any?]) {
    self.name = name
    self.arguments = arguments
  }

  private static let bounds: Set = ["startAt", "startAfter", "endAt", "endBefore", "equalTo"]

  /// Refuses a step that is not known, or whose arguments are of another kind.
  ///
  /// So a list of steps can be read whole before the first of them may trap.
  package func check() throws {
    let isKnown =
      switch (name, arguments.count) {
      case ("orderByKey", 0), ("orderByValue", 0), ("orderByPriority", 0): true
      case ("orderByChild", 1): arguments[0] is String
      case ("limitToFirst", 1), ("limitToLast", 1): arguments[0] is Int
      case (let bound, 1): Constraint.bounds.contains(bound)
      case (let bound, 2): Constraint.bounds.contains(bound) && arguments[1] is String
      default: false
      }
    guard isKnown else {
      throw RequestError("an unknown step of a query: \(name) \(arguments)")
    }
  }

  /// The query with the step; what Firebase forbids traps.
  package func applied(to query: DatabaseQuery) throws -> DatabaseQuery {
    switch (name, arguments.count) {
    case ("orderByKey", 0): return query.queryOrderedByKey()
    case ("orderByValue", 0): return query.queryOrderedByValue()
    case ("orderByPriority", 0): return query.queryOrderedByPriority()
    case ("orderByChild", 1): return query.queryOrdered(byChild: try text(0))
    case ("limitToFirst", 1): return query.queryLimited(toFirst: try count())
    case ("limitToLast", 1): return query.queryLimited(toLast: try count())
    case (_, 1): return try bounded(query, by: arguments[0])
    case (_, 2): return try bounded(query, by: arguments[0], try text(1))
    default: throw RequestError("an unknown step of a query: \(name) \(arguments)")
    }
  }

  private func bounded(_ query: DatabaseQuery, by value: Any?) throws -> DatabaseQuery {
    switch name {
    case "startAt": return query.queryStarting(atValue: value)
    case "startAfter": return query.queryStarting(afterValue: value)
    case "endAt": return query.queryEnding(atValue: value)
    case "endBefore": return query.queryEnding(beforeValue: value)
    case "equalTo": return query.queryEqual(toValue: value)
    default: throw RequestError("an unknown step of a query: \(name)")
    }
  }

  private func bounded(
    _ query: DatabaseQuery, by value: Any?, _ key: String
  ) throws -> DatabaseQuery {
    switch name {
    case "startAt": return query.queryStarting(atValue: value, childKey: key)
    case "startAfter": return query.queryStarting(afterValue: value, childKey: key)
    case "endAt": return query.queryEnding(atValue: value, childKey: key)
    case "endBefore": return query.queryEnding(beforeValue: value, childKey: key)
    case "equalTo": return query.queryEqual(toValue: value, childKey: key)
    default: throw RequestError("an unknown step of a query: \(name)")
    }
  }

  private func text(_ index: Int) throws -> String {
    guard let text = arguments[index] as? String else {
      throw RequestError("\(name): no text: \(arguments)")
    }
    return text
  }

  /// The limit; one below zero becomes the great number that it is as an unsigned one.
  private func count() throws -> UInt {
    guard let count = arguments[0] as? Int else {
      throw RequestError("\(name): no number: \(arguments)")
    }
    return UInt(bitPattern: count)
  }
}
