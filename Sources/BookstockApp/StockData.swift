package import Inventory
package import InventoryStore

/// What came from the store, and what has been asked of it; never taken back.
package struct StockData: Sendable {
  /// The newest window over the shelf; old rows stay until it is replaced.
  package var page: ShelfPage?
  package var totals: Totals?
  /// The trouble that keeps the screens from being live, until the store answers again.
  package var trouble: StoreTrouble?
  package var plus = Run()
  package var minus = Run()
  /// The books that Add and Fix watch, as they are now.
  package var watched: Book?
  /// The selected book's last movements, newest first.
  package var recent: (key: StockKey, movements: [Movement])?
  /// Rows that another desk has just changed, and until when they are marked.
  package var marks: [StockKey: ContinuousClock.Instant] = [:]
  /// The newest state of books that this desk wrote itself, so that they are not marked.
  var own: [StockKey: Book] = [:]
  /// Books that this desk is writing at the moment.
  var writing: [StockKey: Int] = [:]
  /// Acts that this desk is taking back at the moment.
  var undoing = 0
  /// What this desk has done in this run, for taking it back.
  var acts = LastActs()
  /// The line of outcomes.
  package var hud: HUD?
  /// What is to be said when the line of outcomes is free.
  var waiting: [HUD] = []
  /// The cover that is shown or on its way.
  package var cover: ShownCover?
  /// What is on its way in or out.
  package var board = TransferBoard()
  /// Books that this desk has given another cover, so that they are not marked.
  private(set) var covering: Set<StockKey> = []
  /// Numbers the look-ups, so that only the answer of the newest one is used.
  var lookup = 0

  /// The most books kept in `own`: far more than can be under way between two pages.
  static let ownLimit = 256
  /// More than this nobody would wait to read.
  static let waitingLimit = 8
  /// How long a row changed elsewhere is marked.
  package static let markTime: Duration = .seconds(1)

  package init() {}

  package subscript(mood: Mood) -> Run {
    get { mood == .plus ? plus : minus }
    set { if mood == .plus { plus = newValue } else { minus = newValue } }
  }

  /// A book as it was last seen on any screen.
  func known(_ key: StockKey) -> Book? {
    own[key] ?? page?.rows.first { $0.book.key == key }?.book
  }

  /// Keeps a book that this desk wrote.
  mutating func keepOwn(_ book: Book) {
    if own.count >= Self.ownLimit { own.removeAll(keepingCapacity: true) }
    own[book.key] = book
  }

  /// Remembers that this desk gives a book another cover.
  mutating func keepCovering(_ key: StockKey) {
    if covering.count >= Self.ownLimit { covering.removeAll(keepingCapacity: true) }
    covering.insert(key)
  }

  /// Whether a book differs only in a cover that this desk has given it.
  func isOwnCover(_ book: Book, insteadOf was: Book) -> Bool {
    guard covering.contains(book.key) else { return false }
    var same = was
    (same.icon, same.timestamp) = (book.icon, book.timestamp)
    return same == book
  }
}
