public import Inventory
import JSONTree

extension InventoryStore {
  /// Puts a new book in stock; its count becomes the opening movement.
  public func add(_ book: Book) async throws -> Receipt {
    try check(count: book.count)
    var book = book
    book.timestamp = seconds
    let movement = MovementDraft(key: book.key, change: book.count, reason: .opening, desk: desk)
    return try await retrying(book.key) { [self, book] in
      if let known = try await self.book(book.key) { throw Refusal.knownBook(known) }
      let id = newID()
      let act = Act(
        id: id, key: book.key, record: book.node,
        steps: [
          (Places.book(book.key), .node(book.node)),
          (Places.movement(id), movement.draft(counts: (0, book.count))),
        ], guards: [.absent(Places.book(book.key))])
      return try await commit(act)
    }
  }

  /// Changes fields of a book; a new count is a correction of so many copies.
  ///
  /// What the changed fields held before is kept, so that undo takes the whole fix back.
  public func fix(_ key: StockKey, _ changes: BookChanges) async throws -> Receipt {
    if let count = changes.count { try check(count: count) }
    return try await retrying(key) { [self] in
      let before = try await record(of: key)
      var after = Book(key: key, node: before.node)
      after.apply(changes)
      let old = before.count
      after.timestamp = seconds
      let id = newID()
      let fields = changedFields(from: before.node, to: after.node)
      let movement = MovementDraft(
        key: key, change: after.count - old, reason: .correction, desk: desk)
      var steps: [(Path, Draft)] = fields.map { name in
        (Places.book(key).child(name), .node(after.node[name]))
      }
      steps.append((Places.movement(id), movement.draft(counts: (old, after.count))))
      let kept = fields.filter { $0 != Field.timestamp && $0 != Field.count }
      if !kept.isEmpty {
        steps.append((Places.kept(id, key), .node(Kept(fields: kept, of: before.node).node)))
      }
      // The fields that are not changed may change meanwhile; the changed ones may not.
      let guards = fields.filter { $0 != Field.timestamp }.map {
        Guard.unchanged(Places.book(key).child($0), before.node[$0])
      }
      return try await commit(
        Act(
          id: id, key: key, record: after.node, steps: steps,
          guards: guards + [.present(Places.book(key))]))
    }
  }

  /// Takes a book out of stock: a movement to 0, and the record kept aside for undo.
  public func remove(_ key: StockKey) async throws -> Receipt {
    try await retrying(key) { [self] in
      let before = try await record(of: key)
      let id = newID()
      let movement = MovementDraft(
        key: key, change: -before.count, reason: .removed, desk: desk)
      return try await commit(
        Act(
          id: id, key: key, record: before.node,
          steps: [
            (Places.book(key), .node(.empty)),
            (Places.movement(id), movement.draft(counts: (before.count, 0))),
            (Places.kept(id, key), .node(Kept(whole: before.node).node)),
          ], guards: [.unchanged(Places.book(key), before.node)]))
    }
  }

  /// The fields whose values differ; children that are no field of a book stay as they are.
  private func changedFields(from old: Node, to new: Node) -> [Key] {
    Field.ofBook.filter { old[$0] != new[$0] }
  }

  private func check(count: Int) throws {
    guard (0...InventoryStore.countLimit).contains(count) else {
      throw Refusal.badField(
        name: "count", reason: "A count is a whole number from 0 to \(InventoryStore.countLimit).")
    }
  }
}

extension Book {
  /// Puts the named changes in.
  mutating func apply(_ changes: BookChanges) {
    if let title = changes.title { self.title = title }
    url = changes.url.map(Book.emptied) ?? url
    icon = changes.icon.map(Book.emptied) ?? icon
    author = changes.author.map(Book.emptied) ?? author
    publisher = changes.publisher.map(Book.emptied) ?? publisher
    price = changes.price.map(Book.emptied) ?? price
    currency = changes.currency.map(Book.emptied) ?? currency
    shelf = changes.shelf.map(Book.emptied) ?? shelf
    note = changes.note.map(Book.emptied) ?? note
    if let minimum = changes.minimum { self.minimum = minimum }
    if let count = changes.count { self.count = count }
  }

  private static func emptied(_ text: String) -> String? { text.isEmpty ? nil : text }
}
