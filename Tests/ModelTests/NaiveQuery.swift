import JSONTree
import RealtimeDatabase
import TestSupport

/// A query as a list of its builders' calls, and its answer by filtering and sorting everything.
struct NaiveQuery: Hashable, Sendable {
  enum Order: Hashable, Sendable {
    case unnamed, priority, key, value
    case child(String)
  }

  struct Bound: Hashable, Sendable {
    var value: Scalar?
    var key: String?
    var isIncluded = true
  }

  var place: NaiveTree.Place = []
  var order = Order.unnamed
  var start: Bound?
  var end: Bound?
  var first: Int?
  var last: Int?

  var hasBounds: Bool { start != nil || end != nil || first != nil || last != nil }

  /// A child in the answer.
  struct Child: Hashable {
    var key: String
    var tree: NaiveTree
  }

  /// The query as the product has it, built by Firebase's calls.
  func built(on database: Database) -> DatabaseQuery {
    var query: DatabaseQuery = database.reference(withPath: "/" + place.joined(separator: "/"))
    switch order {
    case .unnamed: break
    case .priority: query = query.queryOrderedByPriority()
    case .key: query = query.queryOrderedByKey()
    case .value: query = query.queryOrderedByValue()
    case .child(let path): query = query.queryOrdered(byChild: path)
    }
    if let start {
      query =
        start.isIncluded
        ? query.queryStarting(atValue: start.value?.plain, childKey: start.key)
        : query.queryStarting(afterValue: start.value?.plain, childKey: start.key)
    }
    if let end {
      query =
        end.isIncluded
        ? query.queryEnding(atValue: end.value?.plain, childKey: end.key)
        : query.queryEnding(beforeValue: end.value?.plain, childKey: end.key)
    }
    if let first { query = query.queryLimited(toFirst: UInt(first)) }
    if let last { query = query.queryLimited(toLast: UInt(last)) }
    return query
  }

  /// The children that the query gives, in its order.
  func children(of root: NaiveTree) -> [Child] {
    let parent = root.subtree(at: place)
    var children = parent.childKeys.map { Child(key: $0, tree: parent.subtree(at: [$0])) }
    children.sort { compare($0, $1) < 0 }
    children.removeAll { !isInside($0) }
    if let first { return Array(children.prefix(first)) }
    if let last { return Array(children.suffix(last)) }
    return children
  }

  /// The value that the query gives.
  func value(in root: NaiveTree) -> NaiveTree {
    if !hasBounds { return root.subtree(at: place) }
    var result = NaiveTree()
    for child in children(of: root) {
      for (place, leaf) in child.tree.leaves { result.leaves[[child.key] + place] = leaf }
      for (place, one) in child.tree.priorities { result.priorities[[child.key] + place] = one }
    }
    return result
  }

  /// What a child is sorted by.
  func index(of child: Child) -> Node {
    func sample(_ tree: NaiveTree) -> Node {
      if tree.isEmpty { return .empty }
      return tree.scalar.map { .leaf($0) } ?? Node([("a", 1)])
    }
    switch order {
    case .unnamed, .priority:
      return child.tree.priorities[[]].map { .leaf($0) } ?? .empty
    case .key: return .empty
    case .value: return sample(child.tree)
    case .child(let path):
      return sample(child.tree.subtree(at: path.split(separator: "/").map(String.init)))
    }
  }

  private func compare(_ left: Child, _ right: Child) -> Int {
    let order = NaiveOrder.values(index(of: left), index(of: right))
    return order != 0 ? order : NaiveOrder.keys(left.key, right.key)
  }

  private func isInside(_ child: Child) -> Bool {
    if let start {
      let order = compare(child, start, unnamed: start.isIncluded ? 1 : -1)
      if order < 0 || order == 0 && !start.isIncluded { return false }
    }
    if let end {
      let order = compare(child, end, unnamed: end.isIncluded ? -1 : 1)
      if order > 0 || order == 0 && !end.isIncluded { return false }
    }
    return true
  }

  /// Where a child stands to a bound; `unnamed` is said of children with its value when it names no
  /// key.
  private func compare(_ child: Child, _ bound: Bound, unnamed: Int) -> Int {
    if order == .key {
      guard case .string(let key)? = bound.value else { return unnamed }
      return NaiveOrder.keys(child.key, key)
    }
    let order = NaiveOrder.values(index(of: child), bound.value.map { .leaf($0) } ?? .empty)
    if order != 0 { return order }
    return bound.key.map { NaiveOrder.keys(child.key, $0) } ?? unnamed
  }
}
