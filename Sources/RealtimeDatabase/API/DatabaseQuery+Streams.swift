import JSONTree

/// One change among the children of a query.
public struct ChildChange: Sendable, Hashable {
  /// What happened: added, removed, changed or moved.
  public let type: DataEventType
  /// The child; when removed, as it was last seen.
  public let snapshot: DataSnapshot
  /// The key of the child before it; nil for the first, and when removed.
  public let previousKey: String?
}

/// Observing as sequences.
///
/// Dropping the iterator ends the observing, as does cancelling its task; closing the database ends
/// the sequence; an error that ends it is thrown.
extension DatabaseQuery {
  /// The result as it is, and after every change; a slow reader gets the newest only.
  public func values() -> AsyncThrowingStream<DataSnapshot, any Error> {
    stream(.value, .bufferingNewest(1)) { $0.told($1).snapshot }
  }

  /// The same; Firebase's name for it.
  public var snapshots: AsyncThrowingStream<DataSnapshot, any Error> { values() }

  /// Every change among the children, in order, beginning with an added for each that is there.
  ///
  /// Nothing is dropped: a reader that never reads lets memory grow.
  public func childEvents() -> AsyncThrowingStream<ChildChange, any Error> {
    stream(.children, .unbounded) { query, event in
      guard case .child = event else { return nil }
      let (snapshot, previousKey) = query.told(event)
      return ChildChange(
        type: event.type, snapshot: snapshot, previousKey: previousKey)
    }
  }

  /// Some of the children around an anchor, as they are and after every change that shows; a slow
  /// reader gets the newest only.
  ///
  /// Made for long lists: costs what is shown, however many children there are. It does not wait
  /// for writes in line before it.
  public func window(_ request: WindowRequest) -> AsyncThrowingStream<Window, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Window, any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let handle = Handles.next()
    // Held by the stream, so that the database stays open while it is read.
    continuation.onTermination = { [database] _ in
      database.engine.enqueue { $0.closeWindow(handle) }
    }
    let subscriber = WindowSubscriber(
      handle: handle, query: query, request: request,
      onWindow: { continuation.yield($0) }, onEnd: { continuation.finish(throwing: $0) })
    database.engine.enqueue { $0.open(subscriber) }
    return stream
  }

  private func stream<Element: Sendable>(
    _ kinds: EventKinds,
    _ buffer: AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy,
    _ element: @escaping @Sendable (DatabaseQuery, ObservedEvent) -> Element?
  ) -> AsyncThrowingStream<Element, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Element, any Error>.makeStream(
      bufferingPolicy: buffer)
    let handle = Handles.next()
    let query = query
    continuation.onTermination = { [database] _ in
      database.inOrder { _ = $0.removeObserver(handle, of: query) }
    }
    let subscriber = Subscriber(
      handle: handle, kinds: kinds, isSingle: false,
      onEvent: { [self] event in
        if let element = element(self, event) { continuation.yield(element) }
      }, onEnd: { continuation.finish(throwing: $0) })
    database.inOrder(
      { $0.observe(query, by: subscriber) },
      otherwise: { continuation.finish(throwing: DatabaseError.closed) })
    return stream
  }
}
