import JSONTree
import Testing
import TreeStore

/// Options with a clock that stands still.
func options(at milliseconds: Int64 = 1_000, patience: Duration = .seconds(10)) -> TreeStore.Options
{
  TreeStore.Options(patience: patience, program: "tests", desk: "one", clock: { milliseconds })
}

/// The only result of a commit of one request.
func one(_ results: [Result<Commit, GuardFailure>]) throws -> Commit {
  try #require(results.count == 1)
  return try results[0].get()
}

extension TreeStore {
  /// Commits one write.
  @discardableResult
  func write(_ path: Path, _ draft: Draft, guards: [Guard] = []) throws -> Commit {
    try one(commit([CommitRequest(try Write.set(path, draft), guards: guards)]))
  }
}
