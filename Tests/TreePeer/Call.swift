import RealtimeDatabase

/// One call by Firebase's names, which traps when it is a programmer error: `{"method":…,…}`.
///
/// `child` with `arg`; `set` with `path` and `value`, or with `valueKey` for a child of a repeated
/// name (`{"repeat":…,"count":…}`); `setPriority` with `path` and `value`; `update` with `path` and
/// `values`; `query` with `constraints`, each a list of a name and its arguments.
struct Call {
  private let object: [String: Any]
  private let method: String

  /// Reads a call; a member that is not known is refused.
  init(_ value: Any) throws {
    guard let object = value as? [String: Any], let method = object["method"] as? String,
      let known = Call.members[method]
    else { throw RequestError("no call: \(value)") }
    let unknown = Set(object.keys).subtracting(known).subtracting(["method"])
    guard unknown.isEmpty else { throw RequestError("unknown \(unknown.sorted())") }
    self.object = object
    self.method = method
  }

  private static let members: [String: Set<String>] = [
    "child": ["arg"], "set": ["path", "value", "valueKey"], "setPriority": ["path", "value"],
    "update": ["path", "values"], "query": ["constraints"],
  ]

  /// Makes the call.
  func make(on root: DatabaseReference) throws {
    switch method {
    case "child": _ = root.child(try member("arg") as String)
    case "set": root.child(try path).setValue(try value())
    case "setPriority": root.child(try path).setPriority(try member("value") as Any)
    case "update": root.child(try path).updateChildValues(try member("values") as [String: Any])
    default:
      let constraints = try (member("constraints") as [[Any]]).map { step in
        guard let name = step.first as? String else { throw RequestError("no step: \(step)") }
        return Constraint(name, Array(step.dropFirst()))
      }
      // All before the first is applied: behind one that traps, none would be looked at.
      for constraint in constraints { try constraint.check() }
      _ = try constraints.reduce(root as DatabaseQuery) { try $1.applied(to: $0) }
    }
  }

  private var path: String { get throws { try member("path") } }

  private func value() throws -> Any {
    let value: Any = try member("value")
    guard object["valueKey"] != nil else { return value }
    let key: [String: Any] = try member("valueKey")
    guard key.count == 2, let text = key["repeat"] as? String, let count = key["count"] as? Int
    else { throw RequestError("no key: \(key)") }
    return [String(repeating: text, count: count): value]
  }

  private func member<Value>(_ name: String) throws -> Value {
    guard let value = object[name] as? Value else {
      throw RequestError("\(name) is missing or of another kind")
    }
    return value
  }
}
