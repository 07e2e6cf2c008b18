package import Foundation
package import Inventory

/// Reads what the service tells of a book.
package struct RecordReader: Sendable {
  /// What an answer holds.
  package enum Reading: Sendable, Hashable {
    case record(Record)
    /// A record whose authors are to be asked for: their keys.
    case unnamed(Record, authors: [String])
    /// The service knows nothing of the book.
    case unknown
    /// A record of another book: it is not used.
    case otherEdition
    /// A web page came instead.
    case page
    /// It cannot be used, and why: a sentence for people.
    case unusable(String)
  }

  private let requests: Requests
  private let isbn: ISBN

  /// Creates a reader of answers about one book.
  package init(of isbn: ISBN, from requests: Requests) {
    self.isbn = isbn
    self.requests = requests
  }

  /// Reads the answer to ``Requests/books(_:)``.
  ///
  /// Open Library: an object, empty when the book is unknown, else with the book under its name as
  /// it was asked for. Every field but the title may be missing.
  package func books(_ bytes: Data) -> Reading {
    reading(bytes) { answer in
      guard let book = answer[object: Requests.bibkey(isbn)] else { return .unknown }
      let numbers = book[object: "identifiers"] ?? book
      guard isMeant(numbers) else { return .otherEdition }
      guard var record = record(book) else { return .unknown }
      record.authors = book.names("authors")
      record.cover = cover(book)
      return .record(record)
    }
  }

  /// Reads the answer to ``Requests/edition(_:)``.
  package func edition(_ bytes: Data) -> Reading {
    reading(bytes) { edition in
      guard isMeant(edition) else { return .otherEdition }
      guard var record = record(edition) else { return .unknown }
      let number = edition.firstNumber("covers", in: 1...Int(Int32.max))
      record.cover = number.map { requests.cover(number: $0) }
      record.authors = edition.names("authors")
      let keys = edition.keys("authors").filter { requests.author($0) != nil }
      guard record.authors.isEmpty, !keys.isEmpty else { return .record(record) }
      return .unnamed(record, authors: Array(keys.prefix(Limits.authorsAsked)))
    }
  }

  /// The name in an author's record, nil where there is none.
  package static func author(_ bytes: Data) -> String? {
    guard let answer = try? JSONAnswer(bytes) else { return nil }
    return answer.text("name") ?? answer.text("personal_name")
  }

  private func reading(_ bytes: Data, _ read: (JSONAnswer) -> Reading) -> Reading {
    do throws(JSONAnswer.Fault) {
      return read(try JSONAnswer(bytes))
    } catch {
      switch error {
      case .page: return .page
      case .script: return .unusable("The service answered with a script instead of a record.")
      case .tooLong: return .unusable("The service's record is larger than 1 MB.")
      case .garbled: return .unusable("The service's record is garbled.")
      }
    }
  }

  /// Whether a record is the book's: where it tells numbers, the one asked for is among them.
  private func isMeant(_ numbers: JSONAnswer) -> Bool {
    let told = (numbers.list("isbn_13") + numbers.list("isbn_10")).compactMap {
      Code.parse($0).isbn
    }
    return told.isEmpty || told.contains(isbn)
  }

  /// What both kinds of answer tell alike, nil without a title.
  private func record(_ fields: JSONAnswer) -> Record? {
    guard let title = fields.text("title") ?? fields.text("full_title") else { return nil }
    return Record(
      isbn: isbn, title: title, subtitle: fields.text("subtitle"),
      publishers: fields.names("publishers"), publishDate: fields.text("publish_date"),
      pages: fields.number("number_of_pages", in: 1...100_000),
      description: fields.prose("description"),
      page: fields.raw("key").flatMap(requests.page))
  }

  /// The cover by its number: the addresses of the answer are read, never used.
  private func cover(_ book: JSONAnswer) -> URL? {
    guard let cover = book[object: "cover"] else { return nil }
    let addresses = ["large", "medium", "small"].compactMap(cover.raw)
    return addresses.lazy.compactMap { address -> URL? in
      guard address.utf8.count <= 200, let start = address.range(of: "/b/id/") else { return nil }
      let digits = address[start.upperBound...].prefix { $0.isASCII && $0.isNumber }
      guard let number = Int(digits), (1...Int(Int32.max)).contains(number) else { return nil }
      return requests.cover(number: number)
    }.first
  }
}
