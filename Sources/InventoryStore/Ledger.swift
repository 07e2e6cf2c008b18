import Inventory

/// What the movements say about every book: the `old` of the first, and the sum of the changes.
struct Ledger {
  private struct Account {
    var firstAt: Int64
    var opening: Int
    var sum: Int
  }

  private var accounts: [StockKey: Account] = [:]

  /// Adds a movement, in any order.
  mutating func add(_ movement: Movement) {
    var account =
      accounts[movement.key]
      ?? Account(firstAt: movement.at, opening: movement.old, sum: 0)
    if movement.at < account.firstAt {
      account.firstAt = movement.at
      account.opening = movement.old
    }
    account.sum += movement.change
    accounts[movement.key] = account
  }

  /// Compares a book with its movements; a book without movements is as it came.
  mutating func settle(_ key: StockKey, count: Int) -> StockReport.Drift? {
    guard let account = accounts.removeValue(forKey: key) else { return nil }
    let expected = account.opening + account.sum
    return expected == count
      ? nil : StockReport.Drift(key: key, count: count, expected: expected)
  }

  /// Books that are gone although their movements leave copies.
  var unsettled: [StockReport.Drift] {
    accounts.compactMap { key, account in
      let expected = account.opening + account.sum
      return expected == 0 ? nil : StockReport.Drift(key: key, count: 0, expected: expected)
    }
  }
}

/// Whether movements link up to one chain that ends at a count, whatever order they come in.
///
/// Every movement begins at the count that another left, but for one; so of all the counts that
/// movements begin at, with the end, taking away those they lead to leaves one: the beginning.
struct Chain {
  private var surplus: [Int: Int]

  init(end count: Int) {
    surplus = [count: 1]
  }

  mutating func add(_ movement: Movement) {
    change(movement.old, by: 1)
    change(movement.new, by: -1)
  }

  var isWhole: Bool { surplus.count == 1 && surplus.values.first == 1 }

  private mutating func change(_ count: Int, by step: Int) {
    let value = surplus[count, default: 0] + step
    surplus[count] = value == 0 ? nil : value
  }
}
