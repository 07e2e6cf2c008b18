import Inventory
import InventoryStore
import JSONTree

/// A JSON answer; unlike a tree it keeps the order of its fields, empty arrays and null.
indirect enum Document: Sendable {
  case object([(String, Document)])
  case array([Document])
  case text(String)
  case number(Int)
  case bool(Bool)
  case null
  /// A value of the tree, with arrays by the array rule.
  case node(Node)

  /// The document on one line.
  var line: String {
    switch self {
    case .object(let fields):
      "{"
        + fields.map { "\(Document.text($0.0).line):\($0.1.line)" }.joined(separator: ",")
        + "}"
    case .array(let items): "[" + items.map(\.line).joined(separator: ",") + "]"
    case .text(let text): JSONWriter().text(.leaf(.string(text)))
    case .number(let number): String(number)
    case .bool(let bool): bool ? "true" : "false"
    case .null: "null"
    case .node(let node): node.isEmpty ? "null" : JSONWriter().text(node)
    }
  }

  /// Fields of which those without a value are left out.
  static func fields(_ fields: [(String, Document?)]) -> [(String, Document)] {
    fields.compactMap { field in field.1.map { (field.0, $0) } }
  }
}

extension Document {
  /// A book: `isbn`, `title`, `count` and `timestamp` always, the other fields it has.
  static func bookFields(_ book: Book) -> [(String, Document)] {
    func text(_ value: String?) -> Document? {
      value.flatMap { $0.isEmpty ? nil : .text($0) }
    }
    return fields([
      ("isbn", .text(book.key.text)), ("title", .text(book.title)), ("count", .number(book.count)),
      ("timestamp", .number(Int(book.timestamp))), ("author", text(book.author)),
      ("publisher", text(book.publisher)), ("price", text(book.price)),
      ("currency", text(book.currency)), ("shelf", text(book.shelf)),
      ("minimum", book.minimum.map(Document.number)), ("url", text(book.url)),
      ("icon", text(book.icon)), ("note", text(book.note)),
      ("counted", book.counted.map { .number(Int($0)) }),
    ])
  }

  static func book(_ book: Book) -> Document { .object(bookFields(book)) }

  /// A movement as history shows it.
  static func movement(_ movement: Movement) -> Document {
    .object(movementFields(movement))
  }

  private static func movementFields(_ movement: Movement) -> [(String, Document)] {
    fields([
      ("id", .text(movement.id)), ("isbn", .text(movement.key.text)),
      ("change", .number(movement.change)), ("old", .number(movement.old)),
      ("new", .number(movement.new)), ("reason", .text(movement.reason.rawValue)),
      ("desk", .text(movement.desk)), ("user", .text(movement.user)),
      ("at", .number(Int(movement.at))), ("note", movement.note.map(Document.text)),
      ("undoes", movement.undoes.map(Document.text)),
      ("session", movement.session.map(Document.text)),
    ])
  }

  /// What a change did: the book after it, then the movement's own fields.
  static func receipt(_ receipt: Receipt) -> Document {
    let own = movementFields(receipt.movement).filter { $0.0 != "id" && $0.0 != "isbn" }
    var all = bookFields(receipt.book).filter { field in !own.contains { $0.0 == field.0 } }
    all.append(("movement", .text(receipt.movement.id)))
    if receipt.books > 1 { all.append(("books", .number(receipt.books))) }
    return .object(all + own)
  }
}
