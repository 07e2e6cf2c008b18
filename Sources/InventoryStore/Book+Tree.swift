package import Inventory
package import JSONTree

extension Book {
  /// Reads a book as the original app, an old hand or this program wrote it.
  ///
  /// Tolerant, because old trees hold mixed types: a count as text counts, a timestamp in
  /// milliseconds or with a fraction becomes whole seconds, a missing field is empty.
  package init(key: StockKey, node: Node) {
    self.init(
      key: key, title: node[Field.title].string ?? "", count: Book.number(node[Field.count]))
    timestamp = Book.seconds(node[Field.timestamp])
    url = node[Field.url].string
    icon = node[Field.icon].string
    author = node[Field.author].string
    publisher = node[Field.publisher].string
    price = node[Field.price].text
    currency = node[Field.currency].string
    shelf = node[Field.shelf].text
    minimum = node[Field.minimum].isEmpty ? nil : Book.number(node[Field.minimum])
    note = node[Field.note].string
    counted = node[Field.counted].isEmpty ? nil : Book.seconds(node[Field.counted])
  }

  /// The record as it is written; empty fields are left out, `title` and `count` never.
  package var node: Node {
    var children: [(Key, Node)] = [
      (Field.isbn, key.node), (Field.title, .leaf(.string(title))),
      (Field.count, Node(count)), (Field.timestamp, .leaf(.integer(timestamp))),
    ]
    let texts: [(Key, String?)] = [
      (Field.url, url), (Field.icon, icon), (Field.author, author), (Field.publisher, publisher),
      (Field.price, price), (Field.currency, currency), (Field.shelf, shelf), (Field.note, note),
    ]
    for case (let name, let text?) in texts where !text.isEmpty {
      children.append((name, .leaf(.string(text))))
    }
    if let minimum { children.append((Field.minimum, Node(minimum))) }
    if let counted { children.append((Field.counted, .leaf(.integer(counted)))) }
    return Node(children)
  }

  private static func number(_ node: Node) -> Int {
    switch node.scalar {
    case .integer(let value): Int(value)
    case .double(let value): Int(exactly: value.rounded()) ?? 0
    case .string(let text): Int(text) ?? 0
    case .bool, nil: 0
    }
  }

  /// Above this a timestamp can only be milliseconds: as seconds it would lie beyond the year 5000.
  private static let millisecondsFloor: Int64 = 100_000_000_000

  private static func seconds(_ node: Node) -> Int64 {
    let value = Int64(number(node))
    return value >= millisecondsFloor ? value / 1000 : value
  }
}

extension StockKey {
  /// The record's `isbn` child: a number, as the original app wrote it, where the key is one.
  package var node: Node {
    if let number = Int64(text), String(number) == text {
      return .leaf(.integer(number))
    }
    return .leaf(.string(text))
  }
}

extension Node {
  init(_ number: Int) { self = .leaf(.integer(Int64(number))) }

  /// A text, or a number as its text: what people type into a price or a shelf.
  package var text: String? {
    switch scalar {
    case .string(let text): text
    case .integer(let value): String(value)
    case .double(let value): String(value)
    case .bool, nil: nil
    }
  }
}
