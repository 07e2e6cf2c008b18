import JSONTree
import Synchronization

/// The observers by callback that have not been removed.
///
/// Removal keeps its place among the writes: events raised before it are delivered. Only a removal
/// from inside a callback is at once: no callback of that observer comes after it.
final class CallbackRegistry: Sendable {
  private let queries = Mutex<[UInt: Query]>([:])

  /// Enters an observer.
  func enter(_ handle: UInt, _ query: Query) {
    queries.withLock { $0[handle] = query }
  }

  /// Whether an observer may still be called.
  func holds(_ handle: UInt) -> Bool {
    queries.withLock { $0[handle] != nil }
  }

  /// Strikes observers off.
  func strike(_ handles: [UInt]) {
    queries.withLock { queries in
      for handle in handles { queries[handle] = nil }
    }
  }

  /// Strikes off the observers of certain queries.
  func strike(where isMeant: (UInt, Query) -> Bool) {
    queries.withLock { queries in
      queries = queries.filter { !isMeant($0.key, $0.value) }
    }
  }
}
