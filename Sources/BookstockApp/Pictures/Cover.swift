package import Inventory
package import TextUI

/// A cover that a screen has a place for: of which book, how large, for what terminal.
///
/// Two requests that are equal ask for the same picture.
package struct CoverRequest: Sendable, Hashable {
  package var key: StockKey
  /// The book's `icon` as it stands in the stock: the name or the address of its picture; nil where
  /// it has none.
  package var icon: String?
  /// The most cells the picture may take; it keeps its own shape in them.
  package var size: Size
  package var abilities: TerminalAbilities

  package init(key: StockKey, icon: String?, size: Size, abilities: TerminalAbilities) {
    self.key = key
    self.icon = icon
    self.size = size
    self.abilities = abilities
  }

  /// A name that says everything the request depends on.
  var id: String {
    "cover \(size.width)x\(size.height) \(abilities.hashValue) \(key) \(icon ?? "")"
  }
}

/// What became of a request for a cover.
package enum CoverNews: Sendable, Hashable {
  case picture(TerminalPicture)
  /// The book has no cover.
  case absent
  /// The record names one that is not there any more, whatever was shown: a sentence for people.
  case missing(String)
  /// There is one, and it cannot be shown: why, in a sentence for people.
  case failed(String)
}

/// The cover that is wanted at the moment, and what is known of it: never that of another request.
package struct ShownCover: Sendable, Hashable {
  package let request: CoverRequest
  /// Nil while it is on its way.
  package var news: CoverNews?
}

/// What is known of a book by its ISBN, from a service in the network: proposals for a new book.
package struct BookFacts: Sendable, Hashable {
  package var title: String?
  package var author: String?
  package var publisher: String?
  /// The service's name, as people are told it.
  package var source: String

  package init(
    title: String? = nil, author: String? = nil, publisher: String? = nil, source: String
  ) {
    self.title = title
    self.author = author
    self.publisher = publisher
    self.source = source
  }
}
