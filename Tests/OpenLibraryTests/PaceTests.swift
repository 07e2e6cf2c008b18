import Foundation
import OpenLibrary
import TestSupport
import Testing

/// The limits on requests, against a reference that looks at every window.
@Suite struct PaceTests {
  /// The earliest time at which a request may leave by the limits' own words: tried step by step.
  private func naive(
    _ sent: [(time: Duration, kind: Pace.Kind)], _ kind: Pace.Kind, from now: Duration,
    gap: Duration
  ) -> Duration {
    let ends = sent.map { $0.time + gap } + sent.map { $0.time + Pace.window } + [now]
    let candidates = ends.filter { $0 >= now }.sorted()
    return candidates.first { time in
      let isApart = sent.allSatisfy { time - $0.time >= gap }
      let recent = sent.count { $0.kind == .coverByISBN && time - $0.time < Pace.window }
      return isApart && (kind == .general || recent < Pace.mostCovers)
    } ?? now
  }

  @Test(arguments: [true, false])
  func `no five minutes hold more than a hundred covers, and none waits longer than it must`(
    hasContact: Bool
  ) {
    var random = SeededGenerator()
    let gap = hasContact ? Pace.namedGap : Pace.anonymousGap
    for _ in 0..<12 {
      var pace = Pace(hasContact: hasContact)
      var sent: [(time: Duration, kind: Pace.Kind)] = []
      var now = Duration.seconds(Int.random(in: 0...100, using: &random))
      let rest = [0, 0, 0, 200, 3_000, 40_000].randomElement(using: &random) ?? 0
      for _ in 0..<450 {
        now += .milliseconds(Int.random(in: 0...max(rest, 1), using: &random))
        let kind: Pace.Kind = Int.random(in: 0..<8, using: &random) == 0 ? .general : .coverByISBN
        let expected = naive(Array(sent.suffix(700)), kind, from: now, gap: gap)
        #expect(max(now, pace.earliest(kind)) == expected)
        let time = pace.reserve(kind, now: now)
        #expect(time == expected)
        sent.append((time, kind))
        now = time
      }
      let covers = sent.filter { $0.kind == .coverByISBN }.map(\.time)
      for (index, time) in covers.enumerated() where index >= Pace.mostCovers {
        #expect(time - covers[index - Pace.mostCovers] > .seconds(300))
      }
    }
  }

  @Test func `another contact changes the gap and not the history`() {
    var pace = Pace(hasContact: false)
    for _ in 0..<Pace.mostCovers { _ = pace.reserve(.coverByISBN, now: .zero) }
    #expect(pace.earliest(.general) == .seconds(100))
    #expect(pace.with(hasContact: true).earliest(.general) == .seconds(99) + Pace.namedGap)
    #expect(pace.with(hasContact: true).earliest(.coverByISBN) == Pace.window)
  }
}

/// The pauses after failures.
@Suite struct QuietTests {
  private func pause(
    _ cause: Quiet.Cause, times: Int, asked: Duration? = nil, jitter: Double = 0
  ) -> Duration? {
    var quiet = Quiet()
    for _ in 0..<times { quiet.fail(.covers, cause, now: .zero, asked: asked, jitter: jitter) }
    return quiet.spell(at: .covers, now: .zero)?.until
  }

  @Test func `pauses double up to an hour`() {
    #expect(
      (1...5).map { pause(.serverFault(500), times: $0) }
        == [30, 60, 120, 240, 480].map { .seconds($0) })
    #expect(pause(.away, times: 1_000) == .seconds(3_600))
    #expect(pause(.forbidden, times: 1) == Pace.window)
    #expect(pause(.away, times: 1, jitter: 1) == .milliseconds(22_500))
    #expect(pause(.away, times: 1, jitter: 7) == .milliseconds(22_500))
    #expect(pause(.away, times: 1, jitter: -7) == .seconds(15))
  }

  @Test func `a server's wish is kept, within a day`() {
    #expect(pause(.tooMany, times: 5, asked: .seconds(2)) == .seconds(2))
    #expect(pause(.tooMany, times: 1, asked: .seconds(100), jitter: 1) == .seconds(105))
    #expect(pause(.tooMany, times: 1, asked: .zero) == .seconds(1))
    #expect(pause(.tooMany, times: 1, asked: .seconds(10_000_000)) == .seconds(86_400))
  }

  @Test func `a closed gate is told once, until an answer or another cause comes`() {
    var quiet = Quiet()
    quiet.fail(.covers, .tooMany, now: .zero, asked: .seconds(10), jitter: 0)
    let first = [quiet.tell(at: .covers, now: .zero), quiet.tell(at: .covers, now: .zero)]
    #expect(first == [true, false])
    quiet.fail(.covers, .tooMany, now: .seconds(20), asked: .seconds(10), jitter: 0)
    let again = quiet.tell(at: .covers, now: .seconds(20))
    #expect(!again)
    quiet.fail(.covers, .forbidden, now: .seconds(40), asked: nil, jitter: 0)
    let other = quiet.tell(at: .covers, now: .seconds(40))
    #expect(other)
    quiet.succeed(.covers)
    quiet.fail(.covers, .forbidden, now: .seconds(50), asked: nil, jitter: 0)
    let new = quiet.tell(at: .covers, now: .seconds(50))
    #expect(new)
  }

  @Test func `a gate opens with its time, and the network closes both`() {
    var quiet = Quiet()
    quiet.fail(.covers, .tooMany, now: .zero, asked: .seconds(10), jitter: 0)
    #expect(quiet.spell(at: .covers, now: .seconds(9)) != nil)
    #expect(quiet.spell(at: .covers, now: .seconds(10)) == nil)
    #expect(quiet.spell(at: .records, now: .zero) == nil)
    quiet.fail(.network, .away, now: .zero, asked: nil, jitter: 0)
    #expect(quiet.spell(at: .records, now: .zero)?.cause == .away)
    let news = quiet.tell(at: .records, now: .zero)
    #expect(news)
    #expect(quiet.spell(at: .covers, now: .seconds(11))?.cause == .away)
  }
}

/// When a server says to come back.
@Suite struct RetryAfterTests {
  private let now = Date(timeIntervalSince1970: 784_111_777)

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
    "Sun Nov  6 08:49:37 1994",
  ])
  func `the three forms of a date are one moment`(text: String) {
    #expect(RetryAfter.date(text) == now)
    #expect(RetryAfter.wait(text, now: now.addingTimeInterval(-2)) == .seconds(2))
    #expect(RetryAfter.wait(text, now: now.addingTimeInterval(500)) == .zero)
  }

  @Test func `days are counted as the calendar has them`() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    var random = SeededGenerator()
    for _ in 0..<500 {
      let seconds = Int.random(in: 0...7_000_000_000, using: &random)
      let date = Date(timeIntervalSince1970: Double(seconds))
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second], from: date)
      let month = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
      ][
        (parts.month ?? 1) - 1]
      let text =
        "Mon, \(parts.day ?? 0) \(month) \(parts.year ?? 0)"
        + " \(parts.hour ?? 0):\(parts.minute ?? 0):\(parts.second ?? 0) GMT"
      #expect(RetryAfter.date(text) == date, "\(text)")
    }
  }

  @Test func `seconds are seconds`() {
    #expect(RetryAfter.wait("2", now: now) == .seconds(2))
    #expect(RetryAfter.wait(" 120 ", now: now) == .seconds(120))
    #expect(RetryAfter.wait("99999999999999999999999", now: now) == .seconds(366 * 86_400))
  }

  @Test(arguments: [
    "", "-2", "2.5", "soon", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    "Sun, 06 Foo 1994 08:49:37 GMT", ",,,,,", "a b c d e f", "Sun, 06 Nov 1994 25:49:37 GMT",
    "٢", String(repeating: "9 ", count: 5_000),
  ])
  func `anything else is nothing`(text: String) {
    #expect(RetryAfter.wait(text, now: now) == nil || text.hasPrefix("9 "))
  }
}
