/// `Retry-After`: seconds, or a date of HTTP.
enum RetryAfter {
  /// The span it asks for, from `now` (seconds since 1970) on; nil if it is neither.
  ///
  /// A date gone by is no wait; nothing longer than a day is believed.
  static func duration(_ text: String?, now: Double) -> Duration? {
    guard let text, text.utf8.count <= 64 else { return nil }
    let seconds: Double
    if let number = Int(text), number >= 0 {
      seconds = Double(number)
    } else if let date = seconds1970(ofHTTPDate: text) {
      seconds = max(0, date - now)
    } else {
      return nil
    }
    return .milliseconds(Int64(min(seconds, 86_400) * 1_000))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, the form that is to be sent.
  static func seconds1970(ofHTTPDate text: String) -> Double? {
    let words = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == ":" })
    guard words.count == 8, words[7] == "GMT", let day = Int(words[1]), (1...31).contains(day),
      let month = months.firstIndex(where: { $0 == words[2] }), let year = Int(words[3]),
      (1970...9999).contains(year), let hour = Int(words[4]), (0...23).contains(hour),
      let minute = Int(words[5]), (0...59).contains(minute), let second = Int(words[6]),
      (0...60).contains(second)
    else { return nil }
    let days = CalendarDays.since1970(year: year, month: month + 1, day: day)
    return Double(days * 86_400 + hour * 3_600 + minute * 60 + second)
  }
}

/// Days of the Gregorian calendar.
enum CalendarDays {
  /// Days from 1970-01-01 to a date.
  static func since1970(year: Int, month: Int, day: Int) -> Int {
    // The year begins in March, so that its leap day is its last.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The number of a month's days.
  static func count(year: Int, month: Int) -> Int {
    let next = month == 12 ? (year + 1, 1) : (year, month + 1)
    return since1970(year: next.0, month: next.1, day: 1)
      - since1970(year: year, month: month, day: 1)
  }
}
