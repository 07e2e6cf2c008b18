package import Foundation

/// What the room takes from outside besides its transport, so that tests can give it.
package struct Surroundings: Sendable {
  /// What a wait is for.
  package enum Wait: Sendable, Hashable {
    /// The next request's turn.
    case turn
    /// The end of a request that takes too long.
    case deadline
  }

  /// The time since one beginning; it never runs backwards.
  package var now: @Sendable () -> Duration
  /// The day and time of day.
  package var day: @Sendable () -> Date
  /// Returns at a time of ``now``, or earlier when the task is cancelled.
  package var wait: @Sendable (_ until: Duration, Wait) async -> Void
  /// A number from 0 to 1 that differs between desks.
  package var jitter: @Sendable () -> Double
  /// The kinds of a host's addresses, none where they cannot be known.
  package var hostKinds: @Sendable (_ host: String) async -> [HostKind]
  /// A picture's width and height, nil where the bytes are no picture.
  package var sizeOf: @Sendable (Data) -> PictureSize?
  /// What bytes that are no picture look like, as the end of a sentence; nil where nobody can tell.
  package var likeness: @Sendable (Data) -> String? = { _ in nil }

  /// Creates surroundings.
  package init(
    now: @escaping @Sendable () -> Duration, day: @escaping @Sendable () -> Date,
    wait: @escaping @Sendable (_ until: Duration, Wait) async -> Void,
    jitter: @escaping @Sendable () -> Double,
    hostKinds: @escaping @Sendable (_ host: String) async -> [HostKind],
    sizeOf: @escaping @Sendable (Data) -> PictureSize?
  ) {
    self.now = now
    self.day = day
    self.wait = wait
    self.jitter = jitter
    self.hostKinds = hostKinds
    self.sizeOf = sizeOf
  }

  /// The real ones: the system's clocks, randomness and resolver.
  ///
  /// - Parameter sizeOf: Reads a picture's size; by default from its first bytes, for JPEG, PNG and
  ///   GIF.
  /// - Returns: What the program uses.
  package static func real(
    sizeOf: @escaping @Sendable (Data) -> PictureSize? = { PictureSize(of: $0) }
  ) -> Surroundings {
    let beginning = ContinuousClock.now
    return Surroundings(
      now: { ContinuousClock.now - beginning },
      day: { Date() },
      wait: { until, _ in
        try? await Task.sleep(until: beginning + until, clock: ContinuousClock())
      },
      jitter: { Double.random(in: 0...1) },
      hostKinds: { await HostLookup.kinds(of: $0) },
      sizeOf: sizeOf)
  }
}
