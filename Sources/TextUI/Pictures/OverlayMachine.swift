/// Decides from screen to screen which pictures are shown in pixels, and with which bytes.
///
/// A machine without a clock or a terminal. Its rules: an overlay is dropped as soon as the rows it
/// lies over move, its picture goes, or one of its cells is drawn over; it comes (again) when the
/// screen has been quiet for a while, and at once if it has been quiet before. Until then the
/// picture's cells are seen. Under an overlay lie cells that ncurses never clears across.
package struct OverlayMachine: Sendable {
  /// How long the screen must be quiet before overlays are painted: longer than the pause between
  /// two repeats of a held key.
  package static let quiet = Duration.milliseconds(80)

  /// What to do for one screen, in this order.
  package struct Plan: Equatable, Sendable {
    /// Bytes before the cells are painted.
    package var before: [UInt8] = []
    /// Rows to paint anew, whatever is believed to stand there.
    package var redrawn: Range<Int>?
    /// Places in which no-break spaces take the place of the picture's cells.
    package var reserved: [Rect] = []
    /// Some overlay stays where it is: the rows must not be scrolled on the terminal.
    package var isStill = false
    /// Bytes after the cells are painted.
    package var after: [UInt8] = []

    package init() {}
  }

  private var shown: [PlacedPicture] = []
  private var wanted: [PlacedPicture] = []
  private var shelf = KittyShelf()
  /// When rows or pictures last changed.
  private var lastStir: ContinuousClock.Instant?
  private var isCleared = false

  package init() {}

  /// Nothing is shown or waited for, and the terminal holds nothing.
  package var isIdle: Bool { shown.isEmpty && wanted.isEmpty && shelf.isEmpty && !isCleared }
  /// The places of the overlays on the screen and of those to come.
  package var rects: [Rect] { (shown + wanted).map(\.rect) }
  /// Whether the terminal holds pictures that have to be freed at the end.
  package var holdsPictures: Bool { !shelf.isEmpty }

  /// When the same screen is to be planned again, if nothing else happens.
  package var deadline: ContinuousClock.Instant? {
    guard wanted.contains(where: { !shown.contains($0) }) else { return nil }
    return lastStir.map { $0 + Self.quiet }
  }

  /// Plans a screen.
  ///
  /// `hasMoved` tells that rows of it moved across an overlay's, see ``RowMotion``.
  package mutating func plan(
    _ pictures: [PlacedPicture], form: TerminalAbilities.PictureForm, hasMoved: Bool,
    at now: ContinuousClock.Instant
  ) -> Plan {
    let next = pictures.filter { Self.isEligible($0, form) }
    let wasQuiet = lastStir.map { now >= $0 + Self.quiet } ?? true
    let mustWait = hasMoved || isCleared
    if mustWait || next != wanted { lastStir = now }
    wanted = next
    let kept = mustWait ? [] : shown.filter(next.contains)
    let paints = !mustWait && wasQuiet
    var plan = Plan()
    remove(shown.filter { !kept.contains($0) }, into: &plan)
    // kitty frees every picture that is not shown when the whole screen is cleared.
    if isCleared { plan.before += shelf.clear() }
    isCleared = false
    plan.isStill = !kept.isEmpty
    shown = paints ? next : kept
    plan.reserved = shown.map(\.rect)
    for place in shown where !kept.contains(place) || isHit(place, by: plan.redrawn) {
      plan.after += bytes(for: place)
    }
    return plan
  }

  /// Everything on the screen is painted anew next time: overlays go, and come when it is quiet.
  package mutating func clear() {
    isCleared = !isIdle
  }

  /// The bytes that leave nothing of ours in the terminal; afterwards nothing is shown.
  package mutating func leave() -> [UInt8] {
    let sixels = shown.filter { Self.number(of: $0) == nil }
    let bytes = sixels.flatMap { ScreenBytes.erase($0.rect) } + shelf.clear()
    shown = []
    wanted = []
    lastStir = nil
    isCleared = false
    return bytes
  }

  private static func isEligible(
    _ place: PlacedPicture, _ form: TerminalAbilities.PictureForm
  ) -> Bool {
    guard !place.isCovered, place.rect.width > 0, place.rect.height > 0,
      let overlay = place.picture.overlay
    else { return false }
    switch (overlay.form, form) {
    case (.kitty, .kitty): return true
    case (.sixel(_, let cell), .sixel(let present)): return cell == present
    case (.kitty, .none), (.kitty, .cells), (.kitty, .sixel), (.sixel, .none), (.sixel, .cells),
      (.sixel, .kitty):
      return false
    }
  }

  private static func number(of place: PlacedPicture) -> UInt32? {
    guard case .kitty(let number, _) = place.picture.overlay?.form else { return nil }
    return number
  }

  private mutating func remove(_ gone: [PlacedPicture], into plan: inout Plan) {
    for place in gone {
      if let number = Self.number(of: place) {
        plan.before += shelf.remove(number: number)
      } else {
        plan.before += ScreenBytes.erase(place.rect)
        let rows = plan.redrawn ?? place.rect.y..<place.rect.maxY
        plan.redrawn =
          min(rows.lowerBound, place.rect.y)..<max(rows.upperBound, place.rect.maxY)
      }
    }
  }

  /// Painting a row anew wipes the sixels on it.
  private func isHit(_ place: PlacedPicture, by rows: Range<Int>?) -> Bool {
    guard Self.number(of: place) == nil, let rows else { return false }
    return rows.overlaps(place.rect.y..<place.rect.maxY)
  }

  private mutating func bytes(for place: PlacedPicture) -> [UInt8] {
    switch place.picture.overlay?.form {
    case .kitty(let number, let transmission):
      shelf.place(
        place.picture, number: number, transmission: transmission, in: place.rect,
        keeping: Set(shown.compactMap(Self.number)))
    case .sixel(let bytes, _): ScreenBytes.at(place.rect.origin, bytes)
    case nil: []
    }
  }
}
