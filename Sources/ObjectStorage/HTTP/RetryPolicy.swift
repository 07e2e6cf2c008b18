/// When to ask again, and when no more: pure.
///
/// Statuses 408, 429, 500, 502, 503, 504 and other 5xx but 501, and lost connections, are asked
/// again within the time given, measured from the first attempt. The first wait is one to two
/// seconds, each further one twice as long, up to Firebase's longest wait for that time. A
/// `Retry-After` is obeyed where it fits in.
package struct RetryPolicy: Sendable {
  /// What went wrong with an attempt.
  package enum Trouble: Sendable, Hashable {
    case status(Int, retryAfter: Duration?)
    case lost
  }

  /// What to do about it.
  package enum Decision: Sendable, Hashable {
    /// Ask again after this.
    case wait(Duration)
    /// It is nothing that time mends, or nothing is to be asked again.
    case fail
    /// It might be mended, but the time is up.
    case exhausted
  }

  /// How long to go on; zero asks once.
  package let limit: Duration
  private var attempts = 0
  /// When the first attempt was; later after progress.
  private var start: Duration = .zero

  package init(within limit: Duration) { self.limit = limit }

  /// Whether a status may be gone at the next attempt.
  package static func isRetryable(_ status: Int) -> Bool {
    switch status {
    case 408, 429: true
    case 501: false
    case 500...599: true
    default: false
    }
  }

  /// The longest wait between two attempts when so many seconds are given.
  ///
  /// Firebase: the smallest 2^k with 1 + 2 + … + 2^k ≥ the time.
  package static func longestWait(within seconds: Double) -> Double {
    var wait = 1.0
    var sum = 1.0
    while sum < seconds, wait < 4_096 {
      wait *= 2
      sum += wait
    }
    return wait
  }

  /// Something was reached: time and waits count anew from here.
  package mutating func progressed(at now: Duration) {
    attempts = 0
    start = now
  }

  /// What to do after an attempt that went wrong.
  ///
  /// `now` is measured from the first attempt; `jitter` is in 0..<1.
  package mutating func decide(
    _ trouble: Trouble, at now: Duration, jitter: Double
  ) -> Decision {
    var asked: Duration?
    if case .status(let status, let retryAfter) = trouble {
      guard Self.isRetryable(status) else { return .fail }
      if status == 429 || status == 503 { asked = retryAfter }
    }
    guard limit > .zero else { return .fail }
    let longest = Self.longestWait(within: limit.inSeconds)
    let doubled = (1 + jitter) * Double(1 << min(attempts, 16))
    attempts += 1
    let wait = asked ?? .milliseconds(Int64(min(doubled, longest) * 1_000))
    return now - start + wait >= limit ? .exhausted : .wait(max(wait, .zero))
  }
}

extension Duration {
  /// The span in seconds.
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
