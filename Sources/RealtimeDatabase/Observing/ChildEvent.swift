import JSONTree

/// One change among the children of an observed place.
struct ChildEvent: Sendable, Hashable {
  /// What happened to the child, in the order in which one step reports it.
  enum Kind: Int, Sendable, Hashable, CaseIterable {
    /// The child is gone, or has left the query.
    case removed
    /// The child is new, or has entered the query.
    case added
    /// What the child is sorted by has changed.
    case moved
    /// The child's content has changed.
    case changed
  }

  /// What happened.
  var kind: Kind
  /// The child as it is now; for `removed`, as it was last seen.
  var child: Child
  /// The key of the child before it in the new state; nil for the first, and for `removed`.
  var previousKey: Key?
}

/// A child before and after a step; nil where it was, or is, not there.
struct ChildDelta: Sendable, Hashable {
  var old: Child?
  var new: Child?
}

extension ChildEvent {
  /// The events of one step: all removed, then added, moved, changed; each kind in sibling order.
  ///
  /// Firebase: the order inside one operation. `moved` comes in addition to `changed`, whenever the
  /// value the query sorts by is another one, also when the neighbours stay the same; never in key
  /// order, where that value is empty. Deltas without a difference raise nothing.
  static func events(of deltas: [ChildDelta], in rows: OrderedRows) -> [ChildEvent] {
    var removed: [Child] = []
    var added: [Child] = []
    var moved: [Child] = []
    var changed: [Child] = []
    for delta in deltas {
      switch (delta.old, delta.new) {
      case (nil, nil): break
      case (let old?, nil): removed.append(old)
      case (nil, let new?): added.append(new)
      case (let old?, let new?):
        if old.place.sort != new.place.sort { moved.append(new) }
        if old.node != new.node { changed.append(new) }
      }
    }
    var events: [ChildEvent] = []
    events.reserveCapacity(removed.count + added.count + moved.count + changed.count)
    for child in removed.sorted(by: { $0.place < $1.place }) {
      events.append(ChildEvent(kind: .removed, child: child, previousKey: nil))
    }
    for (kind, children) in [(Kind.added, added), (.moved, moved), (.changed, changed)] {
      for child in children.sorted(by: { $0.place < $1.place }) {
        let previous = rows.key(before: child.place)
        events.append(ChildEvent(kind: kind, child: child, previousKey: previous))
      }
    }
    return events
  }

  /// What a newcomer gets who sees the rows for the first time: each added, in order.
  static func initial(_ rows: OrderedRows) -> [ChildEvent] {
    var previous: Key?
    return rows.children.map { child in
      defer { previous = child.key }
      return ChildEvent(kind: .added, child: child, previousKey: previous)
    }
  }
}
