package import Inventory
package import InventoryStore
package import TextUI

/// The first screen: the live list of the stock.
package enum Shelf {
  package enum Request: Sendable, Hashable {
    case up, down, pageUp, pageDown, first, last
    case open, plus, minus, remove
    case filter, endFilter, clearFilter
    case sort, reverse
    case copy
  }

  /// The keys of the list.
  package static let keys: [Key] = [
    Key(.enter, .character("e"), request: .shelf(.open), help: "Fix this book", hint: "fix"),
    Key(.character("+"), request: .shelf(.plus), help: "One copy more (received)", hint: "plus"),
    Key(.character("-"), request: .shelf(.minus), help: "One copy fewer (sold)", hint: "minus"),
    Key(
      .character("x"), .delete, request: .shelf(.remove),
      help: "Remove this book, after a question", hint: "remove"),
    Key(
      .character("/"), request: .shelf(.filter), help: "Show only what holds these words",
      hint: "filter"),
    Key(
      .character("s"), request: .shelf(.sort), help: "Sort by title, ISBN, count or last change",
      hint: "sort"),
    Key(.character("S"), request: .shelf(.reverse), help: "Sort the other way round"),
    Key(.escape, request: .shelf(.clearFilter), help: "Show everything again"),
    Key(.character("y"), request: .shelf(.copy), help: "Copy the ISBN to the clipboard"),
    Key(.up, .character("k"), request: .shelf(.up), help: "Up"),
    Key(.down, .character("j"), request: .shelf(.down), help: "Down"),
    Key(.pageUp, request: .shelf(.pageUp), help: "A screen up"),
    Key(.pageDown, .character(" "), request: .shelf(.pageDown), help: "A screen down"),
    Key(.home, .character("g"), request: .shelf(.first), help: "To the first book"),
    Key(.end, .character("G"), request: .shelf(.last), help: "To the last book"),
  ]

  /// The keys while the filter is typed; every other character is text.
  package static let filterKeys: [Key] = [
    Key(.enter, request: .shelf(.endFilter), help: "Keep the filter", hint: "keep"),
    Key(.escape, request: .shelf(.clearFilter), help: "Show everything again", hint: "show all"),
    Key(.up, request: .shelf(.up), help: "Up"),
    Key(.down, request: .shelf(.down), help: "Down"),
    Key(.pageUp, request: .shelf(.pageUp), help: "A screen up"),
    Key(.pageDown, request: .shelf(.pageDown), help: "A screen down"),
  ]

  /// What keys change on this screen; a book is spoken of by its key, never by its row.
  package struct State: Sendable, Hashable {
    /// The book the mark is on.
    package var selected: StockKey?
    /// The line of the list, from its top, on which the mark is shown.
    package var line = 0
    /// The window wanted from the store.
    package var request = ShelfRequest()
    package var filter = TextField(limit: filterLimit)
    package var isFiltering = false
    /// Whether the filter is set aside because a scan went to a book that it hides.
    package var isLifted = false
    /// Rows the mark still has to go when the next window arrives.
    var owed = 0
    /// Where the mark goes when the next window arrives.
    var goal: Goal?

    enum Goal: Sendable, Hashable {
      case first
      case last
      case book(StockKey)
    }

    /// The longest filter: a long title.
    static let filterLimit = 200

    package init() {}
  }
}
