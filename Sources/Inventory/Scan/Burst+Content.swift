extension Burst {
  /// The most digits that are a quantity; five or more are a code, or want to be one.
  private static var quantityDigits: Int { 4 }

  /// The fewest characters of a scan that is none of the known codes, where digits may be keys.
  private static var shortest: Int { 5 }

  /// The same where a field has the focus, so that numbers can be pasted as keys into it.
  private static var shortestInField: Int { 8 }

  /// Where the scan begins in the burst, nil if there is none.
  ///
  /// What comes before are keys: a quantity, or the key that opened the screen.
  var scanStart: Int? {
    let start = contentStart
    let digits = figures(from: start)
    if mode == .desk, shape.ways.contains(.plain), digits > Self.quantityDigits { return start }
    guard isFast(from: start) else { return nil }
    let isLong = digits >= (mode == .text ? Self.shortestInField : Self.shortest)
    if isLong && shape.ways.contains(.plain) { return start }
    if shape.ways == .alt { return strokes.count >= 6 ? 0 : nil }
    return strokes.count >= 8 && reading(from: start).isCode ? start : nil
  }

  /// Whether the burst is a good code, so that a moment of quiet ends it.
  var isOverWhenQuiet: Bool {
    guard strokes.count >= 10, !shape.ways.contains(.words) else { return false }
    if shape.isBare, strokes.count == 11 || strokes.count == 12 { return false }
    let start = contentStart
    guard isFast(from: start) else { return false }
    let reading = reading(from: start)
    guard reading.isCode else { return false }
    if reading.status == "split" { return true }
    let isPlain = shape.ways.contains(.plain)
    let digits = isPlain ? figures(from: start) + (shape.endsInX ? 1 : 0) : strokes.count
    guard reading.isbn != nil else { return [13, 15, 18].contains(digits) }
    // Ten digits may be the first of thirteen; those need an end, or more time.
    if digits >= 13 { return true }
    let text = text(from: start)
    return text.hasPrefix("]X") || digits == 10 && !text.hasPrefix("97")
  }

  /// The place at which content and pauses say that the code begins.
  private var contentStart: Int {
    guard shape.ways.contains(.plain) else { return 0 }
    let whole = reading()
    if shape.digits >= 13, whole.isbn != nil || whole.status == "split" {
      // Fifteen digits may also be a ten-digit number with a price; a quantity is likelier.
      return shape.digits == 15 ? gluedStart ?? gluedLetter(whole) : gluedLetter(whole)
    }
    let pause = afterPause
    if let pause, isFast(from: pause), reading(from: pause).isCode { return pause }
    if let glued = gluedStart { return glued }
    if whole.isCode { return gluedLetter(whole) }
    if let pause, isFast(from: pause), strokes.count - pause >= 6 { return pause }
    return 0
  }

  /// A letter before a code is the scanner's, unless it ends what was being typed.
  private func gluedLetter(_ reading: CodeReading) -> Int {
    isGlued && reading.warning == .prefixDropped ? 1 : 0
  }

  /// Where a whole book's code begins after one to four digits that came with it.
  private var gluedStart: Int? {
    guard shape.isBare, strokes.count > 13 else { return nil }
    return (1...Self.quantityDigits).first { start in
      guard strokes.count - start >= 13 else { return false }
      guard ISBN(digits: digits[start..<start + 13]) != nil else { return false }
      return reading(from: start).isCode
    }
  }

  /// How many digits there are from a stroke on.
  private func figures(from start: Int) -> Int {
    shape.digits - strokes[..<start].count { $0.character.isDecimalDigit }
  }

  /// The scans that the burst holds from a place on.
  func scans(from start: Int, end: Scan.End, at instant: ContinuousClock.Instant) -> [Scan] {
    guard strokes.indices.contains(start) else { return [] }
    let text = text(from: start)
    guard shape.isBare, case .split(let parts) = Code.parse(text) else {
      return [Scan(text: text, end: end, began: strokes[start].at, ended: instant)]
    }
    var scans: [Scan] = []
    var place = start
    for part in parts {
      let next = min(place + part.count, strokes.count)
      let isLast = next == strokes.count
      scans.append(
        Scan(
          text: part, end: isLast ? end : .next, began: strokes[place].at,
          ended: isLast ? instant : strokes[next - 1].at))
      place = next
    }
    return scans
  }

  /// How many strokes the first code of a long run has, nil while the run may be one text.
  ///
  /// Two codes with their add-ons have 36 digits; beyond, the first one is certain.
  var firstOfRun: Int? {
    guard shape.isBare, strokes.count >= 36 else { return nil }
    for length in [13, 18, 15] {
      let first = digits[..<13]
      let second = digits[length..<length + 13]
      if CheckDigit.isValidEAN(first), CheckDigit.isValidEAN(second) { return length }
    }
    return nil
  }
}
