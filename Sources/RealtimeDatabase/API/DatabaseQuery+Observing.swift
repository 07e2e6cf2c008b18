import JSONTree

/// Observing by Firebase's names.
///
/// Callbacks run on the callback queue, in order.
///
/// A new observer is told at once what is there: each child as added if it asked for those, or the
/// value. Observers of a place see each step's events as removed, added, moved, changed, value;
/// deeper places before those above. Every call begins on its own, with the newest state at its
/// turn: what another program writes between two calls is not told to the later one.
extension DatabaseQuery {
  /// Takes a snapshot: the whole result, or the child it is about.
  public typealias EventBlock = @Sendable (DataSnapshot) -> Void
  /// Takes a snapshot, and the key of the child before it; nil for the first, removed ones and
  /// values.
  public typealias SiblingEventBlock = @Sendable (DataSnapshot, String?) -> Void
  /// Takes the reason why there will be no more events.
  public typealias CancelBlock = @Sendable (any Error) -> Void

  /// Observes events of one kind until removed.
  ///
  /// Returns at once.
  @preconcurrency @discardableResult
  public func observe(
    _ eventType: DataEventType, with block: @escaping EventBlock
  ) -> DatabaseHandle {
    register(eventType, isSingle: false, { snapshot, _ in block(snapshot) }, nil)
  }

  /// Observes events of one kind until removed, with the key of the child before.
  @preconcurrency @discardableResult
  public func observe(
    _ eventType: DataEventType, andPreviousSiblingKeyWith block: @escaping SiblingEventBlock
  ) -> DatabaseHandle {
    register(eventType, isSingle: false, block, nil)
  }

  /// Observes events of one kind until removed, or until they cannot be read: then `cancelBlock` is
  /// called once.
  @preconcurrency @discardableResult
  public func observe(
    _ eventType: DataEventType, with block: @escaping EventBlock,
    withCancel cancelBlock: CancelBlock?
  ) -> DatabaseHandle {
    register(eventType, isSingle: false, { snapshot, _ in block(snapshot) }, cancelBlock)
  }

  /// Observes events of one kind, with the key of the child before and a cancel block.
  @preconcurrency @discardableResult
  public func observe(
    _ eventType: DataEventType, andPreviousSiblingKeyWith block: @escaping SiblingEventBlock,
    withCancel cancelBlock: CancelBlock?
  ) -> DatabaseHandle {
    register(eventType, isSingle: false, block, cancelBlock)
  }

  /// Observes the first event of a kind only.
  @preconcurrency
  public func observeSingleEvent(of eventType: DataEventType, with block: @escaping EventBlock) {
    register(eventType, isSingle: true, { snapshot, _ in block(snapshot) }, nil)
  }

  /// Observes the first event of a kind only, with the key of the child before.
  @preconcurrency
  public func observeSingleEvent(
    of eventType: DataEventType, andPreviousSiblingKeyWith block: @escaping SiblingEventBlock
  ) {
    register(eventType, isSingle: true, block, nil)
  }

  /// Observes the first event of a kind only, or the reason why there is none.
  @preconcurrency
  public func observeSingleEvent(
    of eventType: DataEventType, with block: @escaping EventBlock,
    withCancel cancelBlock: CancelBlock?
  ) {
    register(eventType, isSingle: true, { snapshot, _ in block(snapshot) }, cancelBlock)
  }

  /// Observes the first event of a kind only, with the key of the child before and a cancel block.
  @preconcurrency
  public func observeSingleEvent(
    of eventType: DataEventType, andPreviousSiblingKeyWith block: @escaping SiblingEventBlock,
    withCancel cancelBlock: CancelBlock?
  ) {
    register(eventType, isSingle: true, block, cancelBlock)
  }

  /// Removes an observer of this query; of a plain reference, of any query at this place.
  ///
  /// An unknown handle is ignored.
  ///
  /// Events raised by calls before this one are still delivered; called inside a callback, none is.
  public func removeObserver(withHandle handle: DatabaseHandle) {
    let (query, atPlace, callbacks) = (query, removesAtPlace, database.callbacks)
    if database.delivery.isCurrent {
      callbacks.strike { $0 == handle && (atPlace ? $1.path == query.path : $1 == query) }
    }
    database.inOrder { [delivery = database.delivery] engine in
      let gone =
        atPlace
        ? engine.removeObserver(handle, at: query.path) : engine.removeObserver(handle, of: query)
      delivery.post { callbacks.strike(gone) }
    }
  }

  /// Removes all observers of this query; of a plain reference, of all queries at exactly this
  /// place.
  ///
  /// Streams end.
  public func removeAllObservers() {
    let (query, atPlace, callbacks) = (query, removesAtPlace, database.callbacks)
    if database.delivery.isCurrent {
      callbacks.strike { atPlace ? $1.path == query.path : $1 == query }
    }
    database.inOrder { [delivery = database.delivery] engine in
      let gone =
        atPlace
        ? engine.removeAllObservers(at: query.path) : engine.removeAllObservers(of: query)
      delivery.post { callbacks.strike(gone) }
    }
  }

  @discardableResult
  private func register(
    _ type: DataEventType, isSingle: Bool, _ block: @escaping SiblingEventBlock,
    _ cancel: CancelBlock?
  ) -> DatabaseHandle {
    register(type.kinds, isSingle: isSingle, { block($1, $2) }, cancel)
  }

  /// Registers one observer of some kinds of events.
  func register(
    _ kinds: EventKinds, isSingle: Bool, _ block: @escaping TypedEventBlock,
    _ cancel: CancelBlock?
  ) -> DatabaseHandle {
    let handle = Handles.next()
    let (callbacks, delivery) = (database.callbacks, database.delivery)
    callbacks.enter(handle, query)
    let onEnd: @Sendable (DatabaseError?) -> Void = { error in
      delivery.post {
        guard callbacks.holds(handle) else { return }
        callbacks.strike([handle])
        if let error { cancel?(error.nsError) }
      }
    }
    let subscriber = Subscriber(
      handle: handle, kinds: kinds, isSingle: isSingle,
      onEvent: { [self] event in
        let (snapshot, previousKey) = told(event)
        delivery.post {
          guard callbacks.holds(handle) else { return }
          if isSingle { callbacks.strike([handle]) }
          block(event.type, snapshot, previousKey)
        }
      }, onEnd: onEnd)
    let query = query
    database.inOrder({ $0.observe(query, by: subscriber) }, otherwise: { onEnd(.closed) })
    return handle
  }

  /// What a callback is told about an event.
  func told(_ event: ObservedEvent) -> (snapshot: DataSnapshot, previousKey: String?) {
    switch event {
    case .value(let node): (snapshot(node), nil)
    case .child(let event): (snapshot(event.child), event.previousKey?.name)
    }
  }
}
