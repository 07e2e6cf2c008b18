import Glibc

/// A wall clock's reading in the desk's time zone.
package struct LocalTime: Sendable, Hashable {
  package var year: Int
  /// 1…12.
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int

  package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Reads the machine's time zone; a time no calendar reaches is shown as the first of 1970.
  package init(milliseconds: Int64) {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    if localtime_r(&seconds, &parts) == nil {
      seconds = 0
      localtime_r(&seconds, &parts)
    }
    self.init(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }

  /// `11:58:07`.
  package var clock: String { "\(Self.two(hour)):\(Self.two(minute)):\(Self.two(second))" }

  /// As short as a reader of `today` can do with: `11:58`, `Jun 14`, or `2025-06-14`.
  package func short(today: LocalTime) -> String {
    if (year, month, day) == (today.year, today.month, today.day) {
      return "\(Self.two(hour)):\(Self.two(minute))"
    }
    if year == today.year, Self.months.indices.contains(month - 1) {
      return "\(Self.months[month - 1]) \(day)"
    }
    return "\(year)-\(Self.two(month))-\(Self.two(day))"
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
