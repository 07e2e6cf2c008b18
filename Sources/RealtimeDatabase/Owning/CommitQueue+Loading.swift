import JSONTree
import TreeStore

extension CommitQueue {
  /// Replaces what is at a path by a document, between the writes before and those behind.
  func load(
    at path: Path, origin: String, from source: @escaping JSONStream.Source,
    _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    do {
      var stream = JSONStream(level: path.depth, from: source)
      let commit = try store.load(at: path, origin: origin) { try stream.next() }
      announce([.success(commit)], to: [{ _ in completion(.success(())) }])
    } catch let error as StoreError {
      completion(.failure(DatabaseError(error)))
    } catch {
      completion(.failure(error))
    }
  }
}
