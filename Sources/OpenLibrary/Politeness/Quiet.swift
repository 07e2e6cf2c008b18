/// The times in which a service is left alone after it failed, as a pure machine.
///
/// A spell begins with a failure and ends with an answer. Within it the pauses double, and people
/// are told once.
package struct Quiet: Sendable {
  /// Whom a failure concerns.
  package enum Gate: String, Sendable, Hashable, CaseIterable, Codable {
    /// The service of cover pictures.
    case covers
    /// The service of titles.
    case records
    /// The network: closed for both.
    case network
  }

  /// What failed.
  package enum Cause: Sendable, Hashable, Codable {
    /// 403: too many covers were asked for; Open Library says so by this status.
    case forbidden
    /// 429.
    case tooMany
    /// 5xx.
    case serverFault(Int)
    /// The server was not reached, or the connection broke.
    case away
    /// A page or the like, as a hotel's network answers everything.
    case page
  }

  /// A pause after a failure.
  package struct Spell: Sendable, Hashable {
    /// Why.
    package var cause: Cause
    /// When asking again is allowed.
    package var until: Duration
    var failures: Int
    var isTold: Bool
  }

  /// The longest pause of our own.
  package static let longest: Duration = .seconds(3_600)

  /// The longest pause that a server can ask for.
  package static let longestAsked: Duration = .seconds(86_400)

  private var spells: [Gate: Spell] = [:]

  /// Creates open gates, but for spells that go on.
  package init(_ spells: [(gate: Gate, spell: Spell)] = []) {
    for (gate, spell) in spells { self.spells[gate] = spell }
  }

  /// All spells, those whose pause is over too: the next failure counts on.
  package var all: [(gate: Gate, spell: Spell)] {
    Gate.allCases.compactMap { gate in spells[gate].map { (gate, $0) } }
  }

  /// The pause a request through a gate has to keep, nil when it may go.
  package func spell(at gate: Gate, now: Duration) -> Spell? {
    let found = [spells[.network], spells[gate]].compactMap { $0 }.filter { $0.until > now }
    return found.max { $0.until < $1.until }
  }

  /// Notes a failure and returns the pause that follows it.
  ///
  /// - Parameters:
  ///   - gate: Whom it concerns.
  ///   - cause: What failed.
  ///   - now: When.
  ///   - asked: How long the server asks to be left alone, nil if it does not say.
  ///   - jitter: 0 to 1: how much is added, so that many desks do not come back at once.
  package mutating func fail(
    _ gate: Gate, _ cause: Cause, now: Duration, asked: Duration?, jitter: Double
  ) {
    let before = spells[gate]
    let failures = min((before?.failures ?? 0) + 1, 16)
    let spread = min(max(jitter, 0), 1)
    let pause: Duration
    if let asked {
      let kept = min(max(asked, .seconds(1)), Self.longestAsked)
      pause = kept + min(kept / 10, .seconds(5)) * spread
    } else {
      let doubled = Self.first(cause) * (1 << (failures - 1))
      let kept = min(doubled, Self.longest)
      pause = kept + kept / 2 * spread
    }
    let isSame = before?.cause == cause
    spells[gate] = Spell(
      cause: cause, until: now + pause, failures: failures,
      isTold: isSame && before?.isTold == true)
  }

  /// Ends a gate's spell: an answer came.
  package mutating func succeed(_ gate: Gate) {
    spells[gate] = nil
  }

  /// Whether people have not heard of the pause yet; from now on they have.
  package mutating func tell(at gate: Gate, now: Duration) -> Bool {
    let gates = [Gate.network, gate]
    let closed = gates.filter { (spells[$0]?.until ?? .zero) > now }
    let isNews = closed.contains { spells[$0]?.isTold == false }
    for gate in closed { spells[gate]?.isTold = true }
    return isNews
  }

  /// The first pause after a cause, when the server does not say.
  private static func first(_ cause: Cause) -> Duration {
    switch cause {
    case .forbidden: Pace.window
    case .tooMany, .page: .seconds(60)
    case .serverFault: .seconds(30)
    case .away: .seconds(15)
    }
  }
}
