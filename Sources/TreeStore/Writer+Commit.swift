internal import JSONTree

extension Writer {
  /// Applies requests in order in one transaction.
  func commit(
    _ requests: [CommitRequest], at milliseconds: () -> Int64
  ) throws(StoreError) -> [Result<Commit, GuardFailure>] {
    if requests.isEmpty { return [] }
    let isBulk = requests.contains { $0.write.steps.count >= StoreLimits.bulkSteps }
    if isBulk { connection.setCache(kibibytes: StoreLimits.bulkCacheKibibytes) }
    defer { if isBulk { connection.setCache(kibibytes: StoreLimits.cacheKibibytes) } }
    return try transaction { () throws(StoreError) in
      // Under the lock: times in the journal then never run against the revisions.
      let now = milliseconds()
      var revision = lists.revision
      var results: [Result<Commit, GuardFailure>] = []
      results.reserveCapacity(requests.count)
      for request in requests {
        let result = try apply(request, after: revision, at: now)
        if case .success(let commit) = result { revision = commit.revision }
        results.append(result)
      }
      return results
    }
  }

  /// Applies one request inside a transaction.
  func apply(
    _ request: CommitRequest, after revision: Revision, at now: Int64
  ) throws(StoreError) -> Result<Commit, GuardFailure> {
    for (index, condition) in request.guards.enumerated() {
      if let found = try failure(of: condition) {
        return .failure(
          GuardFailure(failed: condition, index: index, found: found, revision: revision))
      }
    }
    let (changes, touched) = try apply(request.write, at: now)
    try lists.flush()
    let changeSet = ChangeSet(revision.next, paths: Writer.few(touched))
    if changeSet.isEmpty {
      return .success(
        Commit(
          revision: revision, changes: changes, changeSet: ChangeSet(revision, paths: [])))
    }
    try journal.append(changeSet, at: now, origin: request.origin)
    return .success(Commit(revision: changeSet.revision, changes: changes, changeSet: changeSet))
  }

  /// What is at a guard's place when the guard does not hold; nil when it does.
  ///
  /// In a conditional expression `nil` would be a node, the empty one: nodes have a nil literal.
  private func failure(of condition: Guard) throws(StoreError) -> Node? {
    let bytes = PathCoding.bytes(of: condition.path)
    switch condition {
    case .absent, .present:
      let isThere = try records.hasNode(at: condition.path, bytes)
      if case .present = condition {
        if isThere { return .none }
        return .some(.empty)
      }
      guard isThere else { return .none }
      do throws(StoreError) {
        return try records.reader.node(at: condition.path, bytes, limit: StoreLimits.shownBytes)
      } catch {
        if error.code == .tooLarge { return .empty }
        throw error
      }
    case .atLeast, .unchanged:
      let node = try records.node(at: condition.path, bytes)
      if condition.holds(for: node) { return .none }
      return node
    }
  }
}

// MARK: - Steps

extension Writer {
  /// Writes the steps; numbers at other places are read before the first of them is written.
  private func apply(
    _ write: Write, at now: Int64
  ) throws(StoreError) -> (changes: [Commit.Change], touched: [Path]) {
    let steps = write.steps
    let places = steps.map { PathCoding.bytes(of: $0.path) }
    var resolved: [Int: Node] = [:]
    for (index, step) in steps.enumerated() where step.readsElsewhere {
      let old = try records.node(at: step.path, places[index])
      resolved[index] = try result(of: step, over: old, at: now)
    }
    var changes = steps.map { Commit.Change(path: $0.path, old: .empty, new: .empty) }
    var touched: [Path] = []
    touched.reserveCapacity(steps.count)
    for index in Writer.order(of: steps, at: places) {
      let step = steps[index]
      let spot = try records.spot(places[index])
      let old = try records.node(at: step.path, places[index], spot)
      let new: Node
      var onlyPriority = false
      switch step {
      case .set(_, .node(let node)):
        new = node.isEmpty ? .empty : node
      case .set:
        new = try known(resolved[index], step, old, now)
      case .priority:
        let with = try known(resolved[index], step, old, now)
        new = old.settingPriority(with.priority)
        onlyPriority = true
      }
      changes[index].old = old
      changes[index].new = new
      if old == new { continue }
      touched.append(step.path)
      try lists.note(step.path, places[index], old: old, new: new, onlyPriority: onlyPriority)
      try records.set(new, at: step.path, places[index], spot)
    }
    return (changes, touched)
  }

  /// Replaces far too many paths by their parents, as a change set would, without sorting them.
  private static func few(_ paths: [Path]) -> [Path] {
    var paths = paths
    while paths.count > Limits.changedPaths, let depth = paths.first?.depth, depth > 0,
      paths.allSatisfy({ $0.depth == depth })
    {
      var parents: [Path] = []
      for path in paths {
        if let last = parents.last, last.contains(path) { continue }
        parents.append(path.parent ?? .root)
      }
      paths = parents
    }
    return paths
  }

  private func known(
    _ resolved: Node?, _ step: Write.Step, _ old: Node, _ now: Int64
  ) throws(StoreError) -> Node {
    if let resolved { return resolved }
    return try result(of: step, over: old, at: now)
  }

  /// The node a step writes; of a priority step, any node with that priority.
  private func result(
    of step: Write.Step, over old: Node, at now: Int64
  ) throws(StoreError) -> Node {
    var fault: StoreError?
    func number(_ path: Path) -> Node {
      do throws(StoreError) {
        return try records.node(at: path, PathCoding.bytes(of: path))
      } catch {
        fault = error
        return .empty
      }
    }
    let node: Node
    switch step {
    case .set(_, let draft): node = draft.resolved(over: old, reading: number, at: now)
    case .priority(_, let priority):
      node = .leaf(true, priority: priority.resolved(over: old, reading: number, at: now))
    }
    if let fault { throw fault }
    return node
  }

  /// Each in its turn; many values in path order, which fills the file many times faster.
  private static func order(of steps: [Write.Step], at places: [PathBytes]) -> [Int] {
    let indices = Array(steps.indices)
    guard steps.count > StoreLimits.sortedSteps else { return indices }
    let isSorted = indices.dropFirst().allSatisfy { index in
      places[index - 1].precedes(places[index])
    }
    if isSorted { return indices }
    return indices.sorted { one, other in
      let (left, right) = (steps[one].turn, steps[other].turn)
      if left != right { return left < right }
      return places[one].precedes(places[other])
    }
  }
}

extension Write.Step {
  /// Whether the step needs a number at another place.
  fileprivate var readsElsewhere: Bool {
    switch self {
    case .set(_, let draft): draft.readsElsewhere
    case .priority(_, let priority): priority.readsElsewhere
    }
  }
}

extension Draft {
  fileprivate var readsElsewhere: Bool {
    switch self {
    case .node: false
    case .leaf(_, let priority): priority.readsElsewhere
    case .server(.number, _): true
    case .server(_, let priority): priority.readsElsewhere
    case .branch(let children, let priority):
      priority.readsElsewhere || children.values.contains { $0.readsElsewhere }
    }
  }
}

extension PriorityDraft {
  fileprivate var readsElsewhere: Bool {
    if case .server(.number) = self { true } else { false }
  }
}
