package import Inventory
package import InventoryStore

/// Everything the screens need from outside, as closures: the stock, the clock, the desk's name.
///
/// The stock's closures throw `Refusal` (nothing changed) or `StoreTrouble`, as the store does.
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
