public import Inventory
import JSONTree
import RealtimeDatabase

extension InventoryStore {
  /// Says what an import would do, and does nothing.
  public func preview(_ draft: ImportDraft, mode: ImportMode) async throws -> ImportReport {
    try await plan(draft, mode).report
  }

  /// Takes a file's good rows in as one atomic act, which undo takes back whole.
  ///
  /// A count is changed by the difference to what stands there now, so that a sale that happens
  /// meanwhile is not lost. The same file twice changes nothing under `set`.
  public func apply(_ draft: ImportDraft, mode: ImportMode) async throws -> ImportReport {
    for _ in 0..<InventoryStore.attempts {
      var plan = try await plan(draft, mode)
      guard !plan.steps.isEmpty else { return plan.report }
      do {
        _ = try await write(plan.steps, plan.guards)
        plan.report.session = plan.session.name
        return plan.report
      } catch is LostRace {
        continue
      }
    }
    throw StoreTrouble(
      code: .busy,
      sentence: "Other desks keep adding books of this file; nothing was imported. Try again.")
  }

  private func plan(_ draft: ImportDraft, _ mode: ImportMode) async throws -> ImportPlan {
    let own = draft.rejected.compactMap(\.row)
    let keys = (draft.rows + own).map(\.key)
    let records = try await reading { reader in
      try keys.map { try reader.node(at: Places.book($0)) }
    }
    var plan = ImportPlan(draft, mode: mode, session: newID(), desk: desk, seconds: seconds)
    for (row, record) in zip(draft.rows, records) { plan.add(row, over: record, id: newID()) }
    // A code that is no ISBN is taken when the shop keeps a book under it.
    for (row, record) in zip(own, records.dropFirst(draft.rows.count)) where !record.isEmpty {
      plan.report.rejected.removeAll { $0.row == row }
      plan.add(row, over: record, id: newID())
    }
    return plan
  }
}

/// The one write of an import, as it grows row by row.
struct ImportPlan {
  let mode: ImportMode
  let session: Key
  let desk: Desk
  let seconds: Int64
  let hasCounts: Bool
  var report: ImportReport
  var steps: [(Path, Draft)] = []
  var guards: [Guard] = []

  init(_ draft: ImportDraft, mode: ImportMode, session: Key, desk: Desk, seconds: Int64) {
    self.mode = mode
    self.session = session
    self.desk = desk
    self.seconds = seconds
    hasCounts = draft.hasCounts
    report = ImportReport(rejected: draft.rejected, warnings: draft.warnings)
  }

  /// Adds what a row changes over the record that is there.
  mutating func add(_ row: ImportRow, over record: Node, id: Key) {
    let isNew = record.isEmpty
    let before = Book(key: row.key, node: record)
    var after = before
    after.take(row)
    let change = self.change(row, isNew: isNew, from: before.count)
    let fields = Field.ofBook.filter {
      $0 != Field.count && $0 != Field.timestamp && record[$0] != after.node[$0]
        && !(record[$0].isEmpty && after.node[$0] == "")
    }
    if !isNew, change == 0, fields.isEmpty {
      report.same += 1
      return
    }
    var movement = MovementDraft(key: row.key, change: change, reason: .import, desk: desk)
    movement.session = session.name
    var kept = isNew ? Kept(whole: .empty) : Kept(fields: fields, of: record)
    kept.movement = id.name
    steps.append((Places.kept(session, row.key), .node(kept.node)))
    if isNew {
      report.new += 1
      after.count = change
      after.timestamp = row.timestamp ?? seconds
      steps.append((Places.book(row.key), .node(after.node)))
      steps.append((Places.movement(id), movement.draft(counts: (0, change))))
      guards.append(.absent(Places.book(row.key)))
    } else {
      report.changed += 1
      for name in fields {
        steps.append((Places.book(row.key).child(name), .node(after.node[name])))
      }
      addMove(movement, to: Record(key: row.key, node: record), id: id)
    }
  }

  /// Adds the change of a count that is there: an increment, or a negative count set as it came.
  private mutating func addMove(_ movement: MovementDraft, to book: Record, id: Key) {
    let new = book.count + movement.change
    if movement.change != 0, new < 0 {
      steps.append((Places.count(book.key), .number(Int64(new))))
      steps.append((Places.timestamp(book.key), .number(seconds)))
      steps.append((Places.movement(id), movement.draft(counts: (book.count, new))))
      guards.append(.unchanged(Places.count(book.key), book.node[Field.count]))
    } else if movement.change != 0 {
      let act = Act(movement, on: book, id: id, seconds: seconds)
      steps += act.steps
      guards += act.guards
    } else {
      let act = Act(stamping: movement, on: book, id: id, seconds: seconds)
      steps += act.steps
      guards += act.guards
    }
  }

  /// By how much a row changes the count; a row without a count changes none.
  ///
  /// A file without a quantity column stands for one copy of each book that is new; what is in
  /// stock already keeps its count, unless counts are to be added.
  private func change(_ row: ImportRow, isNew: Bool, from count: Int) -> Int {
    guard hasCounts else { return isNew || mode == .add ? ImportDraft.countWithoutColumn : 0 }
    guard let wanted = row.count else { return 0 }
    return mode == .add ? wanted : wanted - count
  }
}

extension Book {
  /// Puts in what a row of a file says; what it does not say stays.
  mutating func take(_ row: ImportRow) {
    title = row.title ?? title
    author = row.author ?? author
    publisher = row.publisher ?? publisher
    price = row.price ?? price
    currency = row.currency ?? currency
    shelf = row.shelf ?? shelf
    minimum = row.minimum ?? minimum
    note = row.note ?? note
    url = row.url ?? url
    icon = row.icon ?? icon
    counted = row.counted ?? counted
  }
}
