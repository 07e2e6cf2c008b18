import JSONTree
import RealtimeDatabase
import TreePeer

/// A query as a case writes it: `{"orderByChild":"v","startAt":2,"limitToFirst":3}`, a bound with a
/// key as `{"value":…,"key":…}`; applied in this order.
struct QueryForm: Sendable {
  private let members: [CaseValue.Member]

  private static let bounds: Set = ["startAt", "startAfter", "endAt", "endBefore", "equalTo"]
  private static let flags: Set = ["orderByKey", "orderByValue", "orderByPriority"]
  private static let limits: Set = ["limitToFirst", "limitToLast"]

  /// Reads a query; a member that is not known is refused.
  init(_ value: CaseValue) throws {
    let known = Self.bounds.union(Self.flags).union(Self.limits).union(["orderByChild"])
    let fields = try CaseFields(value, "query", known: known)
    for flag in Self.flags where fields[flag] != nil {
      guard try fields.bool(flag) else { throw CaseError("query: \(flag) is not true") }
    }
    _ = try fields.optional("orderByChild") { $0.text }
    for limit in Self.limits { _ = try fields.optional(limit) { $0.integer } }
    for bound in Self.bounds {
      guard let value = fields[bound], value.members != nil else { continue }
      let pair = try CaseFields(value, bound, known: ["value", "key"])
      _ = (try pair.value("value"), try pair.text("key"))
    }
    members = value.members ?? []
    _ = try members.reduce(Query(.root)) { try Self.checked($0, $1) }
  }

  /// The query with one more step; what Firebase forbids throws.
  private static func checked(_ query: Query, _ member: CaseValue.Member) throws -> Query {
    let key = try member.value["key"]?.text.map { try Key($0) }
    let value = key == nil ? member.value : member.value["value"] ?? .null
    switch member.name {
    case "orderByKey": return try query.ordered(by: .key)
    case "orderByValue": return try query.ordered(by: .value)
    case "orderByPriority": return try query.ordered(by: .priority)
    case "orderByChild": return try query.ordered(by: .child(Ordering.path(value.text ?? "")))
    case "limitToFirst": return try query.limited(toFirst: Int(value.integer ?? 0))
    case "limitToLast": return try query.limited(toLast: Int(value.integer ?? 0))
    case "startAt": return try query.starting(at: try value.bound(), key: key)
    case "startAfter": return try query.starting(after: try value.bound(), key: key)
    case "endAt": return try query.ending(at: try value.bound(), key: key)
    case "endBefore": return try query.ending(before: try value.bound(), key: key)
    default: return try query.equal(to: try value.bound(), key: key)
    }
  }

  /// The query of a place.
  func query(of place: DatabaseReference) throws -> DatabaseQuery {
    try members.reduce(place as DatabaseQuery) { try Self.constraint($1).applied(to: $0) }
  }

  /// The list that the file may keep for the query of a place; an order by key needs none.
  func list(of path: String) throws -> OrderedList? {
    let ordering: Ordering
    switch members.first(where: { $0.name.hasPrefix("orderBy") })?.name {
    case "orderByKey": return nil
    case "orderByValue": ordering = .value
    case "orderByChild": ordering = .child(try Path(text("orderByChild")))
    default: ordering = .priority
    }
    return OrderedList(try Path(path), by: ordering)
  }

  private func text(_ name: String) -> String {
    members.first { $0.name == name }?.value.text ?? ""
  }

  private static func constraint(_ member: CaseValue.Member) -> Constraint {
    if flags.contains(member.name) { return Constraint(member.name, []) }
    if let value = member.value["value"], let key = member.value["key"] {
      return Constraint(member.name, [value.any, key.any])
    }
    return Constraint(member.name, [member.value.any])
  }
}

extension QueryForm {
  /// The query of a place, which is the place itself without a form.
  static func query(_ form: QueryForm?, of place: DatabaseReference) throws -> DatabaseQuery {
    try form?.query(of: place) ?? place
  }
}
