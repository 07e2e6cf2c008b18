import JSONTree

/// The observers of one query, which share what has been read for it.
struct View: Sendable {
  /// The query they observe.
  let query: Query
  private(set) var observer: QueryObserver
  /// Who observes, in order of registration.
  private(set) var subscribers: [Subscriber] = []

  /// Reads the query's result for the first time.
  init(_ query: Query, sizeLimit: Int, reading reader: some TreeReader) throws {
    self.query = query
    observer = try QueryObserver(query, sizeLimit: sizeLimit, reading: reader)
  }

  /// Takes a newcomer in and tells it what is there: each child as added if it asked for those,
  /// then the value.
  ///
  /// Firebase: registration on a view that has data. `tellsNothing` is whether also a value of
  /// nothing is told.
  mutating func add(_ subscriber: Subscriber, tellsNothing: Bool = true) {
    var events: [ObservedEvent] = []
    if !subscriber.kinds.isDisjoint(with: .children) {
      let rows = observer.trackedRows()
      if subscriber.kinds.contains(.added) {
        events = ChildEvent.initial(rows).map(ObservedEvent.child)
      }
    }
    if subscriber.kinds.contains(.value), tellsNothing || !observer.node.isEmpty {
      events.append(.value(observer.node))
    }
    if subscriber.isSingle, let first = events.first {
      subscriber.onEvent(first)
      return
    }
    for event in events { subscriber.onEvent(event) }
    subscribers.append(subscriber)
  }

  /// Lets an observer go.
  mutating func remove(_ handle: UInt) {
    subscribers.removeAll { $0.handle == handle }
  }

  /// Reads again what a step touched and tells every observer what it wants to know, event by
  /// event, in order of registration.
  ///
  /// Returns the handles of those that had their one event.
  mutating func refresh(after changes: ChangeSet, reading reader: some TreeReader) throws -> [UInt]
  {
    let refresh = try observer.refresh(after: changes, reading: reader)
    if refresh.isNothing { return [] }
    var events = refresh.events.map(ObservedEvent.child)
    if refresh.isValueChanged, subscribers.contains(where: { $0.kinds.contains(.value) }) {
      events.append(.value(observer.node))
    }
    var done: [UInt] = []
    for event in events {
      for subscriber in subscribers where subscriber.kinds.contains(event.kind) {
        if subscriber.isSingle {
          if done.contains(subscriber.handle) { continue }
          done.append(subscriber.handle)
        }
        subscriber.onEvent(event)
      }
    }
    if !done.isEmpty { subscribers.removeAll { done.contains($0.handle) } }
    return done
  }
}
