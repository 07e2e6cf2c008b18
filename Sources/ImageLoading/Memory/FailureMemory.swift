/// Keys of pictures that were missing, each for a while.
struct FailureMemory {
  private let duration: Duration
  private let limit: Int
  private var until: [String: ContinuousClock.Instant] = [:]

  init(for duration: Duration, limit: Int) {
    self.duration = duration
    self.limit = limit
  }

  var count: Int { until.count }

  /// Whether it was missing a short while ago.
  mutating func blocks(_ key: String, now: ContinuousClock.Instant) -> Bool {
    guard let end = until[key] else { return false }
    if now < end { return true }
    until[key] = nil
    return false
  }

  /// Notes that it is missing; the oldest note goes when there are too many.
  mutating func remember(_ key: String, now: ContinuousClock.Instant) {
    until[key] = now + duration
    guard until.count > limit else { return }
    until = until.filter { now < $0.value }
    // A tenth at once, so that a full memory is not searched at every note.
    guard until.count > limit else { return }
    for (key, _) in until.sorted(by: { $0.value < $1.value }).prefix(max(1, limit / 10)) {
      until[key] = nil
    }
  }

  mutating func forget(_ key: String) { until[key] = nil }
}
