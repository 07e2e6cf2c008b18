/// Characters that came one close after another, or one entry typed at the desk.
struct Burst<Key: Sendable>: Sendable {
  struct Stroke: Sendable {
    let character: Character
    let key: Key
    let at: ContinuousClock.Instant
  }

  /// What keys meant when it began.
  let mode: ScanMode

  /// Whether other characters came directly before.
  let isGlued: Bool

  private(set) var strokes: [Stroke] = []

  /// How many of the strokes have acted; the others are held.
  var acted = 0

  private(set) var shape = CodeShape()

  /// The digits, as long as there is nothing but digits.
  private(set) var digits: [UInt8] = []

  init(mode: ScanMode, isGlued: Bool) {
    self.mode = mode
    self.isGlued = isGlued
  }

  var isEmpty: Bool { strokes.isEmpty }
  var last: ContinuousClock.Instant? { strokes.last?.at }
  var hasHeld: Bool { acted < strokes.count }

  /// Adds a stroke unless it makes the burst something that is no code.
  mutating func append(_ stroke: Stroke, isAlt: Bool) -> Bool {
    guard shape.take(stroke.character, isAlt: isAlt) else { return false }
    strokes.append(stroke)
    if shape.isBare { digits.append(UInt8(stroke.character.wholeNumberValue ?? 0)) }
    return true
  }

  /// Takes the last stroke away, which has acted.
  mutating func removeLast() {
    let kept = strokes.dropLast()
    strokes = []
    digits = []
    shape = CodeShape()
    for stroke in kept { _ = append(stroke, isAlt: false) }
    acted = strokes.count
  }

  /// Takes strokes away at the beginning, which have become a scan.
  mutating func removeFirst(_ count: Int) {
    let kept = strokes.dropFirst(count)
    strokes = []
    digits = []
    shape = CodeShape()
    for stroke in kept { _ = append(stroke, isAlt: false) }
    acted = max(0, acted - count)
  }

  /// The text from a stroke on, Alt codes decoded.
  func text(from start: Int = 0) -> String {
    let text = String(strokes.dropFirst(start).map(\.character))
    return shape.ways == .alt ? AltCodes.text(of: text) ?? text : text
  }

  /// What the text from a stroke on is.
  func reading(from start: Int = 0) -> CodeReading {
    if shape.isBare { return Code.reading(of: Array(digits[start...])) }
    return Code.parse(text(from: start))
  }

  /// Where the part after the last pause begins, nil if there was no pause.
  ///
  /// Only a quantity comes before a pause, so that the place is one of the first four.
  var afterPause: Int? {
    let quantity = min(4, strokes.count - 1)
    guard quantity >= 1 else { return nil }
    return (1...quantity).last { strokes[$0].at - strokes[$0 - 1].at > ScanTiming.gap }
  }

  /// Whether the strokes came as from a scanner: close together, but for a rare stall.
  func isFast(from start: Int = 0) -> Bool {
    guard strokes.count - start >= 5 else { return false }
    var close = 0
    var sum = Duration.zero
    for index in (start + 1)..<strokes.count {
      let gap = strokes[index].at - strokes[index - 1].at
      guard gap <= ScanTiming.gap else { continue }
      close += 1
      sum += gap
    }
    guard close * 4 >= (strokes.count - start - 1) * 3 else { return false }
    return sum <= ScanTiming.average * close
  }

  /// Whether a scan has begun for certain, though it is not whole yet.
  var isPartialScan: Bool {
    guard mode != .text else { return false }
    let start = afterPause ?? 0
    if shape.ways == .alt { return strokes.count >= 6 && isFast() }
    return (shape.digits - start >= 6 || shape.isTelling) && isFast(from: start)
  }
}
