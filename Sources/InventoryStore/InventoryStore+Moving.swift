public import Inventory
import JSONTree
import RealtimeDatabase

extension InventoryStore {
  /// Adds `change` copies to a book's count (takes them away when negative) as one movement.
  ///
  /// The count is incremented by the store under its lock, never computed here. Taking more than
  /// is there is refused with the number that is there; adding to a negative count is not.
  public func move(
    _ key: StockKey, by change: Int, reason: Reason, note: String? = nil
  ) async throws -> Receipt {
    guard change != 0, Quantity(abs(change)) != nil else {
      throw Refusal.quantityOverLimit(change)
    }
    let movement = MovementDraft(key: key, change: change, reason: reason, desk: desk, note: note)
    return try await retrying(key) { [self] in
      let book = try await record(of: key)
      guard book.isReadable else {
        throw Refusal.badField(
          name: "count",
          reason: "The record of \(key.displayed) holds no count that can be read; "
            + "set one with fix.")
      }
      if change < 0, book.count + change < 0 {
        throw Refusal.belowZero(Book(key: key, node: book.node), taking: -change)
      }
      return try await commit(Act(movement, on: book, id: newID(), seconds: seconds))
    }
  }

  /// Runs an optimistic change again while other desks win the race, a limited number of times.
  func retrying<Value>(
    _ key: StockKey, _ body: () async throws -> Value
  ) async throws -> Value {
    for _ in 0..<InventoryStore.attempts {
      do {
        return try await body()
      } catch is LostRace {
        continue
      }
    }
    throw Refusal.changedMeanwhile(key)
  }

  /// The book's record as it is now, or the refusal that there is none.
  func record(of key: StockKey) async throws -> Record {
    let node = try await reading { try $0.node(at: Places.book(key)) }
    guard !node.isEmpty else { throw Refusal.unknownBook(key) }
    return Record(key: key, node: node)
  }

  /// Commits a change of one book and answers with what the store resolved.
  func commit(_ act: Act, undone: Movement? = nil) async throws -> Receipt {
    let commit = try await write(act.steps, act.guards)
    let place = Places.movement(act.id)
    let written = commit.changes.first { $0.path == place }?.new ?? .empty
    guard let movement = Movement(id: act.id, node: written) else {
      throw StoreTrouble(
        code: .corrupt, sentence: "The movement \(act.id) was written but cannot be read back.")
    }
    var book = Book(key: act.key, node: act.record)
    book.count = movement.new
    return Receipt(movement: movement, book: book, undone: undone)
  }

  /// One atomic multi-path write; a guard that fails is thrown as `LostRace`.
  func write(_ steps: [(Path, Draft)], _ guards: [Guard]) async throws -> CommitResult {
    do {
      return try await database.commit(Write.update(at: .root, steps), guards: guards)
    } catch {
      throw StoreTrouble.wrapping(error)
    }
  }
}

/// A guard failed: another desk was faster between the reading and the commit.
struct LostRace: Error {}

/// A book's record as it was read.
struct Record {
  let key: StockKey
  let node: Node

  var count: Int { Book(key: key, node: node).count }

  /// Whether the count can be incremented in place: a number, or nothing.
  ///
  /// An old tree may hold a count as text; an increment would start from 0 over it.
  var hasPlainCount: Bool {
    let count = node[Field.count]
    return count.isEmpty || count.integer != nil
  }

  /// Whether it is known how many copies the record stands for.
  ///
  /// A whole number, a text of one, or no count at all is known. What stands there otherwise is for
  /// a person to see, not to be counted on.
  var isReadable: Bool {
    guard node.scalar == nil else { return false }
    return hasPlainCount || node[Field.count].string.flatMap { Int($0) } != nil
  }
}
