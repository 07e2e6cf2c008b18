package import Inventory
package import TextUI

/// Add and Fix: one form, which waits for a scan while it has no book.
package enum Form {
  package enum Request: Sendable, Hashable {
    case next, previous
    /// Enter: the next field; in the last one, save; in the ISBN, look it up.
    case enter
    case save
    case leave
    /// Looks for a cover under the book's ISBN.
    case lookUp
    /// Nothing is open: type an ISBN by hand.
    case start
    /// Add found the book in stock: its form on Fix, or one copy more.
    case fixKnown, countKnown
  }

  /// The keys while a field is edited; every other character is text.
  package static let editKeys: [Key] = [
    Key(
      .control("s"), .function(2), request: .form(.save), help: "Save", hint: "save"),
    Key(
      .escape, request: .form(.leave), help: "Leave; asks when text would be lost", hint: "leave"),
    Key(
      .tab, .down, request: .form(.next), help: "Next field", hint: "next field"),
    Key(.backTab, .up, request: .form(.previous), help: "Field before", hint: "back"),
    Key(
      .control("p"), .function(3), request: .form(.lookUp), help: "Look up a cover by the ISBN",
      hint: "cover"),
    Key(.enter, request: .form(.enter), help: "Next field; in the last one, save"),
  ]

  /// The keys while nothing is open.
  package static func idleKeys(_ form: State) -> [Key] {
    let start = Key(
      .enter, request: .form(.start), help: "Type an ISBN by hand", hint: "type an ISBN")
    guard form.known != nil else { return [start] }
    return [
      Key(.character("e"), request: .form(.fixKnown), help: "Fix the book shown", hint: "fix it"),
      Key(
        .character("+"), request: .form(.countKnown),
        help: "One copy more of the book shown (received)", hint: "one copy more"),
      start,
      Key(.escape, request: .form(.leave), help: "Put the book shown away"),
    ]
  }

  package enum Kind: Sendable, Hashable {
    case add
    case fix
  }

  /// What keys change on this screen.
  package struct State: Sendable, Hashable {
    package let kind: Kind
    /// The book whose form is open; nil while its code is still typed, or nothing is open.
    package internal(set) var key: StockKey?
    /// The field under edit; nil while nothing is open.
    package internal(set) var focus: FormField?
    /// The book in stock that the form is measured against.
    package internal(set) var base: Book?
    /// Add: the scanned book is in stock already.
    package internal(set) var known: Book?
    package internal(set) var texts: [FormField: TextField] = [:]
    package internal(set) var errors: [FormField: String] = [:]
    /// Fields that the person has typed in, whatever they hold now.
    var touched: Set<FormField> = []
    /// Fields that hold what a service knows of the book, by the service's name.
    package internal(set) var suggested: [FormField: String] = [:]
    /// A new book: whether it is being looked up.
    package internal(set) var awaitsFacts = false
    /// A new book: whether a cover is to be looked up once it is in stock.
    package internal(set) var looksUpCover = false
    /// A book with a cover: whether the person was told that another would take its place.
    var isReplacingTold = false
    /// A book in stock: whether its cover is looked up, once in a form.
    var isCoverLookedUp = false
    /// Whether the store is asked to save it.
    package internal(set) var isSaving = false
    /// The screen to go back to.
    package internal(set) var cameFrom: Tab?

    package init(kind: Kind) { self.kind = kind }

    /// Whether a form, or the typing of an ISBN, is open.
    package var isOpen: Bool { focus != nil }

    /// The fields that can be gone to.
    var fields: [FormField] {
      key == nil ? [.isbn] : FormField.allCases.filter { $0 != .isbn }
    }

    /// What a field holds.
    package func text(_ field: FormField) -> String { texts[field]?.text ?? "" }
  }
}
