public import Inventory

/// Why a wish was not carried out; nothing changed.
public enum Refusal: Error, Sendable, Hashable {
  /// No book is in stock under this key.
  case unknownBook(StockKey)
  /// A book to be added is in stock already.
  case knownBook(Book)
  /// More was to be taken than is there.
  case belowZero(Book, taking: Int)
  /// A quantity is outside 1…9,999.
  case quantityOverLimit(Int)
  /// This desk has no movement left to take back.
  case nothingToUndo
  /// Taking a movement back would leave fewer than none.
  case undoBelowZero(Book, taking: Int)
  /// Other desks kept changing the book; after the named number of attempts it was left alone.
  case changedMeanwhile(StockKey)
  /// A field's new value is no value for that field.
  case badField(name: String, reason: String)
}

/// The store cannot be used: a fault of the world, not of the wish.
public struct StoreTrouble: Error, Sendable, Hashable {
  /// The kinds of trouble, as the database names them.
  public enum Code: String, Sendable, Hashable {
    case busy, full, readOnly, corrupt, notADatabase, newerFormat, cannotOpen, tooLarge, closed
    case other
  }

  public let code: Code
  /// What happened and what can be done, in one or two sentences for a person.
  public let sentence: String

  /// A trouble of a kind, told in words for a person.
  public init(code: Code, sentence: String) {
    self.code = code
    self.sentence = sentence
  }
}

/// What a change did: the movement as it was stored, and the book after it.
public struct Receipt: Sendable, Hashable {
  public let movement: Movement
  public let book: Book
  /// The movement that was taken back, when the change was an undo.
  public let undone: Movement?
  /// How many books the act changed: one, but for an import taken back.
  public let books: Int

  /// A receipt for one movement, or for the last of an act of several books.
  public init(movement: Movement, book: Book, undone: Movement? = nil, books: Int = 1) {
    self.movement = movement
    self.book = book
    self.undone = undone
    self.books = books
  }
}

/// The desk that works: its name in the ledger, and who sits there.
public struct Desk: Sendable, Hashable {
  public let name: String
  public let user: String

  /// A desk by its name and its user's, both free text for the ledger.
  public init(name: String, user: String) {
    self.name = name
    self.user = user
  }
}
