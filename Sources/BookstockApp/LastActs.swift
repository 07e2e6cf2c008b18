import Inventory
import InventoryStore

/// What this desk has done in this run of the program, as far as taking it back is concerned.
struct LastActs: Sendable, Hashable {
  /// A movement, and what taking it back takes back.
  private struct Made: Sendable, Hashable {
    var id: String
    var words: String
  }

  /// Movements of this run that are not taken back, the newest last.
  private var made: [Made] = []
  /// Where the picture comes from, when the last act gave a book one or took one off.
  ///
  /// A picture is no movement, so taking back would take back the act before it.
  var cover: CoverSource?

  /// More than anybody takes back one by one.
  private static let limit = 64

  /// What would be taken back next, as far as is known.
  var last: String? { made.last?.words }

  /// Takes over what the store has written.
  mutating func take(_ receipt: Receipt, of act: Act) {
    guard act != .undo else {
      if made.last?.id == receipt.undone?.id { made = made.dropLast() } else { forget() }
      return
    }
    if made.count >= Self.limit { made.removeFirst() }
    made.append(Made(id: receipt.movement.id, words: Wording.act(act, receipt)))
  }

  /// Forgets the movements: others may have been made or taken back under this desk's name.
  mutating func forget() { made = [] }
}
