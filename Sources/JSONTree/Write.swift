/// An atomic change of several places of the tree; always well formed.
///
/// No two steps touch the same place or one inside the other, values can be stored, and nothing is
/// deeper than `Limits.depth`. A write without steps changes nothing.
public struct Write: Sendable, Hashable {
  /// The change of one place.
  public enum Step: Sendable, Hashable {
    /// Replaces what is there, with its priorities.
    case set(Path, Draft)
    /// Replaces the priority of what is there; where nothing is, nothing happens.
    case priority(Path, PriorityDraft)

    /// The place that is written.
    public var path: Path {
      switch self {
      case .set(let path, _), .priority(let path, _): path
      }
    }
  }

  /// The steps: what is set, then what is deleted, then priorities.
  ///
  /// So a parent whose children are all replaced by others is never empty on the way, and keeps
  /// its priority whatever the order in which the steps were named.
  public let steps: [Step]

  /// Creates a write, or says what is wrong with it.
  public init(_ steps: [Step]) throws(TreeSyntaxError) {
    for step in steps { try step.check() }
    if steps.count > 1, !Write.areApart(steps) { try Write.checkConflicts(steps) }
    self.steps = steps.count > 1 ? Write.ordered(steps) : steps
  }

  /// The write of one place; an empty draft deletes what is there.
  public static func set(_ path: Path, _ draft: Draft) throws(TreeSyntaxError) -> Write {
    try Write([.set(path, draft)])
  }

  /// The write of a tree without server values at one place.
  @_disfavoredOverload
  public static func set(_ path: Path, _ node: Node) throws(TreeSyntaxError) -> Write {
    try Write([.set(path, .node(node))])
  }

  /// The write that deletes what is at a place.
  public static func remove(_ path: Path) throws(TreeSyntaxError) -> Write {
    try Write([.set(path, .empty)])
  }

  /// The write of one priority.
  public static func priority(
    _ path: Path, _ priority: PriorityDraft
  ) throws(TreeSyntaxError) -> Write {
    try Write([.priority(path, priority)])
  }

  /// The write of several places below one; each is replaced whole, all others stay.
  public static func update(
    at path: Path = .root, _ values: [(Path, Draft)]
  ) throws(TreeSyntaxError) -> Write {
    try Write(values.map { .set(path.appending($0.0), $0.1) })
  }

  /// The write of several places below one, named as Firebase's `updateChildValues` names them.
  ///
  /// A name is a path whose last segment may be `.priority`; its value is then a priority.
  public static func update(
    at path: Path = .root, named values: [(String, Draft)]
  ) throws(TreeSyntaxError) -> Write {
    var steps: [Step] = []
    for (name, draft) in values { steps.append(try Step(name, draft, below: path)) }
    return try Write(steps)
  }

  /// The tree after the write.
  ///
  /// `milliseconds` since 1970 is the write's time. Increments count from the tree before it.
  public func applied(to root: Node, at milliseconds: Int64) -> Node {
    var result = root
    for step in steps {
      switch step {
      case .set(let path, let draft):
        let node = draft.resolved(
          over: root[path], reading: { root[$0] }, at: milliseconds)
        result = result.setting(node, at: path)
      case .priority(let path, let draft):
        let priority = draft.resolved(
          over: root[path], reading: { root[$0] }, at: milliseconds)
        result = result.setting(result[path].settingPriority(priority), at: path)
      }
    }
    return result
  }
}

// MARK: - Steps

extension Write.Step {
  /// Reads a step of an update: a path, or a path and `.priority`.
  init(_ name: String, _ draft: Draft, below path: Path) throws(TreeSyntaxError) {
    let suffix = ".priority"
    guard name == suffix || name.hasSuffix("/" + suffix) else {
      self = .set(path.appending(try Path(name)), draft)
      return
    }
    let place = String(name.dropLast(suffix.count))
    let target = place.isEmpty ? path : path.appending(try Path(place))
    guard let priority = draft.asPriority else {
      throw TreeSyntaxError(
        .badPriority, "A priority is a number, a text or a server value.", at: name)
    }
    self = .priority(target, priority)
  }

  var isPriority: Bool { turn == .priority }

  /// When a step is carried out among the others of its write.
  package enum Turn: Int, Comparable {
    case value
    case deletion
    case priority

    package static func < (left: Turn, right: Turn) -> Bool { left.rawValue < right.rawValue }
  }

  /// When the step is carried out.
  package var turn: Turn {
    switch self {
    case .set(_, .node(let node)): node.isEmpty ? .deletion : .value
    case .set: .value
    case .priority: .priority
    }
  }

  func check() throws(TreeSyntaxError) {
    if path.isInfo {
      throw TreeSyntaxError(.badPath, "Nothing can be written at /.info.", at: path.description)
    }
    try Path.checkDepth(path)
    switch self {
    case .set(let path, let draft): try draft.check(at: path)
    case .priority(let path, let priority): try priority.check(at: path)
    }
  }
}

extension Draft {
  /// The draft of a value as one of a priority; nil when it cannot be one.
  public var asPriority: PriorityDraft? {
    switch self {
    case .node(.empty): .absent
    case .node(.leaf(let scalar, nil)): .scalar(scalar)
    case .server(let value, .absent): .server(value)
    case .node, .leaf, .server, .branch: nil
    }
  }
}

extension Write {
  /// The steps in their turns, otherwise as they are.
  private static func ordered(_ steps: [Step]) -> [Step] {
    guard steps.contains(where: { $0.turn != .value }) else { return steps }
    return steps.filter { $0.turn == .value } + steps.filter { $0.turn == .deletion }
      + steps.filter { $0.turn == .priority }
  }

  /// Whether steps stand in path order and none in another: as large writes are made.
  private static func areApart(_ steps: [Step]) -> Bool {
    for index in steps.indices.dropFirst() {
      // Behind a path comes first what lies below it.
      let (one, other) = (steps[index - 1].path, steps[index].path)
      guard one < other, !one.contains(other) else { return false }
    }
    return true
  }

  /// Refuses steps of which one writes where another does.
  ///
  /// Costs O(n log n).
  private static func checkConflicts(_ steps: [Step]) throws(TreeSyntaxError) {
    let sorted = steps.sorted { $0.path < $1.path }
    // Paths sort directly before what lies below them. A priority is a place beside the children
    // of its node, so it meets only steps at or above the node.
    var above: Path?
    for (index, step) in sorted.enumerated() {
      if let above, above.contains(step.path) { throw conflict(above, step.path) }
      if index > 0, sorted[index - 1].path == step.path {
        throw conflict(step.path, step.path)
      }
      if !step.isPriority { above = step.path }
    }
  }

  private static func conflict(_ one: Path, _ other: Path) -> TreeSyntaxError {
    TreeSyntaxError(
      .conflict, "One write must not write \(one) and \(other): they overlap.",
      at: other.description)
  }
}
