import Inventory
import JSONTree
import RealtimeDatabase

extension InventoryStore {
  /// More findings than anyone reads one by one.
  static let mostFindings = 1_000

  /// Verifies the database's structure, lists against records, and counts against movements.
  ///
  /// Reads everything once, on a connection of its own; the desk goes on meanwhile.
  public func check() async throws -> StockReport {
    let structure: [String]
    do {
      structure = try await database.check().map(\.description)
    } catch {
      throw StoreTrouble.wrapping(error)
    }
    return try await reading { reader in
      var findings = structure
      func find(_ place: Path, _ reason: String) {
        if findings.count < InventoryStore.mostFindings { findings.append("\(place): \(reason)") }
      }
      var ledger = Ledger()
      let movements = try reader.forEachChild(of: Places.inKeyOrder(Places.movements)) { child in
        guard let movement = Movement(id: child.key, node: child.node) else {
          find(Places.movement(child.key), "This is no movement: a key or a change is missing.")
          return
        }
        ledger.add(movement)
      }
      if movements == 0, try !reader.node(at: Places.movements).isEmpty {
        find(Places.movements, "A value stands in the place of the ledger.")
      }
      var suspects: [StockReport.Drift] = []
      let books = try reader.forEachChild(of: Places.inKeyOrder(Places.books)) { child in
        guard let key = StockKey(child.key.name) else { return }
        if !Record(key: key, node: child.node).isReadable {
          find(Places.book(key), "The record holds no count that can be read; fix its count.")
        }
        let count = Book(key: key, node: child.node).count
        if let drift = ledger.settle(key, count: count) { suspects.append(drift) }
      }
      suspects += ledger.unsettled
      let drifts = try InventoryStore.unchained(suspects, reader)
      return StockReport(
        books: books, movements: movements, findings: findings,
        drifts: drifts.sorted { $0.key < $1.key })
    }
  }

  /// The suspects whose movements do not even link up: each from the count that another left.
  ///
  /// Which movement was the first is told by the clock, and clocks jump; a chain needs none.
  private static func unchained(
    _ suspects: [StockReport.Drift], _ reader: any TreeReader
  ) throws -> [StockReport.Drift] {
    guard !suspects.isEmpty else { return [] }
    var chains = Dictionary(uniqueKeysWithValues: suspects.map { ($0.key, Chain(end: $0.count)) })
    try reader.forEachChild(of: Places.inKeyOrder(Places.movements)) { child in
      guard let movement = Movement(id: child.key, node: child.node) else { return }
      chains[movement.key]?.add(movement)
    }
    return suspects.filter { chains[$0.key]?.isWhole != true }
  }

  /// Books a count that was changed behind the ledger as a correction; the count stays.
  public func adopt(_ drift: StockReport.Drift) async throws -> Receipt {
    try await retrying(drift.key) { [self] in
      let book = try await reading { try $0.node(at: Places.book(drift.key)) }
      let count = Places.count(drift.key)
      let id = newID()
      let movement = MovementDraft(
        key: drift.key, change: drift.count - drift.expected, reason: .correction, desk: desk,
        note: "count changed without a movement")
      return try await commit(
        Act(
          id: id, key: drift.key, record: book,
          steps: [(Places.movement(id), movement.draft(counts: (drift.expected, drift.count)))],
          guards: [.unchanged(count, book[Field.count])]))
    }
  }
}
