import JSONTree
import RealtimeDatabase
import Synchronization

/// A list that somebody keeps by nothing but the events of a query.
///
/// At each value event the list must be what that value holds, in its order. Only a step with both
/// new and moved children may leave the order open: a child may be added behind one that moves
/// after it (Firebase: the same), so then the list takes the value's order.
///
/// With a call for each kind, every kind is told from its own call on, and others may write between
/// two calls (Firebase: the same). So `childAdded` comes behind the other child events, and what
/// those say of children that are not yet known is no fault: it is in what `childAdded` begins
/// with. From the value on, which comes last, everything must be known.
final class Fold: Sendable {
  /// How a query's events are asked for.
  enum Beginning: Sendable, CaseIterable {
    /// All kinds by one call.
    case together
    /// A call for each kind, the value last.
    case oneByOne
  }

  private struct State {
    /// Whether what has begun is all kinds.
    var isComplete = false
    var children: [NaiveQuery.Child] = []
    var value: NaiveTree?
    var faults: [String] = []
    var events = 0
    /// The kinds of events since the last value.
    var kinds: Set<DataEventType> = []

    /// Compares the list with a value's children.
    mutating func check(against shown: [NaiveQuery.Child], of query: NaiveQuery) {
      if kinds.isSuperset(of: [.childAdded, .childMoved]), Set(shown) == Set(children) {
        children = shown
      }
      if shown != children {
        faults.append("\(query): the list is \(children), the value has \(shown)")
      }
      kinds = []
    }
  }

  private let state = Mutex(State())
  private let query: NaiveQuery

  /// Takes a query, to be observed by `begin`.
  init(_ query: NaiveQuery) {
    self.query = query
  }

  /// The kinds in an order in which no change is missed, whatever others write between two calls.
  static let order: [DataEventType] = [
    .childRemoved, .childMoved, .childChanged, .childAdded, .value,
  ]

  /// Observes from now on.
  func begin(_ beginning: Beginning, on database: Database) {
    switch beginning {
    case .together:
      state.withLock { $0.isComplete = true }
      query.built(on: database).observe(
        Set(Fold.order), withTypeAndPreviousSiblingKey: { self.take($0, $1, after: $2) })
    case .oneByOne:
      for type in Fold.order { begin(with: type, on: database) }
    }
  }

  /// Observes one kind from now on; to be called for all, in `order`.
  func begin(with type: DataEventType, on database: Database) {
    query.built(on: database).observe(
      type, andPreviousSiblingKeyWith: { self.take(type, $0, after: $1) })
  }

  /// What was wrong, once everything is written and told.
  func faults(at end: NaiveTree) -> [String] {
    state.withLock { state in
      if state.value != query.value(in: end) {
        state.faults.append(
          "\(query): the last value is \(state.value.map(\.description) ?? "none"), not "
            + query.value(in: end).description)
      }
      return state.faults
    }
  }

  /// How many events have come.
  var events: Int { state.withLock(\.events) }

  private func take(_ type: DataEventType, _ snapshot: DataSnapshot, after previous: String?) {
    let child = NaiveQuery.Child(key: snapshot.key, tree: NaiveTree(snapshot.node))
    state.withLock { state in
      state.events += 1
      if type == .value {
        state.value = child.tree
        state.isComplete = true
        let shown = snapshot.childSnapshots.map {
          NaiveQuery.Child(key: $0.key, tree: NaiveTree($0.node))
        }
        state.check(against: shown, of: query)
        return
      }
      let position = state.children.firstIndex { $0.key == child.key }
      if !state.isComplete, position == nil, type != .childAdded { return }
      state.kinds.insert(type)
      if (position == nil) != (type == .childAdded) {
        state.faults.append("\(query): \(type) of \(child), the list is \(state.children)")
        return
      }
      if let position {
        let old = state.children.remove(at: position)
        if type == .childRemoved {
          if old != child { state.faults.append("\(query): removed \(child), known as \(old)") }
          return
        }
      }
      let before = previous.map { key in state.children.firstIndex { $0.key == key } }
      switch before {
      case nil: state.children.insert(child, at: 0)
      case .some(.some(let index)): state.children.insert(child, at: index + 1)
      case .some(nil):
        state.faults.append("\(query): \(type) \(child.key) after unknown \(previous ?? "")")
        state.children.append(child)
      }
    }
  }
}
