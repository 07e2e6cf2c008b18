import CLinux
import Glibc

/// The time of day.
///
/// It can jump; for durations and deadlines use `ContinuousClock`.
package enum WallClock {
  /// Milliseconds since 1970-01-01 00:00 UTC.
  package static func milliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// `2026-11-30T08:15:00.250Z`, in UTC.
  package static func text(_ milliseconds: Int64) -> String {
    let (seconds, rest) = milliseconds.flooredDivision(by: 1000)
    var time = time_t(seconds)
    var parts = tm()
    guard gmtime_r(&time, &parts) != nil else { return "\(milliseconds) ms" }
    func padded(_ number: some BinaryInteger, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(Int(parts.tm_year) + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-"
      + "\(padded(parts.tm_mday, 2))T\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):"
      + "\(padded(parts.tm_sec, 2)).\(padded(rest, 3))Z"
  }
}

extension Int64 {
  /// Quotient towards minus infinity and a remainder that is never negative.
  fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
