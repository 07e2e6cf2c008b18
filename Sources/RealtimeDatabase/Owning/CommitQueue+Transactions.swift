import JSONTree
import TreeStore

extension CommitQueue {
  /// How often a transaction is tried.
  ///
  /// Firebase: 25.
  static let transactionAttempts = 25

  /// What a transaction's body wants.
  enum Outcome: Sendable {
    /// Write this.
    case write(Draft)
    /// Leave everything as it is.
    case abort
    /// The body failed.
    case failure(any Error)
  }

  /// How a transaction by block ended.
  typealias TransactionOutcome = Result<(isCommitted: Bool, node: Node), DatabaseError>

  /// Changes a place by what it holds.
  ///
  /// The body runs on a snapshot, outside any lock, and its output is written if the place is still
  /// what was read; on a lost race it runs again.
  ///
  /// Completes with whether it was written, and what the place holds: the output, or for an abort
  /// the input.
  func transact(
    at path: Path, origin: String, _ body: (Node) -> Outcome,
    _ completion: @escaping @Sendable (Result<(isCommitted: Bool, node: Node), any Error>) -> Void
  ) {
    var results: [Result<Commit, DatabaseError>] = []
    let outcome: Result<(isCommitted: Bool, node: Node), any Error>
    do {
      outcome = .success(try attempt(at: path, origin: origin, body, &results))
    } catch {
      outcome = .failure(error)
    }
    let completions: [Completion] = results.map { _ in { @Sendable _ in } }
    announce(results, to: completions)
    say { completion(outcome) }
  }

  private func attempt(
    at path: Path, origin: String, _ body: (Node) -> Outcome,
    _ results: inout [Result<Commit, DatabaseError>]
  ) throws -> (isCommitted: Bool, node: Node) {
    for _ in 0..<CommitQueue.transactionAttempts {
      let input = try store.read { reader in try reader.node(at: path) }
      let draft: Draft
      switch body(input) {
      case .write(let output): draft = output
      case .abort: return (false, input)
      case .failure(let error): throw error
      }
      // The same content commits and raises nothing; the moment of reading is its moment.
      if let output = draft.node, output == input { return (true, input) }
      let write = try Write.set(path, draft)
      let request = CommitRequest(write, guards: [.unchanged(path, input)], origin: origin)
      switch commit([request])[0] {
      case .success(let commit):
        results = [.success(commit)]
        return (true, commit.changes.first?.new ?? .empty)
      case .failure(let error) where error.code == .guardFailed: continue
      case .failure(let error): throw error
      }
    }
    throw DatabaseError(
      .maxRetries,
      "The value was changed by others at each of "
        + "\(CommitQueue.transactionAttempts) attempts.", at: path.description)
  }
}
