/// Tells scans from typing: a pure machine that the app feeds with keys and the time.
///
/// Nothing but time and shape tells a scanner from a person. The first character of a burst acts
/// at once; further ones are held (in fields they act too) until it is clear what the burst is. A
/// burst that proves to be a scan is taken back and handed out whole. Where the content decides,
/// the time between characters does not matter.
///
/// `Key` is the app's own key type; it is handed back untouched in ``ScanEvent/key(_:)``.
public struct ScanDecoder<Key: Sendable>: Sendable {
  /// What keys mean now.
  public var mode: ScanMode

  /// Characters whose act cannot be taken back on this screen; they wait for a burst's gap.
  public var irrevocable: Set<Character> = []

  /// When ``advance(to:)`` wants to be called, nil while nothing is open.
  public private(set) var deadline: ContinuousClock.Instant?

  var burst: Burst<Key>

  /// When a character last acted that was no scan's.
  private var lastTyped: ContinuousClock.Instant?

  /// When the last scan was over.
  private var lastEnd: ContinuousClock.Instant?

  /// Creates a decoder with nothing pending.
  public init(mode: ScanMode = .keys) {
    self.mode = mode
    burst = Burst(mode: mode, isGlued: false)
  }

  /// Takes one key press, read at an instant, and tells what follows from it.
  public mutating func receive(
    _ stroke: ScanStroke, key: Key, at instant: ContinuousClock.Instant
  ) -> [ScanEvent<Key>] {
    var events: [ScanEvent<Key>] = []
    if let deadline, instant > deadline { events += expire() }
    switch stroke {
    case .character(let character):
      take(Stroke(character: character, key: key, at: instant), isAlt: false, &events)
    case .alt(let character) where character.isDecimalDigit:
      take(Stroke(character: character, key: key, at: instant), isAlt: true, &events)
    case .enter:
      close(.enter, key: key, at: instant, &events)
    case .tab:
      close(.tab, key: key, at: instant, &events)
    case .erase where burst.mode == .desk && !burst.isEmpty:
      release(&events)
      burst.removeLast()
      events.append(.key(key))
    case .erase, .other, .alt:
      reset(&events)
      events.append(.key(key))
    }
    schedule()
    return events
  }

  /// Tells what follows from time having passed.
  public mutating func advance(to instant: ContinuousClock.Instant) -> [ScanEvent<Key>] {
    guard let deadline, instant >= deadline else { return [] }
    let events = expire()
    schedule()
    return events
  }

  typealias Stroke = Burst<Key>.Stroke

  private mutating func take(_ stroke: Stroke, isAlt: Bool, _ events: inout [ScanEvent<Key>]) {
    if let last = burst.last {
      let isClose = stroke.at - last <= ScanTiming.gap
      if continues(stroke, isClose: isClose), burst.append(stroke, isAlt: isAlt) {
        if burst.mode == .text || !isClose && !burst.isPartialScan { release(&events) }
        takeOutWhole(at: stroke.at, &events)
        return
      }
      lastTyped = last
      reset(&events)
    }
    let pause = mode == .text ? ScanTiming.typing : ScanTiming.gap
    let isGlued = lastTyped.map { stroke.at - $0 <= pause } ?? false
    burst = Burst(mode: mode, isGlued: isGlued)
    guard burst.append(stroke, isAlt: isAlt) else {
      events.append(.key(stroke.key))
      lastTyped = stroke.at
      return
    }
    events.append(.mark)
    if mode == .text || !irrevocable.contains(stroke.character) { release(&events) }
  }

  /// Whether a stroke belongs to the burst by its time: a desk's entry has all the time it wants.
  private func continues(_ stroke: Stroke, isClose: Bool) -> Bool {
    if isClose { return true }
    if let last = burst.last, stroke.at - last <= ScanTiming.stall, burst.isPartialScan {
      return true
    }
    guard burst.mode == .desk, mode == .desk, burst.shape.ways.contains(.plain) else {
      return false
    }
    return burst.shape.digits > 0
  }

  private mutating func close(
    _ end: Scan.End, key: Key, at instant: ContinuousClock.Instant,
    _ events: inout [ScanEvent<Key>]
  ) {
    guard let last = burst.last else {
      if let lastEnd, instant - lastEnd <= ScanTiming.echo { return }
      events.append(.key(key))
      return
    }
    let isInTime =
      burst.mode == .desk || burst.isPartialScan || instant - last <= ScanTiming.gap
    if isInTime, let start = burst.scanStart {
      emit(from: start, end: end, at: instant, &events)
    } else {
      reset(&events)
      events.append(.key(key))
    }
  }

  /// What the deadline's coming means.
  private mutating func expire() -> [ScanEvent<Key>] {
    var events: [ScanEvent<Key>] = []
    guard let last = burst.last else { return events }
    if burst.isOverWhenQuiet || burst.isPartialScan, let start = burst.scanStart {
      emit(from: start, end: .quiet, at: last, &events)
    } else if burst.mode == .desk {
      release(&events)
    } else {
      reset(&events)
    }
    return events
  }

  private mutating func schedule() {
    guard let last = burst.last else {
      deadline = nil
      return
    }
    if burst.isOverWhenQuiet {
      deadline = last + ScanTiming.quiet
    } else if burst.hasHeld {
      deadline = last + (burst.isPartialScan ? ScanTiming.stall : ScanTiming.gap)
    } else {
      deadline = nil
    }
  }

  /// Hands out a scan, what was typed before it as keys.
  mutating func emit(
    from start: Int, end: Scan.End, at instant: ContinuousClock.Instant,
    _ events: inout [ScanEvent<Key>]
  ) {
    var kept = burst.acted
    if burst.acted > start {
      events.append(.takeBack)
      kept = 0
    }
    events += burst.strokes[kept..<start].map { .key($0.key) }
    events += burst.scans(from: start, end: end, at: instant).map { .scan($0) }
    burst = Burst(mode: mode, isGlued: false)
    lastEnd = instant
    lastTyped = nil
  }

  /// Hands out the first code of a run without ends, once the next one stands whole behind it.
  private mutating func takeOutWhole(
    at instant: ContinuousClock.Instant, _ events: inout [ScanEvent<Key>]
  ) {
    guard let count = burst.firstOfRun else { return }
    if burst.acted > 0 { events.append(.takeBack) }
    let strokes = burst.strokes[..<count]
    if let first = strokes.first, let last = strokes.last {
      let text = String(strokes.map(\.character))
      events.append(.scan(Scan(text: text, end: .next, began: first.at, ended: last.at)))
    }
    burst.removeFirst(count)
    burst.acted = 0
    events.append(.mark)
    if burst.mode == .text { release(&events) }
  }

  /// Lets what is held act.
  private mutating func release(_ events: inout [ScanEvent<Key>]) {
    events += burst.strokes[burst.acted...].map { .key($0.key) }
    burst.acted = burst.strokes.count
  }

  /// Lets what is held act and forgets the burst.
  private mutating func reset(_ events: inout [ScanEvent<Key>]) {
    release(&events)
    burst = Burst(mode: mode, isGlued: false)
  }
}
