package import Foundation

/// Dates as buckets write them.
package enum Timestamp {
  /// A date of RFC 3339 with 0 to 9 digits of a second's fraction, and `Z`, `+00:00` or `+0000`.
  ///
  /// Nil for anything else, dates that do not exist included.
  package static func date(_ text: String) -> Date? {
    var rest = Array(text.utf8)[...]
    guard let year = number(4, &rest), mark("-", &rest), let month = number(2, &rest),
      mark("-", &rest), let day = number(2, &rest), mark("Tt", &rest),
      let hour = number(2, &rest), mark(":", &rest), let minute = number(2, &rest),
      mark(":", &rest), let second = number(2, &rest), let fraction = fraction(&rest),
      let offset = offset(&rest), rest.isEmpty, (1...12).contains(month),
      (1...CalendarDays.count(year: year, month: month)).contains(day),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let days = CalendarDays.since1970(year: year, month: month, day: day)
    let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset * 60
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  private static func number(_ digits: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
    let part = rest.prefix(digits)
    guard part.count == digits, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    rest = rest.dropFirst(digits)
    return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func mark(_ marks: String, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard let first = rest.first, marks.utf8.contains(first) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Double? {
    guard mark(".", &rest) else { return 0 }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard (1...9).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reversed().reduce(0.0) { ($0 + Double($1 - 0x30)) / 10 }
  }

  /// Minutes east of Greenwich.
  private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
    if mark("Zz", &rest) { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard mark("+-", &rest), let hours = number(2, &rest) else { return nil }
    _ = mark(":", &rest)
    guard let minutes = number(2, &rest), hours < 24, minutes < 60 else { return nil }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }
}
