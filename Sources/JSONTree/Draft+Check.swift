extension Draft {
  /// Refuses what the tree cannot hold, when written at `path`.
  func check(at path: Path) throws(TreeSyntaxError) {
    switch self {
    case .node(let node):
      try node.check(at: path)
    case .leaf(let scalar, let priority):
      try Path.checkDepth(path)
      try scalar.check(at: path)
      try priority.check(at: path)
    case .server(let value, let priority):
      try Path.checkDepth(path)
      try value.check(at: path)
      try priority.check(at: path)
    case .branch(let children, let priority):
      try Path.checkDepth(path)
      try priority.check(at: path)
      for (key, child) in children { try child.check(at: path.child(key)) }
    }
  }
}

extension PriorityDraft {
  /// Refuses what is no priority.
  func check(at path: Path) throws(TreeSyntaxError) {
    switch self {
    case .absent: return
    case .server(let value): try value.check(at: path)
    case .scalar(let scalar): try scalar.checkPriority(at: path)
    }
  }
}

extension Node {
  /// Refuses what the tree cannot hold, when written at `path`.
  func check(at path: Path) throws(TreeSyntaxError) {
    do {
      try check(levels: Limits.depth - path.depth)
    } catch {
      throw TreeSyntaxError(error.code, error.reason, at: path.description)
    }
  }

  private func check(levels: Int) throws(TreeSyntaxError) {
    if isEmpty { return }
    guard levels >= 0 else { throw Path.tooDeep }
    switch self {
    case .empty: return
    case .leaf(let scalar, let priority):
      try scalar.check(at: .root)
      try priority?.checkPriority(at: .root)
    case .branch(let children, let priority):
      try priority?.checkPriority(at: .root)
      try children.forEachNode { (child) throws(TreeSyntaxError) in
        try child.check(levels: levels - 1)
      }
    }
  }
}

extension Scalar {
  /// Refuses infinite numbers and texts that are too long.
  func check(at path: Path) throws(TreeSyntaxError) {
    switch self {
    case .bool, .integer: return
    case .double(let value):
      if !value.isFinite {
        throw TreeSyntaxError(.badValue, "A number must be finite.", at: path.description)
      }
    case .string(let text):
      if text.utf8.count > Limits.stringBytes {
        throw TreeSyntaxError(
          .tooLong, "A text has at most \(Limits.stringBytes) bytes of UTF-8.",
          at: path.description)
      }
    }
  }

  /// Refuses what is neither a finite number nor a text.
  func checkPriority(at path: Path) throws(TreeSyntaxError) {
    if case .bool = self {
      throw TreeSyntaxError(
        .badPriority, "A priority is a number or a text.", at: path.description)
    }
    try check(at: path)
  }
}

extension Path {
  static let tooDeep = TreeSyntaxError(
    .tooDeep, "A path and its value have at most \(Limits.depth) levels.")

  /// Refuses a place below the deepest level.
  static func checkDepth(_ path: Path) throws(TreeSyntaxError) {
    if path.depth > Limits.depth { throw tooDeep }
  }
}
