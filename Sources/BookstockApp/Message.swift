package import Inventory
package import InventoryStore
package import TextUI

/// What may happen to the screens.
package enum Message: Sendable {
  case input(InputEvent, at: ContinuousClock.Instant)
  /// What the terminal can show is known, or better known.
  case abilities(TerminalAbilities, at: ContinuousClock.Instant)
  case tick(ContinuousClock.Instant)
  case page(Live<ShelfPage>)
  case totals(Live<Totals>)
  case watched(StockKey, Live<Book?>)
  case recent(StockKey, Live<[Movement]>)
  /// The store's answer to an act.
  case answer(Act, Result<Receipt, Failure>)
  /// The store's answer to a question for a book.
  case found(Lookup, Result<Book?, Failure>)
  /// News of a cover, for the request that they belong to.
  case cover(CoverRequest, CoverNews)
  /// What a service knows of a new book.
  case facts(StockKey, BookFacts?)
  /// All transfers there are.
  case transfers([Transfer])
  /// A sentence to be said once.
  case notice(String)
}

/// Something asked of the store that changes it.
package enum Act: Sendable, Hashable {
  /// A scan, by the line of the run that shows it.
  case count(Mood, line: Int, StockKey)
  /// The difference that brings a line to another quantity.
  case correct(Mood, line: Int, StockKey)
  /// One more or one fewer of the selected book.
  case step(StockKey, Int)
  case undo
  /// A new book, and where its cover is to come from once it is in stock.
  case add(Book, CoverSource?)
  case fix(StockKey, BookChanges, CoverSource?)
  case remove(Book)
}

/// Something asked of the store that only looks.
package struct Lookup: Sendable, Hashable {
  package enum Purpose: Sendable, Hashable {
    /// Stock: go to the book.
    case jump
    /// Stock: the selected row has left the window; has the book left the shop?
    case follow
    /// Add or Fix: open the form.
    case open(Tab)
  }

  var purpose: Purpose
  var key: StockKey
  /// Why the code is none, if it is none: it may still be a shop's own key.
  var reject: CodeReason?
  var number: Int
  var warning: String?
}

/// Why something did not happen: it was refused, or the store is in trouble.
package enum Failure: Error, Sendable, Hashable {
  case refusal(Refusal)
  case trouble(StoreTrouble)

  init(_ error: any Error) {
    switch error {
    case let refusal as Refusal: self = .refusal(refusal)
    case let trouble as StoreTrouble: self = .trouble(trouble)
    default: self = .trouble(StoreTrouble(code: .other, sentence: "\(error)"))
    }
  }
}
