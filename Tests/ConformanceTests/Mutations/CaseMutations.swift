/// Cases whose expectations have been made wrong.
enum CaseMutations {
  /// One of them: what was changed, and the case as it then stands.
  struct Mutation: Sendable {
    let what: String
    let object: CaseValue
  }

  /// All of a case, each with one change of what it expects.
  ///
  /// What is not checked when it is missing is not taken away, and nothing is changed into what
  /// means the same.
  static func all(of object: CaseValue, _ kind: RealtimeCase.Kind) -> [Mutation] {
    switch kind {
    case .script: return scripts(object)
    case .normalize, .query, .validate, .url: return members(of: "expect", in: object)
    case .keyOrder, .serverValue, .hash, .pushIdPrefix, .pushIdNext, .path, .pathOrder:
      return (object["expect"] ?? .null).alterations.map {
        Mutation(what: "expect \($0)", object: object.setting("expect", $0))
      }
    case .snapshot: return probes(object)
    case .rest, .sse, .rules: return []
    }
  }

  private static func members(of name: String, in object: CaseValue) -> [Mutation] {
    let expect = object[name] ?? .null
    return (expect.members ?? []).flatMap { member in
      member.value.alterations.map { value in
        Mutation(
          what: "\(name) \(member.name) \(value)",
          object: object.setting(name, expect.setting(member.name, value)))
      }
    }
  }

  private static func probes(_ object: CaseValue) -> [Mutation] {
    let probes = object["probes"]?.list ?? []
    return probes.enumerated().flatMap { index, probe in
      let parts = probe.list ?? []
      return (parts.last ?? .null).alterations.map { value in
        let changed = CaseValue.list(parts.dropLast() + [value])
        return Mutation(
          what: "probe \(changed)",
          object: object.setting("probes", .list(probes.replacing(index, by: changed))))
      }
    }
  }
}

// MARK: - Scripts

extension CaseMutations {
  private static func scripts(_ object: CaseValue) -> [Mutation] {
    let steps = object["steps"]?.list ?? []
    let isAnyOrder = object["anyOrderAcrossObservers"]?.bool == true
    var results = (object["tree"]?.alterations ?? []).map { tree in
      Mutation(what: "tree \(tree)", object: object.setting("tree", tree))
    }
    for (index, step) in steps.enumerated() {
      for (what, changed) in logs(of: step, isAnyOrder) + runs(of: step) {
        results.append(
          Mutation(
            what: "step \(index + 1) \(what)",
            object: object.setting("steps", .list(steps.replacing(index, by: changed)))))
      }
    }
    return results
  }

  private static func logs(
    of step: CaseValue, _ isAnyOrder: Bool
  ) -> [(what: String, step: CaseValue)] {
    let log = step["log"]?.list ?? []
    var changed = log.indices.flatMap { index in
      entries(changing: log[index].list ?? []).map { log.replacing(index, by: .list($0)) }
    }
    for index in log.indices {
      var fewer = log
      fewer.remove(at: index)
      changed.append(fewer)
      changed.append(log + [log[index]])
    }
    if !isAnyOrder { changed += CaseValue.exchanges(of: log) }
    changed.append(log + [.list([.text("~"), .text("value"), .null])])
    var results = changed.map { ("log \(CaseValue.list($0))", step.setting("log", .list($0))) }
    if !log.isEmpty { results.append(("without a log", step.removing("log"))) }
    return results
  }

  /// Every change of one part of an entry that leaves it an entry.
  private static func entries(changing entry: [CaseValue]) -> [[CaseValue]] {
    guard let first = entry.first?.text, let second = entry.dropFirst().first?.text else {
      return []
    }
    if ["done", "txn", "got"].contains(first) {
      var results = [entry.replacing(1, by: .text(second + "~"))]
      results.append(entry.replacing(2, by: entry[2].isNull ? .text("permission_denied") : .null))
      if first == "txn" {
        results += entry[3].alterations.prefix(1).map { entry.replacing(3, by: $0) }
      }
      if first != "done" { results += last(of: entry) }
      return results
    }
    var results = [entry.replacing(0, by: .text(first + "~"))]
    switch second {
    case "value": results += last(of: entry)
    case "child_removed":
      results.append(entry.replacing(1, by: .text("child_added")))
      results.append(entry.replacing(2, by: .text("~")))
      results += last(of: entry)
    case "child_added", "child_changed", "child_moved":
      let other = second == "child_changed" ? "child_moved" : "child_changed"
      results.append(entry.replacing(1, by: .text(other)))
      results.append(entry.replacing(2, by: .text("~")))
      results.append(entry.replacing(3, by: entry[3].isNull ? .text("~") : .null))
      results += last(of: entry)
    default: break
    }
    return results
  }

  private static func last(of entry: [CaseValue]) -> [[CaseValue]] {
    entry[entry.count - 1].alterations.map { entry.dropLast() + [$0] }
  }

  private static func runs(of step: CaseValue) -> [(what: String, step: CaseValue)] {
    (step["runs"]?.alterations ?? []).map { ("runs \($0)", step.setting("runs", $0)) }
  }
}
