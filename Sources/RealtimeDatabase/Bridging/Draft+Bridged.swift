import Foundation
import JSONTree

/// A draft as Foundation code sees it.
extension Draft {
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
