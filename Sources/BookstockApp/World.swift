package import Inventory
package import InventoryStore
package import TextUI

/// Everything the screens need from outside, as closures: the stock, the clock, the desk's name.
///
/// The stock's closures throw `Refusal` (nothing changed) or `StoreTrouble`, as the store does.
/// What concerns covers and transfers need not be given: without it there is nothing of them to
/// see.
package struct World: Sendable {
  package var move: @Sendable (StockKey, _ change: Int, Reason) async throws -> Receipt
  package var add: @Sendable (Book) async throws -> Receipt
  package var fix: @Sendable (StockKey, BookChanges) async throws -> Receipt
  package var remove: @Sendable (StockKey) async throws -> Receipt
  package var undo: @Sendable () async throws -> Receipt
  package var book: @Sendable (StockKey) async throws -> Book?
  package var shelf: @Sendable (ShelfRequest) -> AsyncStream<Live<ShelfPage>>
  package var totals: @Sendable () -> AsyncStream<Live<Totals>>
  package var watch: @Sendable (StockKey) -> AsyncStream<Live<Book?>>
  package var recent: @Sendable (StockKey, _ limit: Int) -> AsyncStream<Live<[Movement]>>
  /// Milliseconds since 1970.
  package var now: @Sendable () -> Int64
  /// The clock that input is stamped by.
  package var instant: @Sendable () -> ContinuousClock.Instant
  /// The wall clock's reading at a number of milliseconds since 1970, in the desk's time zone.
  package var localTime: @Sendable (Int64) -> LocalTime
  /// The desk's name in the ledger.
  package var desk: String

  /// The book's cover in a size and form, and again whenever it has changed.
  ///
  /// Cancelled as soon as the cover's place is gone or belongs to another request.
  package var cover: @Sendable (CoverRequest) -> AsyncStream<CoverNews> = { _ in .nothing }
  /// The cover if it is made already; called between two pictures, so it must take microseconds.
  package var cachedCover: @Sendable (CoverRequest) -> TerminalPicture? = { _ in nil }
  /// Gives a book in stock another cover: returns at once, and goes on as a transfer.
  package var setCover: @Sendable (StockKey, CoverSource) -> Void = { _, _ in }
  /// Whether books are looked up in the network.
  package var looksUp = false
  /// What a service knows of a book, nil when that is nothing; cancelled when nobody waits for it.
  package var lookUp: @Sendable (StockKey) async -> BookFacts? = { _ in nil }
  /// All transfers, now and after every change.
  package var transfers: @Sendable () -> AsyncStream<[Transfer]> = { .nothing }
  /// Asks something of a transfer: returns at once; the list tells what came of it.
  package var control: @Sendable (Transfer.ID, Transfer.Control) -> Void = { _, _ in }
  /// Sentences to be said once, as that the network is away.
  package var notices: @Sendable () -> AsyncStream<String> = { .nothing }

  package init(
    move: @escaping @Sendable (StockKey, Int, Reason) async throws -> Receipt,
    add: @escaping @Sendable (Book) async throws -> Receipt,
    fix: @escaping @Sendable (StockKey, BookChanges) async throws -> Receipt,
    remove: @escaping @Sendable (StockKey) async throws -> Receipt,
    undo: @escaping @Sendable () async throws -> Receipt,
    book: @escaping @Sendable (StockKey) async throws -> Book?,
    shelf: @escaping @Sendable (ShelfRequest) -> AsyncStream<Live<ShelfPage>>,
    totals: @escaping @Sendable () -> AsyncStream<Live<Totals>>,
    watch: @escaping @Sendable (StockKey) -> AsyncStream<Live<Book?>>,
    recent: @escaping @Sendable (StockKey, Int) -> AsyncStream<Live<[Movement]>>,
    now: @escaping @Sendable () -> Int64,
    instant: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    localTime: @escaping @Sendable (Int64) -> LocalTime,
    desk: String
  ) {
    self.move = move
    self.add = add
    self.fix = fix
    self.remove = remove
    self.undo = undo
    self.book = book
    self.shelf = shelf
    self.totals = totals
    self.watch = watch
    self.recent = recent
    self.now = now
    self.instant = instant
    self.localTime = localTime
    self.desk = desk
  }
}

extension AsyncStream {
  /// A stream that is over.
  static var nothing: AsyncStream { AsyncStream { $0.finish() } }
}
