/// The kinds of events one can observe.
public enum DataEventType: Int, Sendable, Hashable, CaseIterable {
  /// A child is new, or has entered the query; first, one for each child that is there.
  case childAdded = 0
  /// A child is gone, or has left the query.
  case childRemoved = 1
  /// A child's content has changed.
  case childChanged = 2
  /// The value that a child is sorted by has changed.
  case childMoved = 3
  /// The whole result: first as it is, then after every change.
  case value = 4
}

extension DataEventType {
  var kinds: EventKinds {
    switch self {
    case .childAdded: .added
    case .childRemoved: .removed
    case .childChanged: .changed
    case .childMoved: .moved
    case .value: .value
    }
  }

  init(_ kind: ChildEvent.Kind) {
    switch kind {
    case .removed: self = .childRemoved
    case .added: self = .childAdded
    case .moved: self = .childMoved
    case .changed: self = .childChanged
    }
  }
}

extension ObservedEvent {
  /// Its kind by Firebase's name.
  var type: DataEventType {
    switch self {
    case .child(let event): DataEventType(event.kind)
    case .value: .value
    }
  }
}
