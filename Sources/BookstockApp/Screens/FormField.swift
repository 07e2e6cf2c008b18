package import Inventory
import InventoryStore
import TextUI

/// The fields of the form, in the order of the screen.
package enum FormField: String, CaseIterable, Sendable, Hashable {
  case isbn, title, author, publisher, price, currency, shelf, minimum, count
  /// Where the cover comes from; it shows what stands in the stock's record.
  case picture = "icon"
  case url, note

  /// The word before the field.
  package var label: String {
    switch self {
    case .isbn: "ISBN"
    case .title: "Title"
    case .author: "Author"
    case .publisher: "Publisher"
    case .price: "Price"
    case .currency: "Currency"
    case .shelf: "Shelf"
    case .minimum: "Low below"
    case .count: "Count"
    case .picture: "Picture"
    case .url: "Link"
    case .note: "Note"
    }
  }

  /// What a book holds in the field.
  package func value(in book: Book) -> String {
    switch self {
    case .isbn: book.key.displayed
    case .title: book.title
    case .author: book.author ?? ""
    case .publisher: book.publisher ?? ""
    case .price: book.price ?? ""
    case .currency: book.currency ?? ""
    case .shelf: book.shelf ?? ""
    case .minimum: book.minimum.map(String.init) ?? ""
    case .count: String(book.count)
    case .picture: book.icon ?? ""
    case .url: book.url ?? ""
    case .note: book.note ?? ""
    }
  }

  /// The most characters of a field: imported titles may be long, and an edit must not cut them.
  private static let limit = 20_000

  /// A field for editing a text.
  func textField(_ text: String = "") -> TextField { TextField(text, limit: Self.limit) }

  /// What the field shows of a book's value: one line, without controls.
  ///
  /// A field that still shows it was not changed.
  func editable(in book: Book) -> String { textField(value(in: book)).text }

  /// Why a text is no value for the field; nil when it is one.
  func problem(with text: String) -> String? {
    switch self {
    case .count:
      guard let count = Int(text), (0...Self.mostCopies).contains(count) else {
        return "a number from 0 to \(Wording.number(Self.mostCopies))"
      }
    case .minimum:
      guard text.isEmpty || Int(text).map((0...Self.mostCopies).contains) == true else {
        return "a number, or empty"
      }
    case .price:
      guard text.isEmpty || Self.price(text) != nil else {
        return "a number such as 12.50, or empty"
      }
    case .picture:
      guard !text.isEmpty else { break }
      do {
        _ = try CoverSource(typed: text)
      } catch {
        return error.sentence
      }
    case .isbn, .title, .author, .publisher, .currency, .shelf, .url, .note: break
    }
    return nil
  }

  /// The most copies that the store takes for a count.
  static let mostCopies = InventoryStore.countLimit

  /// A price with a decimal point; a comma is taken for one.
  static func price(_ text: String) -> String? {
    let point = String(text.map { $0 == "," ? "." : $0 })
    let parts = point.split(separator: ".", omittingEmptySubsequences: false)
    let digits = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (48...57).contains($0) }
    }
    return digits && (1...2).contains(parts.count) ? point : nil
  }
}
