import Inventory
import InventoryStore
import RealtimeDatabase
import Synchronization
import TestSupport
import Testing

/// A shop in a temporary place, with a clock that ticks a second a look.
struct TestShop {
  let place: TemporaryPlace
  let database: Database
  let store: InventoryStore

  init(at place: TemporaryPlace? = nil, desk: String = "desk-1") throws {
    self.place = try place ?? TemporaryPlace()
    database = try Database.open(
      at: self.place.path, configuration: InventoryStore.configuration)
    let clock = TickingClock()
    store = InventoryStore(
      database: database, desk: Desk(name: desk, user: "ada"), now: { clock.next() })
  }

  /// Another desk on the same files.
  func desk(_ name: String) throws -> TestShop { try TestShop(at: place, desk: name) }
}

/// A clock that never stands still, so that acts are told apart.
final class TickingClock: Sendable {
  private let now = Mutex<Int64>(1_560_470_400_000)

  func next() -> Int64 {
    now.withLock {
      $0 += 1000
      return $0
    }
  }
}

extension StockKey {
  /// The n-th of a row of valid ISBNs.
  static func numbered(_ number: Int) throws -> StockKey {
    let body = "978030" + String(repeating: "0", count: 6 - String(number).count) + String(number)
    let sum = body.utf8.enumerated().reduce(0) {
      $0 + Int($1.element - 48) * ($1.offset % 2 * 2 + 1)
    }
    return StockKey(try #require(ISBN(body + String((10 - sum % 10) % 10))))
  }
}

/// Runs something that must be refused, and gives the refusal.
func refusal(_ body: () async throws -> Receipt) async throws -> Refusal {
  do {
    _ = try await body()
  } catch let refusal as Refusal {
    return refusal
  }
  throw NotRefused()
}

struct NotRefused: Error {}
