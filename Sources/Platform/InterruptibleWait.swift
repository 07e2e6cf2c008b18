import CLinux
import Glibc

/// Blocking calls that can be ended at a deadline without asking again and again.
///
/// The kernel lets nobody wait for a file lock with a deadline, but a signal ends the call. The
/// first wait with a deadline claims a real-time signal that nothing in the process handles, and
/// gives it a handler that does nothing; a timer aimed at the waiting thread sends it.
enum InterruptibleWait {
  /// The claimed signal; -1 where the process handles every one of them.
  private static let signal = clinux_alarm_signal()

  /// Runs a call that returns an error number until it returns another than EINTR.
  ///
  /// Returns that number, or nil when the deadline came first.
  static func run(
    until deadline: ContinuousClock.Instant?, _ call: () -> Int32
  ) throws(SystemError) -> Int32? {
    guard let deadline else {
      while true {
        let number = call()
        if number != EINTR { return number }
      }
    }
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { return nil }
    guard signal > 0 else { throw SystemError(errno: EAGAIN, call: "sigaction") }
    var alarm = clinux_alarm()
    let failure = clinux_alarm_begin(&alarm, signal, nanoseconds(left))
    guard failure == 0 else { throw SystemError(errno: failure, call: "timer_create") }
    defer { clinux_alarm_end(&alarm) }
    while true {
      let number = call()
      if number != EINTR { return number }
      if ContinuousClock.now >= deadline { return nil }
    }
  }

  /// At most a day: the timer repeats, so a longer wait goes on after it.
  private static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return min(seconds, 86_400) * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
