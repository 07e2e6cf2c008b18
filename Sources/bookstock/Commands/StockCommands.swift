import Covers
import Inventory
import InventoryStore
import TextUI

/// The commands that change the stock.
enum StockCommands {
  static let bookOptions = [
    Option("--title", "T", "title"), Option("--author", "A", "author"),
    Option("--publisher", "P", "publisher"),
    Option("--price", "N", "price, with a decimal point"),
    Option("--currency", "C", "currency of the price, like EUR"),
    Option("--shelf", "S", "shelf"), Option("--minimum", "N", "low-stock limit"),
    Option("--url", "U", "link"), Option("--note", "T", "note"),
    Option("--count", "N", "copies in stock"),
  ]

  static let all = [
    Command("add", "ISBN", 1...1, "put a new book in stock", bookOptions, run: add),
    Command(
      "plus", "ISBN [N]", 1...2, "add N copies (1)",
      [reason(.received), Option("--note", "T", "a note for the ledger")]
    ) { try await move($0, sign: 1, otherwise: .received) },
    Command(
      "minus", "ISBN [N]", 1...2, "take N copies away (1)",
      [reason(.sold), Option("--note", "T", "a note for the ledger")]
    ) { try await move($0, sign: -1, otherwise: .sold) },
    Command("fix", "ISBN", 1...1, "change fields of a book; '' clears one", bookOptions, run: fix),
    Command("show", "ISBN", 1...1, "show a book", run: show),
    Command("remove", "ISBN", 1...1, "take a book out of stock", run: remove),
    Command("undo", "", 0...0, "take this desk's last movement back", run: undo),
  ]

  private static func reason(_ standard: Reason) -> Option {
    let names = Reason.chosen.map(\.rawValue).joined(separator: ", ")
    return Option("--reason", "R", "\(names) (\(standard.rawValue))")
  }

  private static func add(_ call: Invocation) async throws -> Int32 {
    let changes = try BookChanges(call)
    let shop = try Shop(call.settings)
    let key = try await shop.bookKey(call.operands[0])
    var book = Book(key: key, title: changes.title ?? "", count: changes.count ?? 0)
    book.author = changes.author
    book.publisher = changes.publisher
    book.price = changes.price
    book.currency = changes.currency
    book.shelf = changes.shelf
    book.minimum = changes.minimum ?? nil
    book.url = changes.url
    book.note = changes.note
    return answer(try await shop.store.add(book), call)
  }

  private static func move(
    _ call: Invocation, sign: Int, otherwise standard: Reason
  ) async throws -> Int32 {
    let quantity = try call.operands.dropFirst().first.map(quantity) ?? 1
    var reason = standard
    if let name = call["--reason"] {
      guard let chosen = Reason.chosen.first(where: { $0.rawValue == name }) else {
        let names = Reason.chosen.map(\.rawValue).joined(separator: ", ")
        throw UsageError("There is no reason “\(printable(name))”. Reasons: \(names).")
      }
      reason = chosen
    }
    let shop = try Shop(call.settings)
    let key = try await shop.stockKey(call.operands[0])
    let receipt = try await shop.store.move(
      key, by: sign * quantity, reason: reason, note: call["--note"])
    return answer(receipt, call)
  }

  /// Reads the number of copies: a number that is none is wrong usage, one too large a refusal.
  private static func quantity(_ text: String) throws -> Int {
    guard let number = Int(text) else {
      throw UsageError("N is a whole number of copies, not “\(printable(text))”.")
    }
    guard let quantity = Quantity(number) else { throw Refusal.quantityOverLimit(number) }
    return quantity.value
  }

  private static func fix(_ call: Invocation) async throws -> Int32 {
    let changes = try BookChanges(call)
    guard !changes.isEmpty else {
      throw UsageError("fix needs at least one field to change.", command: call.command)
    }
    let shop = try Shop(call.settings)
    let key = try await shop.stockKey(call.operands[0])
    return answer(try await shop.store.fix(key, changes), call)
  }

  private static func show(_ call: Invocation) async throws -> Int32 {
    let shop = try Shop(call.settings)
    let key = try await shop.stockKey(call.operands[0])
    guard let book = try await shop.store.book(key) else { throw Refusal.unknownBook(key) }
    if call.output.json {
      call.output.document(.book(book))
    } else {
      for line in Wording.lines(of: book) { call.output.line(line) }
    }
    return 0
  }

  private static func remove(_ call: Invocation) async throws -> Int32 {
    let shop = try Shop(call.settings)
    let key = try await shop.stockKey(call.operands[0])
    return answer(try await shop.store.remove(key), call)
  }

  private static func undo(_ call: Invocation) async throws -> Int32 {
    let shop = try Shop(call.settings)
    let receipt = try await shop.store.undo()
    await Covers.tidy(after: receipt, in: shop, call.settings)
    return answer(receipt, call)
  }

  private static func answer(_ receipt: Receipt, _ call: Invocation) -> Int32 {
    if call.output.json {
      call.output.document(.receipt(receipt))
    } else {
      call.output.line(Wording.line(of: receipt))
    }
    return 0
  }
}

extension BookChanges {
  /// The fields given as options, cleaned and checked.
  init(_ call: Invocation) throws {
    self.init()
    func text(_ option: String) -> String? { call[option].map { FieldText($0).text } }
    title = text("--title")
    author = text("--author")
    publisher = text("--publisher")
    currency = text("--currency")
    shelf = text("--shelf")
    url = text("--url")
    note = text("--note")
    if let price = text("--price") {
      let read = Price(price)
      guard price.isEmpty || read != nil else {
        throw UsageError("--price takes an amount like 12.95, not “\(printable(price))”.")
      }
      self.price = read?.amount ?? ""
      currency = currency ?? read?.currency
    }
    if call["--minimum"] == "" {
      minimum = .some(nil)
    } else {
      minimum = try call.number("--minimum", 0...InventoryStore.countLimit).map(Optional.some)
    }
    count = try call.number("--count", 0...InventoryStore.countLimit)
  }
}
