/// A draft as a tree that can be looked into and changed piece by piece.
extension Draft {
  /// What stands at a place below; `empty` when nothing does.
  package subscript(path: Path) -> Draft {
    var draft = self
    for (depth, key) in path.keys.enumerated() {
      switch draft {
      case .node(let node): return .node(node[Path(Array(path.keys.dropFirst(depth)))])
      case .branch(let children, _): draft = children[key] ?? .empty
      case .leaf, .server: return .empty
      }
    }
    return draft
  }

  /// The same draft with another at a place, by the rules of `Node.setting(_:at:)`.
  package func setting(_ draft: Draft, at path: Path) -> Draft {
    if case .node(let node) = self, case .node(let new) = draft {
      return .node(node.setting(new, at: path))
    }
    guard let key = path.keys.first else { return draft }
    var (children, priority) = parts
    let below = Path(Array(path.keys.dropFirst()))
    let changed = (children[key] ?? .empty).setting(draft, at: below)
    if changed.isNothing, children.isEmpty { return self }
    // A nil in a conditional expression would be a draft: the one that deletes.
    if changed.isNothing { children.removeValue(forKey: key) } else { children[key] = changed }
    return children.isEmpty ? .empty : .branch(children, priority: priority)
  }

  /// The same draft with another priority; nothing has none.
  package func settingPriority(_ priority: PriorityDraft) -> Draft {
    switch self {
    case .node(.empty): return .empty
    case .node(.leaf(let scalar, _)), .leaf(let scalar, _): return .leaf(scalar, priority: priority)
    case .server(let value, _): return .server(value, priority: priority)
    case .node(.branch), .branch: return .branch(parts.children, priority: priority)
    }
  }

  /// The same draft without children that are nothing: a parent left without any is nothing too,
  /// and has no priority.
  package var pruned: Draft {
    guard case .branch(let children, let priority) = self else { return self }
    let kept = children.mapValues(\.pruned).filter { !$0.value.isNothing }
    return kept.isEmpty ? .empty : .branch(kept, priority: priority)
  }

  /// Whether it deletes.
  package var isNothing: Bool { node?.isEmpty ?? false }

  /// The priority.
  package var priority: PriorityDraft {
    switch self {
    case .node(let node): PriorityDraft(node.priority)
    case .leaf(_, let priority), .server(_, let priority), .branch(_, let priority): priority
    }
  }

  /// The children, none for a value, and the priority.
  package var parts: (children: [Key: Draft], priority: PriorityDraft) {
    switch self {
    case .node(let node):
      let pairs = node.children.map { ($0.key, Draft.node($0.node)) }
      return (Dictionary(pairs) { first, _ in first }, priority)
    case .branch(let children, _): return (children, priority)
    case .leaf, .server: return ([:], priority)
    }
  }
}
