import JSONTree

/// The kinds of events an observer wants.
struct EventKinds: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  static let removed = EventKinds(rawValue: 1)
  static let added = EventKinds(rawValue: 2)
  static let moved = EventKinds(rawValue: 4)
  static let changed = EventKinds(rawValue: 8)
  static let value = EventKinds(rawValue: 16)
  static let children: EventKinds = [.removed, .added, .moved, .changed]

  /// The kind of a child event.
  init(_ kind: ChildEvent.Kind) {
    switch kind {
    case .removed: self = .removed
    case .added: self = .added
    case .moved: self = .moved
    case .changed: self = .changed
    }
  }

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }
}

/// What an observer is told.
enum ObservedEvent: Sendable, Hashable {
  /// One change among the children.
  case child(ChildEvent)
  /// The whole result.
  case value(Node)

  /// Its kind.
  var kind: EventKinds {
    switch self {
    case .child(let event): EventKinds(event.kind)
    case .value: .value
    }
  }
}

/// One registration: what it wants, and where its events go.
struct Subscriber: Sendable {
  /// The name its owner removes it by.
  let handle: UInt
  /// What it wants.
  let kinds: EventKinds
  /// Whether the first event is also the last.
  let isSingle: Bool
  /// Takes an event; called on the engine's queue, must return at once.
  let onEvent: @Sendable (ObservedEvent) -> Void
  /// Takes the reason why there will be no more events: an error, or nil when the database was
  /// closed.
  ///
  /// Not called on removal.
  let onEnd: @Sendable (DatabaseError?) -> Void
}
