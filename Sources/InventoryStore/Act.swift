import Inventory
import JSONTree

/// One change of one book: the steps of its multi-path write and what must still hold.
struct Act {
  let id: Key
  let key: StockKey
  /// The record as it will be, but for the count, which the store resolves.
  var record: Node
  var steps: [(Path, Draft)]
  var guards: [Guard]

  /// An act of which every part is given.
  init(id: Key, key: StockKey, record: Node, steps: [(Path, Draft)], guards: [Guard]) {
    self.id = id
    self.key = key
    self.record = record
    self.steps = steps
    self.guards = guards + [.absent(Places.movement(id))]
  }

  /// The increment of a count with its timestamp and its movement.
  init(_ movement: MovementDraft, on book: Record, id: Key, seconds: Int64) {
    let count = Places.count(book.key)
    let stamp = (Places.timestamp(book.key), Draft.number(seconds))
    if book.hasPlainCount {
      self.init(
        id: id, key: book.key, record: book.node,
        steps: [
          (count, .server(.increment(.integer(Int64(movement.change))))), stamp,
          (Places.movement(id), movement.draft()),
        ], guards: [.present(Places.book(book.key))])
      if movement.change < 0 { guards.append(.atLeast(count, Int64(-movement.change))) }
    } else {
      let new = book.count + movement.change
      self.init(
        id: id, key: book.key, record: book.node,
        steps: [
          (count, .number(Int64(new))), stamp,
          (Places.movement(id), movement.draft(counts: (book.count, new))),
        ], guards: [.unchanged(Places.book(book.key), book.node)])
    }
    record = record.setting(.leaf(.integer(seconds)), at: Path([Field.timestamp]))
  }

  /// A movement that changes no count: only its timestamp and its entry in the ledger.
  init(stamping movement: MovementDraft, on book: Record, id: Key, seconds: Int64) {
    self.init(
      id: id, key: book.key, record: book.node,
      steps: [
        (Places.timestamp(book.key), .number(seconds)),
        (Places.movement(id), movement.draft()),
      ], guards: [.present(Places.book(book.key))])
  }
}
