import Foundation

/// What people are told, and when to ask again.
extension OpenLibrary {
  static let switchedOff = Answer<Found>.refused(
    "Looking things up on the internet is switched off in the settings; nothing was sent.")

  static let noISBN = "Only books with an ISBN are looked up; this is a shop's own code."

  /// The answer to who no longer waits, or must not ask.
  var stopped: Answer<Found> {
    guard settings.isOn else { return Self.switchedOff }
    return .later(Later(until: surroundings.day(), why: "The look-up was stopped.", isNews: false))
  }

  /// The answer to who waited longest when too many wait.
  var crowded: Answer<Found> {
    rest(
      "More than \(Limits.waiting) books wait to be looked up; this one comes later.",
      for: .seconds(60))
  }

  /// An answer about one book that cannot be used now.
  func rest(_ why: String, for time: Duration = Limits.restTime) -> Answer<Found> {
    .later(Later(until: day(after: time), why: why, isNews: true))
  }

  /// The day and time that is so far away.
  func day(after time: Duration) -> Date {
    surroundings.day().addingTimeInterval(time / .seconds(1))
  }

  /// How a question counts.
  static func kind(of question: Question) -> Pace.Kind {
    switch question {
    case .cover: .coverByISBN
    case .record, .picture: .general
    }
  }

  /// Whose failures concern a question.
  static func gate(of question: Question) -> Quiet.Gate {
    switch question {
    case .cover, .picture: .covers
    case .record: .records
    }
  }

  /// Why a question is not asked now, nil when it may be.
  func closed(to question: Question) -> Later? {
    closed(Self.gate(of: question))
  }

  /// Why nothing goes through a gate now, nil when it is open; from then on people have heard it.
  func closed(_ gate: Quiet.Gate) -> Later? {
    let now = surroundings.now()
    guard let spell = quiet.spell(at: gate, now: now) else { return nil }
    let isNews = quiet.tell(at: gate, now: now)
    return Later(
      until: day(after: spell.until - now), why: Self.sentence(spell.cause), isNews: isNews)
  }

  /// Notes a failure and says it.
  func fail(_ gate: Quiet.Gate, _ cause: Quiet.Cause, asked: Duration? = nil) -> Answer<Found> {
    let now = surroundings.now()
    quiet.fail(gate, cause, now: now, asked: asked, jitter: surroundings.jitter())
    return closed(gate).map { .later($0) } ?? stopped
  }

  private static func sentence(_ cause: Quiet.Cause) -> String {
    switch cause {
    case .forbidden:
      "Open Library has been asked for too many covers (403); it is asked again later."
    case .tooMany: "Open Library asks to be left alone for a while (429)."
    case .serverFault(let status):
      "Open Library has a fault of its own (\(status)); it is asked again later."
    case .away: "Open Library cannot be reached; books are looked up when the network is back."
    case .page:
      "A web page came instead of Open Library's answer: the network may ask for a sign-in."
    }
  }
}
