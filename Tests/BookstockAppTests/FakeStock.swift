import BookstockApp
import Inventory
import InventoryStore
import Synchronization

/// A stock in memory that refuses what the real one refuses; the naive reference for the screens.
final class FakeStock: Sendable {
  struct Contents {
    var books: [StockKey: Book] = [:]
    var movements: [Movement] = []
    var undone: Set<String> = []
    var kept: [String: Book] = [:]
    var trouble: StoreTrouble?
    var revision = 0
    var now: Int64
    var listeners: [Int: @Sendable () -> Void] = [:]
    var nextListener = 0
    /// The places that were handed out, with the book that stood there and its rank.
    var places: [ShelfPlace: (key: StockKey, rank: Int)] = [:]
  }

  let desk: String
  /// Whether what is watched lives on; else it ends after the present value.
  let isLive: Bool
  let contents: Mutex<Contents>

  /// The wall clock stands still at 2026-11-30 11:58:07 UTC unless a test moves it.
  init(
    _ books: [Book] = [], desk: String = "desk-2", now: Int64 = 1_796_039_887_000,
    isLive: Bool = false
  ) {
    self.desk = desk
    self.isLive = isLive
    contents = Mutex(
      Contents(
        books: Dictionary(books.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first }),
        now: now))
  }

  var revision: Int { contents.withLock { $0.revision } }
  var movements: [Movement] { contents.withLock { $0.movements } }
  func book(_ key: StockKey) -> Book? { contents.withLock { $0.books[key] } }
  func count(_ key: StockKey) -> Int? { book(key)?.count }

  /// Changes the contents, and rings everyone who listens.
  func change<Value>(_ body: (inout Contents) throws -> Value) throws -> Value {
    let (value, listeners) = try contents.withLock { contents in
      if let trouble = contents.trouble { throw trouble }
      let value = try body(&contents)
      contents.revision += 1
      return (value, Array(contents.listeners.values))
    }
    for listener in listeners { listener() }
    return value
  }

  /// Looks at the contents.
  func look<Value>(_ body: (inout Contents) -> Value) throws -> Value {
    try contents.withLock { contents in
      if let trouble = contents.trouble { throw trouble }
      return body(&contents)
    }
  }

  func world(localTime: @escaping @Sendable (Int64) -> LocalTime = { .utc($0) }) -> World {
    World(
      move: { try self.move($0, by: $1, $2) },
      add: { try self.add($0) },
      fix: { try self.fix($0, $1) },
      remove: { try self.remove($0) },
      undo: { try self.undo() },
      book: { key in try self.look { $0.books[key] } },
      shelf: { request in self.stream { $0.page(request) } },
      totals: {
        self.stream {
          Totals(
            titles: $0.books.count, copies: $0.books.values.reduce(0) { $0 + $1.count })
        }
      },
      watch: { key in self.stream { $0.books[key] } },
      recent: { key, limit in
        self.stream { Array($0.movements.reversed().filter { $0.key == key }.prefix(limit)) }
      },
      now: { self.contents.withLock { $0.now } },
      localTime: localTime,
      desk: desk)
  }

  /// A value that lives on: now, and after every change.
  private func stream<Value: Sendable>(
    _ read: @escaping @Sendable (inout Contents) -> Value
  ) -> AsyncStream<Live<Value>> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let send: @Sendable () -> Void = {
        let live: Live<Value> = self.contents.withLock { contents in
          if let trouble = contents.trouble { return .trouble(trouble) }
          return .value(read(&contents))
        }
        continuation.yield(live)
      }
      guard isLive else {
        send()
        return continuation.finish()
      }
      let id = contents.withLock { contents in
        contents.nextListener += 1
        contents.listeners[contents.nextListener] = send
        return contents.nextListener
      }
      continuation.onTermination = { _ in
        self.contents.withLock { contents in contents.listeners[id] = nil }
      }
      send()
    }
  }

  func move(_ key: StockKey, by change: Int, _ reason: Reason) throws -> Receipt {
    guard (1...Quantity.most).contains(abs(change)) else {
      throw Refusal.quantityOverLimit(change)
    }
    return try self.change { contents in
      guard let book = contents.books[key] else { throw Refusal.unknownBook(key) }
      guard change > 0 || book.count + change >= 0 else {
        throw Refusal.belowZero(book, taking: -change)
      }
      return contents.record(book, change, reason, desk: self.desk)
    }
  }

  func add(_ book: Book) throws -> Receipt {
    try change { contents in
      if let known = contents.books[book.key] { throw Refusal.knownBook(known) }
      var empty = book
      empty.count = 0
      contents.books[book.key] = empty
      return contents.record(empty, book.count, .opening, desk: self.desk)
    }
  }

  func fix(_ key: StockKey, _ changes: BookChanges) throws -> Receipt {
    try change { contents in
      guard var book = contents.books[key] else { throw Refusal.unknownBook(key) }
      func text(_ new: String?, _ old: inout String?) {
        if let new { old = new.isEmpty ? nil : new }
      }
      if let title = changes.title { book.title = title }
      text(changes.author, &book.author)
      text(changes.publisher, &book.publisher)
      text(changes.price, &book.price)
      text(changes.currency, &book.currency)
      text(changes.shelf, &book.shelf)
      text(changes.note, &book.note)
      text(changes.url, &book.url)
      if let minimum = changes.minimum { book.minimum = minimum }
      contents.books[key] = book
      return contents.record(
        book, (changes.count ?? book.count) - book.count, .correction, desk: self.desk)
    }
  }

  func remove(_ key: StockKey) throws -> Receipt {
    try change { contents in
      guard let book = contents.books[key] else { throw Refusal.unknownBook(key) }
      let receipt = contents.record(book, -book.count, .removed, desk: self.desk)
      contents.kept[receipt.movement.id] = book
      contents.books[key] = nil
      return receipt
    }
  }

  func undo() throws -> Receipt {
    try change { contents in
      let last = contents.movements.last {
        $0.desk == self.desk && $0.undoes == nil && !contents.undone.contains($0.id)
      }
      guard let last else { throw Refusal.nothingToUndo }
      if var kept = contents.kept[last.id] {
        kept.count = 0
        contents.books[last.key] = kept
      }
      guard let book = contents.books[last.key] else { throw Refusal.unknownBook(last.key) }
      guard last.change < 0 || book.count >= last.change else {
        throw Refusal.undoBelowZero(book, taking: last.change)
      }
      contents.undone.insert(last.id)
      let receipt = contents.record(
        book, -last.change, .undo, desk: self.desk, undoes: last.id)
      return Receipt(movement: receipt.movement, book: receipt.book, undone: last)
    }
  }
}

extension FakeStock.Contents {
  /// Changes a count with its movement.
  mutating func record(
    _ book: Book, _ change: Int, _ reason: Reason, desk: String, undoes: String? = nil
  ) -> Receipt {
    var book = book
    let old = book.count
    book.count += change
    book.timestamp = now / 1000
    books[book.key] = book
    let movement = Movement(
      id: "m\(movements.count)", key: book.key, change: change, old: old, new: book.count,
      reason: reason, desk: desk, user: "someone", at: now, undoes: undoes)
    movements.append(movement)
    return Receipt(movement: movement, book: book)
  }

  /// The window that a request asks for, from the whole sorted list.
  mutating func page(_ request: ShelfRequest) -> ShelfPage {
    let filter = request.filter.lowercased()
    var sorted = books.values.filter { book in
      filter.isEmpty || book.title.lowercased().contains(filter)
        || (book.author ?? "").lowercased().contains(filter) || book.key.text.hasPrefix(filter)
    }
    sorted.sort { left, right in
      switch request.sort {
      case .title: (left.title.lowercased(), left.key) < (right.title.lowercased(), right.key)
      case .isbn: left.key < right.key
      case .count: (left.count, left.key) < (right.count, right.key)
      case .timestamp: (left.timestamp, left.key) < (right.timestamp, right.key)
      }
    }
    if request.descending { sorted.reverse() }
    let rows = sorted.enumerated().map { ShelfRow(book: $1, position: $0) }
    for (rank, row) in rows.enumerated() { places[row.place] = (row.book.key, rank) }
    let anchor: Int =
      switch request.anchor {
      case .first: 0
      case .last: rows.count - 1
      case .place(let place):
        rows.firstIndex { $0.book.key == places[place]?.key }
          ?? min(places[place]?.rank ?? 0, rows.count - 1)
      case .book(let key): rows.firstIndex { $0.book.key == key } ?? 0
      }
    let start = max(0, anchor - request.before)
    let end = max(start, min(rows.count, anchor + request.after))
    return ShelfPage(
      request: request, rows: Array(rows[start..<end]), total: rows.count, offset: start,
      hasEarlier: start > 0, hasLater: end < rows.count)
  }
}

extension LocalTime {
  /// A wall clock in Greenwich, by counting days (Howard Hinnant's civil calendar).
  static func utc(_ milliseconds: Int64) -> LocalTime {
    let seconds = Int(milliseconds / 1000)
    let days = seconds / 86_400 + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let part = (5 * dayOfYear + 2) / 153
    let month = part < 10 ? part + 3 : part - 9
    return LocalTime(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * part + 2) / 5 + 1, hour: seconds / 3600 % 24,
      minute: seconds / 60 % 60, second: seconds % 60)
  }
}

extension FakeStock {
  /// The same stock, as another desk sees it.
  static func otherDesk(of stock: FakeStock) -> OtherDesk { OtherDesk(stock: stock) }

  /// Makes every call fail with a trouble, or none.
  func setTrouble(_ trouble: StoreTrouble?) {
    contents.withLock { $0.trouble = trouble }
  }

  struct OtherDesk {
    let stock: FakeStock

    func move(_ key: StockKey, by change: Int, _ reason: Reason) throws -> Receipt {
      try stock.change { contents in
        guard let book = contents.books[key] else { throw Refusal.unknownBook(key) }
        return contents.record(book, change, reason, desk: "desk-1")
      }
    }

    func add(title: String, _ isbn: String) throws {
      try stock.change { contents in
        let key = Books.key(isbn)
        contents.books[key] = Book(key: key, title: title, count: 1, timestamp: Books.noon)
      }
    }
  }
}
