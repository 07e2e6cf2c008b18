import Foundation

/// Time and chance, as far as attempts need them; tests have their own.
package struct Pacing: Sendable {
  /// A clock that only goes forward.
  package var now: @Sendable () -> Duration
  /// Seconds since 1970, for dates that servers name.
  package var wallClock: @Sendable () -> Double
  /// Waits; throws `CancellationError` at once when the task is cancelled.
  package var sleep: @Sendable (Duration) async throws -> Void
  /// In 0..<1.
  package var jitter: @Sendable () -> Double

  package init(
    now: @escaping @Sendable () -> Duration, wallClock: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    jitter: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.wallClock = wallClock
    self.sleep = sleep
    self.jitter = jitter
  }

  /// The machine's clocks.
  package static let real: Pacing = {
    let start = ContinuousClock.now
    return Pacing(
      now: { ContinuousClock.now - start },
      wallClock: { Date().timeIntervalSince1970 },
      sleep: { try await Task.sleep(for: $0) },
      jitter: { Double.random(in: 0..<1) })
  }()
}
