package import Foundation
package import Inventory

/// What a service tells of a book: text of other people, cleaned and cut as a field keeps it.
package struct Record: Sendable, Hashable {
  /// The book that was asked for.
  package var isbn: ISBN
  /// The title, never empty.
  package var title: String
  package var subtitle: String?
  /// The authors' names in the service's order.
  package var authors: [String]
  /// The publishers' names.
  package var publishers: [String]
  /// The day, month or year as the service has it: `1895`, `March 2001`.
  package var publishDate: String?
  package var pages: Int?
  package var description: String?
  /// The service's page about it.
  package var page: URL?
  /// A cover by the service's own number; such addresses are not counted by the hundred.
  package var cover: URL?

  /// Creates a record; what is not given is not there.
  package init(
    isbn: ISBN, title: String, subtitle: String? = nil, authors: [String] = [],
    publishers: [String] = [], publishDate: String? = nil, pages: Int? = nil,
    description: String? = nil, page: URL? = nil, cover: URL? = nil
  ) {
    self.isbn = isbn
    self.title = title
    self.subtitle = subtitle
    self.authors = authors
    self.publishers = publishers
    self.publishDate = publishDate
    self.pages = pages
    self.description = description
    self.page = page
    self.cover = cover
  }
}
