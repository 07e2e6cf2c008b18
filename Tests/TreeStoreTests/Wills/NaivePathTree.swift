import JSONTree

@testable import TreeStore

/// What a client leaves, kept as the plainest tree there is: the specification of `Will`.
///
/// A place either has a value, which is then written whole, or children, and perhaps a priority.
final class NaivePathTree {
  private var value: NaiveValue?
  private var priority: PriorityDraft?
  private var children: [Key: NaivePathTree] = [:]

  func apply(_ change: WillChange) {
    switch change {
    case .register(let write):
      for step in write.steps {
        switch step {
        case .set(let path, let draft): remember(path.keys[...], NaiveValue(draft))
        case .priority(let path, let priority): remember(path.keys[...], priority)
        }
      }
    case .cancel(let path): forget(path.keys[...])
    }
  }

  private func remember(_ path: ArraySlice<Key>, _ new: NaiveValue) {
    guard let key = path.first else {
      (value, priority, children) = (new, nil, [:])
      return
    }
    if let known = value {
      value = known.setting(new, path)
    } else {
      child(key).remember(path.dropFirst(), new)
    }
  }

  private func remember(_ path: ArraySlice<Key>, _ new: PriorityDraft) {
    if let known = value {
      value = known.setting(new, path)
    } else if let key = path.first {
      child(key).remember(path.dropFirst(), new)
    } else {
      priority = new
    }
  }

  private func forget(_ path: ArraySlice<Key>) {
    guard let key = path.first else {
      (value, priority, children) = (nil, nil, [:])
      return
    }
    switch value {
    case .leaf: return
    case .nothing: value = nil
    case .branch(let parts, _):
      value = nil
      for (name, part) in parts { child(name).value = part }
    case nil: break
    }
    children[key]?.forget(path.dropFirst())
  }

  private func child(_ key: Key) -> NaivePathTree {
    if let known = children[key] { return known }
    let new = NaivePathTree()
    children[key] = new
    return new
  }

  /// One line a place: what is written there.
  func lines(at path: Path = .root) -> Set<String> {
    if let value { return ["\(path) = \(value)"] }
    var lines: Set<String> = []
    if let priority { lines.insert("\(path)/.priority = \(priority)") }
    for (key, child) in children { lines.formUnion(child.lines(at: path.child(key))) }
    return lines
  }
}

/// A value to be written, in the plainest form: equal ones look the same.
indirect enum NaiveValue: CustomStringConvertible {
  case nothing
  case leaf(String, PriorityDraft)
  case branch([Key: NaiveValue], PriorityDraft)

  init(_ draft: Draft) {
    switch draft {
    case .node(.empty): self = .nothing
    case .node(.leaf(let scalar, let priority)):
      self = .leaf("\(scalar)", PriorityDraft(priority))
    case .node(.branch(let children, let priority)):
      let parts = children.map { ($0.key, NaiveValue(.node($0.node))) }
      self.init(Dictionary(parts) { first, _ in first }, PriorityDraft(priority))
    case .leaf(let scalar, let priority): self = .leaf("\(scalar)", priority)
    case .server(let value, let priority): self = .leaf("\(value)", priority)
    case .branch(let children, let priority):
      self.init(children.mapValues { NaiveValue($0) }, priority)
    }
  }

  private init(_ children: [Key: NaiveValue], _ priority: PriorityDraft) {
    let kept = children.filter { if case .nothing = $0.value { false } else { true } }
    self = kept.isEmpty ? .nothing : .branch(kept, priority)
  }

  private var parts: ([Key: NaiveValue], PriorityDraft) {
    switch self {
    case .nothing: ([:], .absent)
    case .leaf(_, let priority): ([:], priority)
    case .branch(let children, let priority): (children, priority)
    }
  }

  func setting(_ new: NaiveValue, _ path: ArraySlice<Key>) -> NaiveValue {
    guard let key = path.first else { return new }
    var (children, priority) = parts
    let below = (children[key] ?? .nothing).setting(new, path.dropFirst())
    if case .nothing = below, children.isEmpty { return self }
    children[key] = below
    return NaiveValue(children, priority)
  }

  func setting(_ new: PriorityDraft, _ path: ArraySlice<Key>) -> NaiveValue {
    if let key = path.first {
      guard case .branch(var children, let priority) = self, let child = children[key] else {
        return self
      }
      children[key] = child.setting(new, path.dropFirst())
      return NaiveValue(children, priority)
    }
    switch self {
    case .nothing: return .nothing
    case .leaf(let text, _): return .leaf(text, new)
    case .branch(let children, _): return .branch(children, new)
    }
  }

  var description: String {
    switch self {
    case .nothing: return "nothing"
    case .leaf(let text, let priority): return "\(text) ^\(priority)"
    case .branch(let children, let priority):
      let parts = children.sorted { $0.key < $1.key }.map { "\($0.key.name): \($0.value)" }
      return "[\(parts.joined(separator: ", "))] ^\(priority)"
    }
  }
}
