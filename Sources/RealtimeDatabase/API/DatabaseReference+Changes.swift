public import JSONTree

extension DatabaseReference {
  /// The revision as it is, and after every change at or below this place; a slow reader gets the
  /// newest only.
  ///
  /// Reads nothing: made for those who look something up whenever a large place changes.
  public func changes() -> AsyncThrowingStream<Revision, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Revision, any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let handle = Handles.next()
    // Held by the stream, so that the database stays open while it is read.
    continuation.onTermination = { [database] _ in
      database.engine.enqueue { $0.endChanges(handle) }
    }
    let subscriber = ChangeSubscriber(
      handle: handle, path: path, onChange: { continuation.yield($0) },
      onEnd: { continuation.finish(throwing: $0) })
    database.engine.enqueue { $0.tellChanges(to: subscriber) }
    return stream
  }
}
