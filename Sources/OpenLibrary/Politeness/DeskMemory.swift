package import Foundation

/// What a desk remembers from one run of the program to the next, so that a hundred runs are no
/// politer and no ruder than one that asks a hundred times.
///
/// A file of it may hold anything: times are brought into their bounds.
package struct DeskMemory: Codable, Sendable, Hashable {
  /// When the last covers were asked for by ISBN.
  package var covers: [Date]
  /// When the last request was sent.
  package var last: Date?
  /// The pauses after failures.
  package var pauses: [Pause]

  /// A pause after a failure.
  package struct Pause: Codable, Sendable, Hashable {
    package var gate: Quiet.Gate
    package var cause: Quiet.Cause
    package var until: Date
    package var failures: Int

    /// Creates a pause.
    package init(gate: Quiet.Gate, cause: Quiet.Cause, until: Date, failures: Int) {
      self.gate = gate
      self.cause = cause
      self.until = until
      self.failures = failures
    }
  }

  /// Creates a memory; without anything it is that of a new desk.
  package init(covers: [Date] = [], last: Date? = nil, pauses: [Pause] = []) {
    self.covers = covers
    self.last = last
    self.pauses = pauses
  }

  /// Both clocks at one moment: one tells days, which a file can keep, the other never jumps.
  struct Clock {
    let now: Duration
    let day: Date

    /// A day and time as the other clock has it, at most so far back and so far ahead.
    private func time(_ date: Date, back: Duration, ahead: Duration) -> Duration {
      let seconds = date.timeIntervalSince(day)
      guard seconds.isFinite else { return now }
      return now + .seconds(min(max(seconds, -(back / .seconds(1))), ahead / .seconds(1)))
    }

    /// A time that is past; one to come is taken for this moment.
    func past(_ date: Date) -> Duration {
      time(date, back: Pace.window * 2, ahead: .zero)
    }

    func date(_ time: Duration) -> Date { day.addingTimeInterval((time - now) / .seconds(1)) }

    func spell(_ pause: Pause) -> (gate: Quiet.Gate, spell: Quiet.Spell) {
      let until = time(pause.until, back: Quiet.longest, ahead: Quiet.longestAsked)
      let failures = min(max(pause.failures, 1), 16)
      return (
        pause.gate,
        Quiet.Spell(cause: pause.cause, until: until, failures: failures, isTold: false)
      )
    }

    func pause(_ entry: (gate: Quiet.Gate, spell: Quiet.Spell)) -> Pause {
      Pause(
        gate: entry.gate, cause: entry.spell.cause, until: date(entry.spell.until),
        failures: entry.spell.failures)
    }
  }
}
