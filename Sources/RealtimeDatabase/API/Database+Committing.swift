public import JSONTree
import TreeStore

extension Database {
  /// Writes, if conditions hold: the one primitive under all writes.
  ///
  /// Conditions are tested and server values resolved in one moment, across all programs. When it
  /// returns, the write is durable and this program's observers have been told. Throws a
  /// `DatabaseError`; with `guardFailed` nothing was written, and it tells which condition and what
  /// stood there. Cancelling the task does not undo the write.
  @discardableResult
  public func commit(_ write: Write, guards: [Guard] = []) async throws -> CommitResult {
    try await withCheckedThrowingContinuation { continuation in
      submit(write, guards: guards) { continuation.resume(with: $0) }
    }
  }

  /// Puts a write in line.
  ///
  /// `completion` is called on the engine's queue, after the observers have been told.
  func submit(
    _ write: Write, guards: [Guard] = [], _ completion: @escaping CommitQueue.Completion
  ) {
    let request = CommitRequest(write, guards: guards, origin: configuration.desk)
    if !commits.submit(.write(request, completion)) { completion(.failure(.closed)) }
  }

  /// Has the engine do something between the writes before and those behind; `refusal` when the
  /// database is closed.
  func inOrder(
    _ body: @escaping @Sendable (isolated Engine) -> Void,
    otherwise refusal: @escaping @Sendable () -> Void = {}
  ) {
    let item = CommitQueue.Item.run { [engine] commits in
      // Who only observes makes the writes that others leave behind, too; what cannot be opened is
      // said by the engine.
      _ = try? commits.store
      engine.perform(body)
    }
    if !commits.submit(item) { refusal() }
  }

  /// Finishes the writes in line, makes the on-disconnect ones, ends all observers and streams, and
  /// closes the file.
  ///
  /// Everything asked for later is refused with `closed`. A second call does nothing.
  public func close() async {
    await withCheckedContinuation { continuation in
      let isFirst = commits.submitLast(
        .run { [engine, lookup, presence] commits in
          presence.assumeIsolated { $0.end() }
          commits.close()
          engine.enqueue { engine in
            engine.close()
            lookup.enqueue { lookup in
              lookup.close()
              continuation.resume()
            }
          }
        })
      if !isFirst { continuation.resume() }
    }
  }
}
