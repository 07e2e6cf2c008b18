import Inventory
package import TextUI

/// The whole state of the screens.
package struct State: Sendable {
  /// What keys change.
  package var ui = Interface()
  /// What came from the store.
  package var data = StockData()
  package var size: Size
  /// What the terminal can show, as far as it is known; nil where nobody has said.
  package internal(set) var abilities: TerminalAbilities?
  /// The instant of the newest message.
  package var instant: ContinuousClock.Instant
  /// The wall clock at the newest message, in milliseconds since 1970.
  package var wall: Int64
  /// Tells scans from keys.
  var decoder = ScanDecoder<KeyPress>()
  /// Tells a bounce from a second copy.
  var repeats = RepeatFilter()
  /// The interface as it was when the decoder last saw that a scan may be beginning.
  var before: Interface?
  /// When a character last came, for an Enter that belongs to it.
  var lastCharacter: ContinuousClock.Instant?

  init(size: Size, instant: ContinuousClock.Instant, wall: Int64) {
    self.size = size
    self.instant = instant
    self.wall = wall
  }

  /// Shows an outcome; successes and notes go by themselves.
  mutating func say(_ kind: HUD.Kind, _ text: String) {
    if let other = data.hud, let since = other.since, instant - since < HUD.leastTime {
      data.waiting.insert(HUD(kind: other.kind, text: other.text), at: 0)
    }
    let goes = kind == .done || kind == .note
    data.hud = HUD(kind: kind, text: text, until: goes ? instant + HUD.time : nil)
  }

  /// Says what no act of the person's has caused: when nothing else stands there.
  mutating func sayLater(_ kind: HUD.Kind, _ text: String) {
    guard data.waiting.count < StockData.waitingLimit else { return }
    data.waiting.append(HUD(kind: kind, text: text))
  }

  /// Says the first of what waits, if nothing else is said.
  mutating func sayWaiting() {
    guard data.hud == nil, !data.waiting.isEmpty else { return }
    var next = data.waiting.removeFirst()
    next.since = instant
    next.until = instant + (next.kind == .note ? HUD.time : HUD.longTime)
    data.hud = next
  }

  /// A new act: what was said of the one before is over.
  mutating func clearHUD() {
    if data.hud?.since == nil { data.hud = nil }
  }

  /// Whether the line of outcomes speaks of a cover that is on its way.
  private var isCoverUnderWay: Bool {
    guard let cover = data.hud?.cover else { return false }
    return data.board.rows.contains { $0.book == cover.key && $0.isActive }
  }

  /// Lets go of what was to be shown for a while only.
  mutating func expire() {
    if let until = data.hud?.until, until <= instant {
      // What speaks of a cover on its way stays until that has ended, if nothing waits to be said.
      if isCoverUnderWay, data.waiting.isEmpty {
        data.hud?.until = instant + HUD.time
      } else {
        data.hud = nil
      }
    }
    data.board.expire(at: instant)
    if !data.marks.isEmpty { data.marks = data.marks.filter { $0.value > instant } }
  }
}
