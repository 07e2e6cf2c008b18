import JSONTree
import RealtimeDatabase

/// What a person typed to see fewer books: words of title and author, or the beginning of an ISBN.
struct Filter {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  /// More hits than anyone reads; a filter with more shows the first ones found.
  static let most = 5_000

  /// Digits of an ISBN; fewer may be an integer.
  static let codeDigits = 13

  /// The beginning of an ISBN that the text is, hyphens aside.
  var digits: String? {
    let digits = text.filter { $0 != "-" && $0 != " " }
    guard digits.count >= 3, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return digits
  }
}

extension InventoryStore {
  /// The books that fit what a person typed, in an order.
  func found(_ text: String, under ordering: Ordering) async throws -> [Child] {
    let filter = Filter(text)
    var found: [Key: Node] = [:]
    do {
      for child in try await database.search(text, in: Places.books, limit: Filter.most) {
        found[child.key] = child.node
      }
    } catch {
      throw StoreTrouble.wrapping(error)
    }
    if let digits = filter.digits {
      // A short run of digits alone would be an integer key, which stands before every text. No key
      // holds a NUL: behind it begin the longer texts.
      let query = try Places.inKeyOrder(Places.books)
        .starting(at: .string(digits + (digits.count < Filter.codeDigits ? "\0" : "")))
        .ending(at: .string(digits + "\u{F8FF}"))
        .limited(toFirst: Filter.most)
      let exact = try Key(digits)
      let (book, books) = try await reading { reader in
        (try reader.node(at: Places.books.child(exact)), try reader.children(of: query))
      }
      if !book.isEmpty { found[exact] = book }
      for child in books { found[child.key] = child.node }
    }
    return found.map { Child(key: $0.key, node: $0.value, under: ordering) }
      .sorted { $0.place < $1.place }
  }
}
