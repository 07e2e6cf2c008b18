import JSONTree
import TreeStore

/// What is written when this program goes: when it closes the database, ends, or dies.
///
/// Firebase: `onDisconnect…`. Here there is no connection to lose; a client is one open database.
/// Its writes are made once and together, when it calls `goOffline()` or `close()`, in their place
/// among the other writes; or, when it ends in any other way, by another program that has the
/// folder open, within moments; or by the next that opens it. Then nothing is registered any more.
///
/// A later call replaces what was registered at its place and below it; an update registers each of
/// its places. Server values are resolved when the writes are made. What can never be written then
/// (it may have become too large) is dropped and said in the log. Values, priorities and paths are
/// checked as for plain writes, and `/.info` traps. A stopped program (Ctrl-Z) has not gone.
extension DatabaseReference {
  /// Replaces what is here when this program goes; nil deletes it.
  public func onDisconnectSetValue(_ value: Any?) {
    submit(.register(setting(value)), nil)
  }

  /// Replaces what is here when this program goes; the block is called when that is durable.
  @preconcurrency
  public func onDisconnectSetValue(
    _ value: Any?, withCompletionBlock block: @escaping WriteCompletion
  ) {
    submit(.register(setting(value)), block)
  }

  /// Replaces what is here when this program goes; returns when that is durable.
  @discardableResult
  public func onDisconnectSetValue(_ value: Any?) async throws -> DatabaseReference {
    try await finish(.register(setting(value)))
  }

  /// Replaces what is here and its priority when this program goes.
  public func onDisconnectSetValue(_ value: Any?, andPriority priority: Any?) {
    submit(.register(setting(value, priority)), nil)
  }

  /// Replaces what is here and its priority when this program goes; the block is called when that
  /// is durable.
  @preconcurrency
  public func onDisconnectSetValue(
    _ value: Any?, andPriority priority: Any?, withCompletionBlock block: @escaping WriteCompletion
  ) {
    submit(.register(setting(value, priority)), block)
  }

  /// Replaces what is here and its priority when this program goes; returns when that is durable.
  @discardableResult
  public func onDisconnectSetValue(
    _ value: Any?, andPriority priority: Any?
  ) async throws -> DatabaseReference {
    try await finish(.register(setting(value, priority)))
  }

  /// Deletes what is here when this program goes.
  public func onDisconnectRemoveValue() {
    submit(.register(setting(nil)), nil)
  }

  /// Deletes what is here when this program goes; the block is called when that is durable.
  @preconcurrency
  public func onDisconnectRemoveValue(completionBlock block: @escaping WriteCompletion) {
    submit(.register(setting(nil)), block)
  }

  /// Deletes what is here when this program goes; returns when that is durable.
  @discardableResult
  public func onDisconnectRemoveValue() async throws -> DatabaseReference {
    try await finish(.register(setting(nil)))
  }

  /// Replaces several places below when this program goes; see `updateChildValues(_:)`.
  public func onDisconnectUpdateChildValues(_ values: [AnyHashable: Any]) {
    submit(.register(updating(values)), nil)
  }

  /// Replaces several places below when this program goes; the block is called when that is
  /// durable.
  @preconcurrency
  public func onDisconnectUpdateChildValues(
    _ values: [AnyHashable: Any], withCompletionBlock block: @escaping WriteCompletion
  ) {
    submit(.register(updating(values)), block)
  }

  /// Replaces several places below when this program goes; returns when that is durable.
  @discardableResult
  public func onDisconnectUpdateChildValues(
    _ values: [AnyHashable: Any]
  ) async throws -> DatabaseReference {
    try await finish(.register(updating(values)))
  }
}

// MARK: - Cancelling

extension DatabaseReference {
  /// Forgets what was registered for here and below.
  ///
  /// Of a value that was registered for a place above, its other children are still written.
  public func cancelDisconnectOperations() {
    submit(cancelling(), nil)
  }

  /// Forgets what was registered for here and below; the block is called when that is durable.
  @preconcurrency
  public func cancelDisconnectOperations(completionBlock block: @escaping WriteCompletion) {
    submit(cancelling(), block)
  }

  /// Forgets what was registered for here and below; returns when that is durable.
  @discardableResult
  public func cancelDisconnectOperations() async throws -> DatabaseReference {
    try await finish(cancelling())
  }

  private func cancelling(_ call: StaticString = #function) -> WillChange {
    // The checks of a write: nothing is registered where nothing can be written.
    _ = writing(call) { path throws(TreeSyntaxError) in try .remove(path) }
    return .cancel(path)
  }

  private func submit(_ change: WillChange, _ block: WriteCompletion?) {
    database.presence.submit(change) { [self] result in
      guard let block else { return }
      database.delivery.post { [self] in
        switch result {
        case .success: block(nil, self)
        case .failure(let error): block(error.nsError, self)
        }
      }
    }
  }

  private func finish(_ change: WillChange) async throws -> DatabaseReference {
    try await withCheckedThrowingContinuation { continuation in
      database.presence.submit(change) { [self] result in
        database.delivery.post { [self] in continuation.resume(with: result.map { self }) }
      }
    }
  }
}
