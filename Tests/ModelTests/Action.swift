/// One thing that is done to a database, and that the naive tree knows the outcome of.
enum Action: Hashable, Sendable {
  /// A write, by the program of that number; 0 is the one that observes.
  case write([NaiveTree.Step], by: Int)
  /// A transaction that adds a number to what is there, or gives up where that is no number.
  case transaction(NaiveTree.Place, adding: Int)
  case observe(Int, NaiveQuery)
  case unobserve(Int)
  case get(NaiveQuery)
}

extension Action: CustomStringConvertible {
  var description: String {
    switch self {
    case .write(let steps, let writer):
      "write by \(writer): " + steps.map(\.description).joined(separator: "; ")
    case .transaction(let place, let delta):
      "transaction /\(place.joined(separator: "/")) +\(delta)"
    case .observe(let number, let query): "observe \(number): \(query)"
    case .unobserve(let number): "unobserve \(number)"
    case .get(let query): "get \(query)"
    }
  }
}

extension NaiveTree.Step: CustomStringConvertible {
  var place: NaiveTree.Place {
    switch self {
    case .set(let place, _), .increment(let place, _), .priority(let place, _): place
    }
  }

  var description: String {
    let path = "/" + place.joined(separator: "/")
    switch self {
    case .set(_, let tree): return "\(path) = \(tree)"
    case .increment(_, let delta): return "\(path) += \(delta.plain)"
    case .priority(_, let priority): return "\(path) priority \(priority.map { "\($0)" } ?? "-")"
    }
  }
}
