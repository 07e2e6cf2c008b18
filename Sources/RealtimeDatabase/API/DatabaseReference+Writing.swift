public import JSONTree

/// Writing by Firebase's names.
///
/// Every call returns at once and keeps its place among the calls before and after it; a value or
/// priority that the tree cannot hold traps with a sentence. `Database.commit` is the checked form
/// beneath.
extension DatabaseReference {
  /// Called on the callback queue when a write is durable and announced, or was not made.
  public typealias WriteCompletion = @Sendable ((any Error)?, DatabaseReference) -> Void

  /// Replaces what is here; nil deletes it.
  ///
  /// The priority is cleared.
  public func setValue(_ value: Any?) {
    submit(setting(value), nil)
  }

  /// Replaces what is here; nil deletes it.
  ///
  /// The priority is cleared.
  @preconcurrency
  public func setValue(_ value: Any?, withCompletionBlock block: @escaping WriteCompletion) {
    submit(setting(value), block)
  }

  /// Replaces what is here and its priority, which counts nothing when the value is nil.
  public func setValue(_ value: Any?, andPriority priority: Any?) {
    submit(setting(value, priority), nil)
  }

  /// Replaces what is here and its priority, which counts nothing when the value is nil.
  @preconcurrency
  public func setValue(
    _ value: Any?, andPriority priority: Any?, withCompletionBlock block: @escaping WriteCompletion
  ) {
    submit(setting(value, priority), block)
  }

  /// Replaces what is here by a typed tree; `.empty` deletes it.
  public func setValue(_ node: Node) {
    submit(writing { path throws(TreeSyntaxError) in try .set(path, node) }, nil)
  }

  /// Deletes what is here, with everything below.
  public func removeValue() {
    submit(setting(nil), nil)
  }

  /// Deletes what is here, with everything below.
  @preconcurrency
  public func removeValue(completionBlock block: @escaping WriteCompletion) {
    submit(setting(nil), block)
  }

  /// Replaces the priority of what is here; where nothing is, nothing happens.
  public func setPriority(_ priority: Any?) {
    submit(prioritizing(priority), nil)
  }

  /// Replaces the priority of what is here; where nothing is, nothing happens.
  @preconcurrency
  public func setPriority(_ priority: Any?, withCompletionBlock block: @escaping WriteCompletion) {
    submit(prioritizing(priority), block)
  }

  /// Replaces several places below, all or none.
  ///
  /// Keys are paths, also of several segments, or end in `/.priority`; each place is replaced
  /// whole, nil (`NSNull`) deletes, all others stay.
  public func updateChildValues(_ values: [AnyHashable: Any]) {
    submit(updating(values), nil)
  }

  /// Replaces several places below, all or none; see `updateChildValues(_:)`.
  @preconcurrency
  public func updateChildValues(
    _ values: [AnyHashable: Any], withCompletionBlock block: @escaping WriteCompletion
  ) {
    submit(updating(values), block)
  }
}
