import JSONTree
import RealtimeDatabase
import Synchronization

/// A list that somebody keeps by nothing but the events of a query.
///
/// At each value event the list must be what that value holds, in its order. Only a step with both
/// new and moved children may leave the order open: a child may be added behind one that moves
/// after it (Firebase: the same), so then the list takes the value's order.
final class Fold: Sendable {
  private struct State {
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

  /// Observes a query from now on, the value last.
  init(_ query: NaiveQuery, on database: Database) {
    self.query = query
    let observed = query.built(on: database)
    let types: [DataEventType] = [
      .childRemoved, .childAdded, .childMoved, .childChanged, .value,
    ]
    for type in types {
      observed.observe(
        type,
        andPreviousSiblingKeyWith: { snapshot, previous in
          self.take(type, snapshot, after: previous)
        })
    }
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
        let shown = snapshot.childSnapshots.map {
          NaiveQuery.Child(key: $0.key, tree: NaiveTree($0.node))
        }
        state.check(against: shown, of: query)
        return
      }
      state.kinds.insert(type)
      let position = state.children.firstIndex { $0.key == child.key }
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
