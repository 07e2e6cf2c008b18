public import JSONTree

/// Changing a place by what it holds, safely against all other writers.
///
/// The block runs on a snapshot, outside any lock, and its output is written if the place is still
/// what was read; otherwise it runs again, at most 25 times. It must be pure: it may run often, on
/// a queue of the database's. Its first input is the real content; nil means that nothing is there.
extension DatabaseReference {
  /// Changes its argument, and says whether to write it.
  public typealias TransactionBlock = @Sendable (MutableData) -> TransactionResult
  /// Takes the error, whether it was written, and what the place holds: for an abort the input.
  public typealias TransactionCompletion = @Sendable ((any Error)?, Bool, DataSnapshot?) -> Void

  /// Runs a transaction.
  @preconcurrency
  public func runTransactionBlock(_ block: @escaping TransactionBlock) {
    transact(block) { _ in }
  }

  /// Runs a transaction.
  @preconcurrency
  public func runTransactionBlock(
    _ block: @escaping TransactionBlock,
    andCompletionBlock completion: @escaping TransactionCompletion
  ) {
    runTransactionBlock(block, andCompletionBlock: completion, withLocalEvents: true)
  }

  /// Runs a transaction.
  ///
  /// Outputs are seen only when they have been written, so `withLocalEvents` makes no difference
  /// here: there is no other side to wait for.
  @preconcurrency
  public func runTransactionBlock(
    _ block: @escaping TransactionBlock,
    andCompletionBlock completion: @escaping TransactionCompletion,
    withLocalEvents localEvents: Bool
  ) {
    transact(block) { [self] result in
      database.delivery.post { [self] in
        switch result {
        case .success(let (isCommitted, node)): completion(nil, isCommitted, snapshot(node))
        case .failure(let error): completion(error.nsError, false, nil)
        }
      }
    }
  }

  /// Runs a transaction; returns whether it was written, and what the place holds.
  @preconcurrency @discardableResult
  public func runTransactionBlock(
    _ block: @escaping TransactionBlock
  ) async throws -> (Bool, DataSnapshot) {
    try await withCheckedThrowingContinuation { continuation in
      transact(block) { [self] result in
        database.delivery.post { [self] in
          continuation.resume(with: result.map { ($0.isCommitted, snapshot($0.node)) })
        }
      }
    }
  }

  /// Runs a transaction on typed trees: `body` gives what to write, or nil to leave everything as
  /// it is.
  ///
  /// What it throws ends the transaction and is thrown on.
  @discardableResult
  public func transaction(
    _ body: @escaping @Sendable (Node) throws -> Node?
  ) async throws -> (isCommitted: Bool, node: Node) {
    try await withCheckedThrowingContinuation { continuation in
      let outcome: @Sendable (Node) -> CommitQueue.Outcome = { input in
        do {
          return try body(input).map { .write(.node($0)) } ?? .abort
        } catch {
          return .failure(error)
        }
      }
      transact(outcome) { continuation.resume(with: $0) }
    }
  }

  private func transact(
    _ block: @escaping TransactionBlock,
    _ completion: @escaping @Sendable (CommitQueue.TransactionOutcome) -> Void
  ) {
    let body: @Sendable (Node) -> CommitQueue.Outcome = { input in
      guard let data = block(MutableData(input)).data else { return .abort }
      return .write(data.draft)
    }
    transact(body) { result in
      completion(result.mapError { DatabaseError(wrapping: $0) })
    }
  }

  private func transact(
    _ body: @escaping @Sendable (Node) -> CommitQueue.Outcome,
    _ completion: @escaping @Sendable (Result<(isCommitted: Bool, node: Node), any Error>) -> Void
  ) {
    // Reading would find the read-only data of the library; writing there is a fault.
    precondition(!path.isInfo, "Nothing can be written at /.info.")
    let (path, origin) = (path, database.configuration.desk)
    let item = CommitQueue.Item.change(
      { $0.transact(at: path, origin: origin, body, completion) },
      dropped: { completion(.failure($0)) })
    if !database.commits.submit(item) { completion(.failure(DatabaseError.closed)) }
  }
}
