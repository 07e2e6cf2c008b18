package import Foundation

/// The field by which a server says when to come back: seconds, or a date.
package enum RetryAfter {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// How long to wait, from nothing to a year.
  ///
  /// - Parameters:
  ///   - text: The field's value.
  ///   - now: The day and time of the answer: a date is meant by the server's clock, which the
  ///     field `Date` tells.
  /// - Returns: The time, nil for what is neither form.
  package static func wait(_ text: String, now: Date) -> Duration? {
    let year: Int64 = 366 * 86_400
    let bare = text.filter { $0 != " " && $0 != "\t" }
    if !bare.isEmpty, bare.utf8.allSatisfy({ (48...57).contains($0) }) {
      return .seconds(Swift.min(Int64(bare) ?? year, year))
    }
    guard let date = date(text) else { return nil }
    let seconds = date.timeIntervalSince(now).rounded(.up)
    return .seconds(Int64(Swift.min(Swift.max(seconds, 0), Double(year))))
  }

  /// Reads a date in any of the three forms of HTTP, nil for anything else.
  ///
  /// RFC 9110 §5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
  /// `Sun Nov  6 08:49:37 1994`.
  package static func date(_ text: String) -> Date? {
    guard text.utf8.count <= 64 else { return nil }
    var parts = text.split(whereSeparator: { " ,-\t".contains($0) }).map { $0.lowercased() }
    guard parts.count >= 5 else { return nil }
    parts.removeFirst()
    // asctime has the month before the day, and the year last.
    let isOld = months.contains(parts[0])
    guard let month = months.firstIndex(of: parts[isOld ? 0 : 1]),
      let day = number(parts[isOld ? 1 : 0], in: 1...31),
      let written = number(parts[isOld ? 3 : 2], in: 0...9_999)
    else { return nil }
    let clock = parts[isOld ? 2 : 3].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let hour = number(clock[0], in: 0...23),
      let minute = number(clock[1], in: 0...59), let second = number(clock[2], in: 0...60)
    else { return nil }
    let year = written < 70 ? written + 2_000 : written < 100 ? written + 1_900 : written
    let days = days(year, month + 1, day)
    return Date(timeIntervalSince1970: Double(((days * 24 + hour) * 60 + minute) * 60 + second))
  }

  private static func number(_ text: some StringProtocol, in range: ClosedRange<Int>) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// Days from 1970-01-01 in the Gregorian calendar.
  ///
  /// March begins the year, so that leap days end it.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let yearDay = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return 365 * year + year / 4 - year / 100 + year / 400 + yearDay - 719_468
  }
}
