import Foundation
import JSONTree

/// A tree as a dictionary of its leaves and one of its priorities: slow, plain, and right by
/// looking at it.
struct NaiveTree: Hashable, Sendable {
  typealias Place = [String]

  var leaves: [Place: Scalar] = [:]
  var priorities: [Place: Scalar] = [:]

  /// One place of a write, with what it becomes.
  enum Step: Hashable, Sendable {
    case set(Place, NaiveTree)
    case increment(Place, Scalar)
    case priority(Place, Scalar?)
  }

  init() {}

  init(leaf: Scalar) {
    leaves[[]] = leaf
  }

  /// The same tree as the product has it.
  init(_ node: Node) {
    func take(_ node: Node, at place: Place) {
      if let priority = node.priority { priorities[place] = priority.canonical }
      if let scalar = node.scalar { leaves[place] = scalar.canonical }
      for (key, child) in node.children { take(child, at: place + [key.name]) }
    }
    take(node, at: [])
  }

  var isEmpty: Bool { leaves.isEmpty }

  /// The leaf at the root, if it is one.
  var scalar: Scalar? { leaves[[]] }

  /// What is at a place, as a tree of its own.
  func subtree(at place: Place) -> NaiveTree {
    var result = NaiveTree()
    for (key, value) in leaves where key.starts(with: place) {
      result.leaves[Array(key.dropFirst(place.count))] = value
    }
    for (key, value) in priorities where key.starts(with: place) {
      result.priorities[Array(key.dropFirst(place.count))] = value
    }
    return result
  }

  /// The keys of the root's children, in no order.
  var childKeys: Set<String> { Set(leaves.keys.compactMap(\.first)) }

  /// Carries out a write: what is nothing afterwards is gone, with its priority.
  ///
  /// Increments count from the tree before the write.
  mutating func apply(_ steps: [Step]) {
    let before = self
    for step in steps {
      switch step {
      case .set(let place, let tree): replace(place, by: tree)
      case .increment(let place, let delta):
        // A double stays one, whole or not: beyond 2⁵³ it counts on as doubles do.
        replace(place, by: NaiveTree(leaf: Scalar.sum(before.leaves[place], delta)))
      case .priority: break
      }
    }
    prune()
    for case .priority(let place, let priority) in steps where !subtree(at: place).isEmpty {
      priorities[place] = priority
    }
  }

  private mutating func replace(_ place: Place, by tree: NaiveTree) {
    leaves = leaves.filter { !$0.key.starts(with: place) }
    priorities = priorities.filter { !$0.key.starts(with: place) }
    if tree.isEmpty { return }
    for depth in 0..<place.count { leaves[Array(place.prefix(depth))] = nil }
    for (key, value) in tree.leaves { leaves[place + key] = value }
    for (key, value) in tree.priorities { priorities[place + key] = value }
  }

  private mutating func prune() {
    priorities = priorities.filter { place, _ in leaves.keys.contains { $0.starts(with: place) } }
  }
}

extension NaiveTree {
  /// The tree as Firebase's API takes it, in export form.
  var exported: Any {
    if isEmpty { return NSNull() }
    let priority = priorities[[]]?.plain
    if let scalar {
      guard let priority else { return scalar.plain }
      return [".value": scalar.plain, ".priority": priority] as [String: Any]
    }
    var object: [String: Any] = [:]
    for key in childKeys { object[key] = subtree(at: [key]).exported }
    if let priority { object[".priority"] = priority }
    return object
  }

  /// The tree as JSON, in export form.
  var json: String { JSONWriter(form: .export).text(node) }

  /// The tree as the product has it.
  var node: Node {
    let priority = priorities[[]]
    if let scalar { return .leaf(scalar, priority: priority) }
    let pairs = childKeys.compactMap { name in
      (try? Key(name)).map { ($0, subtree(at: [name]).node) }
    }
    return Node(pairs, priority: priority)
  }
}

extension NaiveTree: CustomStringConvertible {
  var description: String { isEmpty ? "null" : json }
}

extension Scalar {
  /// Equal numbers in one form, so that equal trees have equal texts.
  var canonical: Scalar {
    guard case .double(let value) = self, let whole = Int64(exactly: value) else { return self }
    return .integer(whole)
  }

  /// The value as Swift has it.
  var plain: Any {
    switch self {
    case .bool(let value): value
    case .integer(let value): value
    case .double(let value): value
    case .string(let value): value
    }
  }
}
