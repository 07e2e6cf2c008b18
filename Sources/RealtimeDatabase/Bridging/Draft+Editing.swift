import Foundation
import JSONTree

/// A draft as a tree that can be looked into and changed piece by piece.
extension Draft {
  /// What stands at a place below; `empty` when nothing does.
  subscript(path: Path) -> Draft {
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
  func setting(_ draft: Draft, at path: Path) -> Draft {
    if case .node(let node) = self, case .node(let new) = draft {
      return .node(node.setting(new, at: path))
    }
    guard let key = path.keys.first else { return draft }
    var (children, priority) = parts
    let below = Path(Array(path.keys.dropFirst()))
    let changed = (children[key] ?? .empty).setting(draft, at: below)
    if changed.isNothing, children.isEmpty { return self }
    children[key] = changed.isNothing ? nil : changed
    return children.isEmpty ? .empty : .branch(children, priority: priority)
  }

  /// The same draft with another priority; nothing has none.
  func settingPriority(_ priority: PriorityDraft) -> Draft {
    switch self {
    case .node(.empty): return .empty
    case .node(.leaf(let scalar, _)), .leaf(let scalar, _): return .leaf(scalar, priority: priority)
    case .server(let value, _): return .server(value, priority: priority)
    case .node(.branch), .branch: return .branch(parts.children, priority: priority)
    }
  }

  /// Whether it deletes.
  var isNothing: Bool { node?.isEmpty ?? false }

  /// The keys of the children, in default order where that is known.
  var childKeys: [Key] {
    if let node { return Query(.root).select(from: node).map(\.key) }
    return parts.children.keys.sorted()
  }

  /// The content as Foundation code expects it; server values as their placeholders.
  var bridged: Any {
    if let node { return node.bridged }
    switch self {
    case .node(let node): return node.bridged
    case .leaf(let scalar, _): return scalar.bridged
    case .server(let value, _): return value.bridged
    case .branch(let children, _):
      return Dictionary(children.map { ($0.key.name, $0.value.bridged) }) { first, _ in first }
    }
  }

  /// The priority as Foundation code expects it.
  var bridgedPriority: Any {
    switch priority {
    case .absent: NSNull()
    case .scalar(let scalar): scalar.bridged
    case .server(let value): value.bridged
    }
  }

  private var priority: PriorityDraft {
    switch self {
    case .node(let node): PriorityDraft(node.priority)
    case .leaf(_, let priority), .server(_, let priority), .branch(_, let priority): priority
    }
  }

  /// The children, none for a value, and the priority.
  private var parts: (children: [Key: Draft], priority: PriorityDraft) {
    switch self {
    case .node(let node):
      let pairs = node.children.map { ($0.key, Draft.node($0.node)) }
      return (Dictionary(pairs) { first, _ in first }, priority)
    case .branch(let children, _): return (children, priority)
    case .leaf, .server: return ([:], priority)
    }
  }
}

extension JSONTree.ServerValue {
  /// The placeholder.
  ///
  /// A number at another place has none in Firebase's notation and stays itself.
  var bridged: Any {
    switch self {
    case .timestamp: return [".sv": "timestamp"]
    case .increment(let amount): return [".sv": ["increment": amount.bridged]]
    case .number: return self
    }
  }
}
