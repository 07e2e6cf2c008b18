@preconcurrency import Dispatch
import Glibc

/// The only pauses in the tests: the pace of keystrokes, the breath between two looks.
///
/// Everything else waits for what it is waiting for.
enum Pause {
  private static let timers = DispatchQueue(label: "pauses")

  /// Blocks the calling thread until a moment; a moment gone by is no pause.
  static func until(_ moment: ContinuousClock.Instant) {
    while true {
      let left = moment - .now
      guard left > .zero else { return }
      let (seconds, attoseconds) = left.components
      var wanted = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      nanosleep(&wanted, nil)
    }
  }

  /// Lets others run for a moment.
  static func breathe(_ length: Duration) async {
    await withCheckedContinuation { done in
      timers.asyncAfter(deadline: .now() + length.dispatchInterval) { done.resume() }
    }
  }
}
