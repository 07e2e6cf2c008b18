import Synchronization

/// Which pictures were looked at in this run of the program.
///
/// The first look compares what is kept of a picture with a storage on a server; to do so at every
/// look would cost a request for each row that somebody scrolls past.
final class Looks: Sendable {
  /// More than anybody looks at in a day; then it begins anew.
  private static let most = 8_192

  private let seen = Mutex<Set<String>>([])

  /// Whether this is the first look at a picture, by its key.
  func isFirst(at key: String) -> Bool {
    seen.withLock { seen in
      if seen.count >= Self.most { seen.removeAll(keepingCapacity: true) }
      return seen.insert(key).inserted
    }
  }
}
