/// Every single change of an expected value, at any depth, each of which makes it another value.
extension CaseValue {
  var alterations: [CaseValue] {
    switch self {
    case .null: return [.integer(7), .text("null")]
    case .bool(let value): return [.bool(!value), .integer(value ? 1 : 0)]
    case .integer(let value):
      return [.integer(value &+ 1), .text("\(value)")] + (value == 1 ? [.bool(true)] : [])
    case .number(let value): return [.number(value * 2 + 1)]
    case .text(let text): return [.text(text + "~"), .text("~" + text), .null]
    case .list(let items): return Self.alterations(of: items)
    case .object(let members): return Self.alterations(of: members)
    }
  }

  private static func alterations(of items: [CaseValue]) -> [CaseValue] {
    var results = items.indices.flatMap { index in
      items[index].alterations.map { CaseValue.list(items.replacing(index, by: $0)) }
    }
    results += items.indices.map { index in
      var fewer = items
      fewer.remove(at: index)
      return .list(fewer)
    }
    // Another of the same kind, so that the form of the list stays what it was.
    let isText = items.allSatisfy { $0.text != nil }
    results.append(.list(items + [isText ? .text("~") : .integer(99)]))
    return results + exchanges(of: items).map(CaseValue.list)
  }

  /// The lists in which two neighbours that differ have changed places.
  static func exchanges(of items: [CaseValue]) -> [[CaseValue]] {
    items.indices.dropFirst().compactMap { index in
      guard items[index] != items[index - 1] else { return nil }
      var exchanged = items
      exchanged.swapAt(index, index - 1)
      return exchanged
    }
  }

  /// A member that is null says nothing that its absence would not, so none is made null.
  private static func alterations(of members: [Member]) -> [CaseValue] {
    var results: [CaseValue] = []
    for (index, member) in members.enumerated() {
      for value in member.value.alterations where !value.isNull {
        results.append(
          .object(members.replacing(index, by: Member(name: member.name, value: value))))
      }
      if member.value.isNull { continue }
      var fewer = members
      fewer.remove(at: index)
      results.append(.object(fewer))
      if member.name.hasPrefix(".") { continue }
      let renamed = Member(name: member.name + "~", value: member.value)
      results.append(.object(members.replacing(index, by: renamed)))
    }
    return results + [.object(members + [Member(name: "~new", value: .integer(1))])]
  }

  /// The same object with another value of a member.
  func setting(_ name: String, _ value: CaseValue) -> CaseValue {
    let rest = (members ?? []).filter { $0.name != name }
    return .object(rest + [Member(name: name, value: value)])
  }

  /// The same object without a member.
  func removing(_ name: String) -> CaseValue {
    .object((members ?? []).filter { $0.name != name })
  }
}

extension Array {
  /// The same with another element at a place.
  func replacing(_ index: Int, by element: Element) -> [Element] {
    var result = self
    result[index] = element
    return result
  }
}
