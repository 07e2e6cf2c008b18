import Inventory
import InventoryStore
import JSONTree
import RealtimeDatabase
import TreeStore

/// Reading one book, and windows of fifty.
enum ReadRows {
  static let all = [
    Row(name: "read", summary: "one book by its key, from the store") { stage in
      [try await one(stage)]
    },
    Row(name: "read-async", summary: "one book by its key, by the public interface") { stage in
      [try await oneAsynchronously(stage)]
    },
    Row(name: "window-key", summary: "fifty books in the order of keys") { stage in
      [try await window(stage, "window-key", .key, target: 1.2)]
    },
    Row(name: "window-title", summary: "fifty books in the order of titles") { stage in
      [try await window(stage, "window-title", Stage.byTitle, target: 1.3)]
    },
  ]

  /// Books in a window: a screenful.
  private static let screenful = 50

  /// A book that was filled in is not there.
  struct BookIsMissing: Error {}

  private static func readOnly() -> TreeStore.Options { TreeStore.Options(isReadOnly: true) }

  private static func one(_ stage: Stage) async throws -> Measure {
    let store = try TreeStore(at: try await stage.treeFolder(), options: readOnly())
    let table = try Peer(in: try stage.peerFolder())
    defer {
      store.close()
      table.close()
    }
    let count = stage.pick(quick: 2_000, whole: 20_000)
    var random = Lottery(seed: 2)
    func picks() -> [StockKey] { (0..<count).map { _ in stage.books.picked(by: &random).key } }
    let pairs = try await alternating(
      stage.rounds, ours: { try read(picks(), from: store) },
      peer: { try read(picks(), from: table) })
    return .waits("read", pairs, targets: [.atMost(1.3)])
  }

  private static func oneAsynchronously(_ stage: Stage) async throws -> Measure {
    let database = try await Database.open(
      at: try await stage.treeFolder(), configuration: Stage.titleList)
    let table = try Peer(in: try stage.peerFolder())
    defer { table.close() }
    var random = Lottery(seed: 3)
    let milliseconds = stage.pick(quick: 50, whole: 300)
    let pairs = try await alternating(
      stage.rounds,
      ours: {
        try await Lap(milliseconds: milliseconds) {
          let place = Places.book(stage.books.picked(by: &random).key)
          if try await database.read({ try $0.node(at: place) }).isEmpty { throw BookIsMissing() }
        }
      },
      peer: {
        try await Lap(milliseconds: milliseconds) {
          let number = Peer.number(of: stage.books.picked(by: &random).key)
          if try table.book(number) == nil { throw BookIsMissing() }
        }
      })
    await database.close()
    return .waits("read-async", pairs, targets: [.atMost(1.3)])
  }

  private static func window(
    _ stage: Stage, _ name: String, _ ordering: Ordering, target: Double
  ) async throws -> Measure {
    let store = try TreeStore(at: try await stage.treeFolder(), options: readOnly())
    let table = try Peer(in: try stage.peerFolder())
    defer {
      store.close()
      table.close()
    }
    let count = stage.pick(quick: 200, whole: 2_000)
    let query = Places.query(Places.books, ordering)
    var random = Lottery(seed: 4)
    func picks() -> [Book] { (0..<count).map { _ in stage.books.picked(by: &random) } }
    let pairs = try await alternating(
      stage.rounds, ours: { try show(picks(), of: query, from: store) },
      peer: { try show(picks(), isByKey: ordering == .key, from: table) })
    return .waits(name, pairs, targets: [.atMost(target)])
  }
}

// MARK: - Laps

// Functions of their own, never inlined: the optimizer of Swift 6.3 fails over closures that throw
// typed errors when it finds them in an asynchronous function.
extension ReadRows {
  @inline(never)
  private static func read(_ keys: [StockKey], from store: TreeStore) throws -> Lap {
    try Lap(count: keys.count) { index in
      let node = try store.read { try $0.node(at: Places.book(keys[index])) }
      if node.isEmpty { throw BookIsMissing() }
    }
  }

  @inline(never)
  private static func read(_ keys: [StockKey], from table: Peer) throws -> Lap {
    let numbers = keys.map { Peer.number(of: $0) }
    return try Lap(count: keys.count) { index in
      if try table.book(numbers[index]) == nil { throw BookIsMissing() }
    }
  }

  @inline(never)
  private static func show(
    _ books: [Book], of query: Query, from store: TreeStore
  ) throws -> Lap {
    let places = books.map {
      Place(of: $0.node, key: Places.name($0.key), under: query.ordering)
    }
    return try Lap(count: books.count) { index in
      let children = try store.read {
        try $0.window(of: query, from: .place(places[index]), before: 0, after: screenful)
      }
      if children.isEmpty { throw BookIsMissing() }
    }
  }

  @inline(never)
  private static func show(_ books: [Book], isByKey: Bool, from table: Peer) throws -> Lap {
    let starts = books.map { (title: $0.title, number: Peer.number(of: $0.key)) }
    return try Lap(count: books.count) { index in
      let (title, number) = starts[index]
      let rows =
        isByKey
        ? try table.books(from: number, limit: screenful)
        : try table.books(from: title, number, limit: screenful)
      if rows.isEmpty { throw BookIsMissing() }
    }
  }
}
