import JSONTree

/// Somebody who only wants to know that something changed at or below a place.
struct ChangeSubscriber: Sendable {
  /// The name its owner ends it by.
  let handle: UInt
  let path: Path
  /// Takes the revision; called on the engine's queue, must return at once.
  let onChange: @Sendable (Revision) -> Void
  /// Takes the reason why there will be no more: an error, or nil when the database was closed.
  let onEnd: @Sendable (DatabaseError?) -> Void
}
