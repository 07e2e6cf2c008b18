/// When the next request may leave: the limits that the service asks for, as a pure machine.
///
/// Times are durations since one beginning that never run backwards; the caller reads the clock.
/// Open Library: 100 covers by ISBN in five minutes; one request a second, three with a contact.
package struct Pace: Sendable {
  /// What a request asks for, as the limits tell requests apart.
  package enum Kind: Sendable, Hashable {
    /// A cover by ISBN: counted within the window, and like any other.
    case coverByISBN
    /// Anything else that is asked of the service.
    case general
  }

  /// The most covers by ISBN within ``window``.
  package static let mostCovers = 100

  /// How long a cover counts: five minutes, and some seconds because requests do not travel evenly.
  package static let window: Duration = .seconds(305)

  /// From one request to the next, for those who do not say whom to write to.
  package static let anonymousGap: Duration = .seconds(1)

  /// From one request to the next, for those who do.
  package static let namedGap: Duration = .milliseconds(334)

  private let gap: Duration
  /// The times of the last covers by ISBN, ascending, at most ``mostCovers``.
  private(set) var covers: [Duration]
  private(set) var last: Duration?

  /// Creates a pace with what was sent before.
  ///
  /// - Parameters:
  ///   - hasContact: Whether the service is told whom to write to.
  ///   - covers: The times of the last covers by ISBN, ascending.
  ///   - last: The time of the last request.
  package init(hasContact: Bool, covers: [Duration] = [], last: Duration? = nil) {
    gap = hasContact ? Self.namedGap : Self.anonymousGap
    self.covers = covers.suffix(Self.mostCovers)
    self.last = last
  }

  /// The same history under another gap.
  package func with(hasContact: Bool) -> Pace {
    Pace(hasContact: hasContact, covers: covers, last: last)
  }

  /// The earliest time at which a request may leave; it may be past.
  package func earliest(_ kind: Kind) -> Duration {
    let free = last.map { $0 + gap } ?? covers.last ?? .zero
    guard kind == .coverByISBN, covers.count == Self.mostCovers, let oldest = covers.first else {
      return free
    }
    return max(free, oldest + Self.window)
  }

  /// Takes the next place for a request and returns its time, `now` or later.
  ///
  /// Linear in ``mostCovers``.
  package mutating func reserve(_ kind: Kind, now: Duration) -> Duration {
    let time = max(now, earliest(kind))
    last = time
    if kind == .coverByISBN {
      if covers.count == Self.mostCovers { covers.removeFirst() }
      covers.append(time)
    }
    return time
  }
}
