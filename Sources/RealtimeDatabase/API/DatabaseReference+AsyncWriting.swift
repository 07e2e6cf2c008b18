public import JSONTree

/// The same, returning when the write is durable and announced: with the timing of a completion.
extension DatabaseReference {
  /// Replaces what is here; nil deletes it.
  ///
  /// The priority is cleared.
  @discardableResult
  public func setValue(_ value: Any?) async throws -> DatabaseReference {
    try await finish(setting(value))
  }

  /// Replaces what is here and its priority, which counts nothing when the value is nil.
  @discardableResult
  public func setValue(_ value: Any?, andPriority priority: Any?) async throws -> DatabaseReference
  {
    try await finish(setting(value, priority))
  }

  /// Replaces what is here by a typed tree; `.empty` deletes it.
  @discardableResult
  public func setValue(_ node: Node) async throws -> DatabaseReference {
    try await finish(writing { path throws(TreeSyntaxError) in try .set(path, node) })
  }

  /// Deletes what is here, with everything below.
  @discardableResult
  public func removeValue() async throws -> DatabaseReference {
    try await finish(setting(nil))
  }

  /// Replaces the priority of what is here; where nothing is, nothing happens.
  @discardableResult
  public func setPriority(_ priority: Any?) async throws -> DatabaseReference {
    try await finish(prioritizing(priority))
  }

  /// Replaces several places below, all or none; see `updateChildValues(_:)`.
  @discardableResult
  public func updateChildValues(_ values: [AnyHashable: Any]) async throws -> DatabaseReference {
    try await finish(updating(values))
  }
}
