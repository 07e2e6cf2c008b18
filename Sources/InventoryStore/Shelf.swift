public import Inventory
package import JSONTree

/// By what the shelf is sorted.
public enum SortField: String, CaseIterable, Sendable, Hashable {
  case title, isbn, count, timestamp
}

/// A wish for a window over the sorted shelf; pure data that lives in a screen's state.
public struct ShelfRequest: Hashable, Sendable {
  /// What the window is built around: an end of the list, a place in it, or a book.
  public enum Anchor: Hashable, Sendable {
    case first
    case last
    case place(ShelfPlace)
    case book(StockKey)
  }

  public var sort: SortField
  public var descending: Bool
  /// Words of title and author, or the beginning of an ISBN; empty shows everything.
  public var filter: String
  public var anchor: Anchor
  /// Rows wanted above and, counting the anchor's own, below.
  public var before: Int
  public var after: Int

  /// A wish; without words, for the first hundred titles.
  public init(
    sort: SortField = .title, descending: Bool = false, filter: String = "",
    anchor: Anchor = .first, before: Int = 0, after: Int = 100
  ) {
    self.sort = sort
    self.descending = descending
    self.filter = filter
    self.anchor = anchor
    self.before = before
    self.after = after
  }
}

/// Where a row stands in its order; survives changes and removal of the row.
public struct ShelfPlace: Hashable, Sendable {
  package let place: Place
}

/// A row of the shelf.
public struct ShelfRow: Hashable, Sendable {
  public let book: Book
  public let place: ShelfPlace

  /// Makes a row; screens under test make their own, numbered in order.
  public init(book: Book, position: Int) {
    self.book = book
    self.place = ShelfPlace(
      place: Place(
        sort: SortKey(scalar: .integer(Int64(position))),
        key: Places.name(book.key)))
  }

  package init(book: Book, place: Place) {
    self.book = book
    self.place = ShelfPlace(place: place)
  }
}

/// A window over the shelf as it was at one revision.
public struct ShelfPage: Hashable, Sendable {
  public let request: ShelfRequest
  public let rows: [ShelfRow]
  /// How many rows the whole list (or the filter's result) has.
  public let total: Int
  /// The rank of the first row, when known.
  public let offset: Int?
  public let hasEarlier: Bool
  public let hasLater: Bool

  /// A page; the store makes them, and so do screens under test.
  public init(
    request: ShelfRequest, rows: [ShelfRow], total: Int, offset: Int?, hasEarlier: Bool,
    hasLater: Bool
  ) {
    self.request = request
    self.rows = rows
    self.total = total
    self.offset = offset
    self.hasEarlier = hasEarlier
    self.hasLater = hasLater
  }
}

/// The whole stock in two numbers.
public struct Totals: Hashable, Sendable {
  public let titles: Int
  public let copies: Int

  /// The number of books with a record, and the sum of their counts.
  public init(titles: Int, copies: Int) {
    self.titles = titles
    self.copies = copies
  }
}

/// A value that lives on, or the trouble that ended it.
public enum Live<Value: Sendable>: Sendable {
  case value(Value)
  case trouble(StoreTrouble)
}

extension Live: Equatable where Value: Equatable {}
