import JSONTree
import Synchronization
import TreeStore

/// Stores for short reads on the caller's own thread: nothing is handed over and nobody is woken.
///
/// Each is opened when it is first needed, and one reader at a time sits at it. A read costs what
/// SQLite takes, mostly from memory; whoever finds all taken goes to `Lookup` and waits there, not
/// on the caller's thread.
final class ReadingDesk: Sendable {
  private enum Seat {
    case free
    case open(TreeStore)
    case closed
  }

  private final class Place: Sendable {
    let seat = Mutex(Seat.free)
  }

  /// How many may read at once: as many as there are threads for Swift's tasks on a small machine;
  /// each keeps up to 4 MB of the file in memory.
  static let places = 2

  private let places = (0..<ReadingDesk.places).map { _ in Place() }
  private let open: @Sendable () throws -> sending TreeStore

  /// Takes the way to open a store.
  init(opening open: @escaping @Sendable () throws -> sending TreeStore) {
    self.open = open
  }

  /// Runs a body with a store; nil when all are taken.
  @inline(never)
  func read<Result: Sendable>(
    _ body: @Sendable (TreeStore) throws -> Result
  ) throws -> Result? {
    for place in places {
      let result = try place.seat.withLockIfAvailable { seat -> Result in
        switch seat {
        case .closed: throw DatabaseError.closed
        case .open(let store):
          _ = try store.reopenIfReplaced()
          return try body(store)
        case .free:
          let store = try open()
          seat = .open(store)
          return try body(store)
        }
      }
      if let result { return result }
    }
    return nil
  }

  /// Closes the stores, each when its reader is done.
  func close() {
    for place in places {
      place.seat.withLock { seat in
        if case .open(let store) = seat { store.close() }
        seat = .closed
      }
    }
  }
}
