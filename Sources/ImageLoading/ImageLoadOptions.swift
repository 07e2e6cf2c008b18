/// How a picture is to be loaded.
package struct ImageLoadOptions: Sendable, Hashable {
  /// Where a picture may come from.
  package enum Route: Sendable, Hashable {
    /// Memory, then disk, then a transfer.
    case usual
    /// The kept one at once; then the object's version is compared, and the picture transferred
    /// again only if that changed. SDWebImage: `refreshCached`.
    case refreshCached
    /// Memory and disk, never a transfer.
    case fromCacheOnly
    /// A transfer, whatever is kept; the result is kept.
    case fromLoaderOnly
  }

  /// Among loads that wait, which goes first; of equals the one that was wanted last.
  package enum Priority: Int, Sendable, Hashable, CaseIterable, Comparable {
    case low, normal, high

    package static func < (one: Priority, other: Priority) -> Bool { one.rawValue < other.rawValue }
  }

  package var route: Route
  package var priority: Priority
  /// Tries again even what was missing a short while ago (SDWebImage: `retryFailed`).
  package var retriesFailed: Bool
  /// The most bytes that are transferred.
  package var maxSize: Int64

  /// FirebaseUI: pictures of more than ten million bytes are refused unless told otherwise.
  package static let defaultMaxSize: Int64 = 10_000_000

  package init(
    _ route: Route = .usual, priority: Priority = .normal, retriesFailed: Bool = false,
    maxSize: Int64 = defaultMaxSize
  ) {
    self.route = route
    self.priority = priority
    self.retriesFailed = retriesFailed
    self.maxSize = maxSize
  }
}
