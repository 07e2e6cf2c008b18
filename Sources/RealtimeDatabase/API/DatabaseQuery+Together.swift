/// Observing several kinds of events as one.
///
/// Firebase: Android's `ChildEventListener`; on iOS each kind has a call of its own.
extension DatabaseQuery {
  /// Takes the kind of an event, its snapshot, and the key of the child before it; nil for the
  /// first, removed ones and values.
  package typealias TypedEventBlock = @Sendable (DataEventType, DataSnapshot, String?) -> Void

  /// Observes events of several kinds until removed, or until they cannot be read: then
  /// `cancelBlock` is called once.
  ///
  /// All kinds begin at one state: a list kept by them holds what the value holds. With a call for
  /// each kind, what another program writes between two calls is not told to the later ones.
  @discardableResult
  package func observe(
    _ eventTypes: Set<DataEventType>,
    withTypeAndPreviousSiblingKey block: @escaping TypedEventBlock,
    withCancel cancelBlock: CancelBlock? = nil
  ) -> DatabaseHandle {
    let kinds = EventKinds(eventTypes.map(\.kinds))
    return register(kinds, isSingle: false, block, cancelBlock)
  }
}
