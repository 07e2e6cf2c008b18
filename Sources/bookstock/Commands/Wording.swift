import Foundation
import Inventory
import InventoryStore
import TextUI

/// Answers and refusals as a person reads them on the command line.
enum Wording {
  /// Columns of a title in a row.
  private static let titleColumns = 40

  static func line(of receipt: Receipt) -> String {
    let movement = receipt.movement
    let title = printable(receipt.book.title)
    let counts = "\(movement.old) → \(movement.new)"
    let more = receipt.books > 1 ? ", \(receipt.books) books" : ""
    let undone = receipt.undone.map { " (took back: \($0.reason.rawValue)\(more))" } ?? ""
    return
      "\(receipt.book.key.displayed)  \(title)  \(counts)  \(movement.reason.rawValue)\(undone)"
  }

  static func row(of book: Book) -> String {
    let title = TextWidth.fit(book.title, columns: titleColumns)
    return "\(pad(book.key.displayed, 17))  \(title) \(padLeft(String(book.count), 6))"
      + "  \(time(book.timestamp))"
  }

  static func row(of movement: Movement) -> String {
    let sign = movement.change < 0 ? "" : "+"
    let change = padLeft("\(sign)\(movement.change)", 6)
    let counts = pad("\(movement.old) → \(movement.new)", 14)
    return "\(time(movement.at / 1000))  \(pad(movement.key.displayed, 17)) \(change)  \(counts)"
      + " \(pad(movement.reason.rawValue, 10)) \(printable(movement.desk))"
      + (movement.note.map { "  \(printable($0))" } ?? "")
  }

  static func lines(of book: Book) -> [String] {
    let fields: [(String, String?)] = [
      ("ISBN", book.key.displayed), ("Title", book.title), ("Author", book.author),
      ("Publisher", book.publisher), ("Price", price(of: book)), ("Shelf", book.shelf),
      ("Low-stock limit", book.minimum.map(String.init)), ("Count", String(book.count)),
      ("Changed", time(book.timestamp)), ("Link", book.url),
      ("Cover", book.icon.map(StorageName.withoutSecrets)), ("Note", book.note),
    ]
    return fields.compactMap { name, value in
      value.map { "\(pad(name, 16)) \(TextWidth.clean($0))" }
    }
  }

  static func line(of drift: StockReport.Drift) -> String {
    "\(drift.key.displayed): the record says \(drift.count), the movements \(drift.expected)."
  }

  private static func price(of book: Book) -> String? {
    book.price.map { price in [book.currency, price].compactMap(\.self).joined(separator: " ") }
  }

  /// A moment as date and time of this place.
  static func time(_ seconds: Int64) -> String {
    guard seconds > 0 else { return "–" }
    var moment = time_t(seconds)
    var parts = tm()
    guard localtime_r(&moment, &parts) != nil else { return "–" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min))"
  }

  private static func pad(_ text: String, _ columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - text.count))
  }

  private static func padLeft(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - text.count)) + text
  }
}
