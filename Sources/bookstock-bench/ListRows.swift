import Inventory
import InventoryStore
import JSONTree
import RealtimeDatabase
import TreeStore

/// Reading many books, or counting them, by the lists that are kept.
enum ListRows {
  static let all = [
    Row(name: "read-all", summary: "all books, into nodes; the peer's into structs") { stage in
      [try await everything(stage)]
    },
    Row(name: "last-by-time", summary: "the fifty books that were stamped last") { stage in
      [try await newest(stage)]
    },
    Row(name: "total", summary: "how many books there are") { stage in
      [try await total(stage)]
    },
    Row(name: "rank", summary: "how many titles stand before one") { stage in
      [try await rank(stage)]
    },
    Row(name: "filter", summary: "the first fifty that hold the words typed so far") { stage in
      [try await filter(stage)]
    },
  ]

  /// Books in a window: a screenful.
  private static let screenful = 50
  private static let byTitle = Places.query(Places.books, Stage.byTitle)
  private static let byTime = Places.query(Places.books, .child(Path([Field.timestamp])))

  /// A store to read from and the peer's table, at the tree or at the shop.
  private static func opened(
    _ stage: Stage, shop isShop: Bool = false
  ) async throws -> (store: TreeStore, table: Peer) {
    let folder = isShop ? try await stage.shopFolder() : try await stage.treeFolder()
    let peer = isShop ? try stage.shopPeerFolder() : try stage.peerFolder()
    let options = TreeStore.Options(isReadOnly: true)
    return (try TreeStore(at: folder, options: options), try Peer(in: peer))
  }

  private static func everything(_ stage: Stage) async throws -> Measure {
    let (store, table) = try await opened(stage)
    defer {
      store.close()
      table.close()
    }
    let count = stage.pick(quick: 3, whole: 1)
    let pairs = try await alternating(
      stage.rounds, ours: { try everything(from: store, count) },
      peer: { try everything(from: table, count) })
    return .waits("read-all", pairs, targets: [.atMost(1.5)])
  }

  private static func newest(_ stage: Stage) async throws -> Measure {
    let (store, table) = try await opened(stage, shop: true)
    defer {
      store.close()
      table.close()
    }
    let count = stage.pick(quick: 200, whole: 2_000)
    let query = try byTime.limited(toLast: screenful)
    let pairs = try await alternating(
      stage.rounds, ours: { try children(of: query, from: store, count) },
      peer: { try newest(from: table, count) })
    return .waits("last-by-time", pairs, targets: [.atMost(1.7)])
  }

  private static func total(_ stage: Stage) async throws -> Measure {
    let (store, table) = try await opened(stage)
    defer {
      store.close()
      table.close()
    }
    let count = stage.pick(quick: 200, whole: 1_000)
    let pairs = try await alternating(
      stage.rounds, ours: { try total(from: store, count) },
      peer: { try total(from: table, stage.pick(quick: 20, whole: 5)) })
    return .waits("total", pairs, targets: [.median(atMost: 50e3)])
  }

  private static func rank(_ stage: Stage) async throws -> Measure {
    let (store, table) = try await opened(stage)
    defer {
      store.close()
      table.close()
    }
    var random = Lottery(seed: 9)
    let count = stage.pick(quick: 20, whole: 10)
    func picks() -> [Book] { (0..<count).map { _ in stage.books.picked(by: &random) } }
    let pairs = try await alternating(
      stage.rounds, ours: { try rank(of: picks(), from: store) },
      peer: { try rank(of: picks(), from: table) })
    return .waits("rank", pairs, targets: [.median(atMost: 60e6)])
  }

  /// What somebody types, a letter more each time.
  private static let typed = ["g", "ga", "gard", "garden", "garden w", "garden wh", "紅", "紅樓", "夢"]

  private static func filter(_ stage: Stage) async throws -> Measure {
    let database = try await Database.open(
      at: try await stage.shopFolder(), configuration: InventoryStore.configuration)
    let table = try Peer(in: try stage.shopPeerFolder())
    defer { table.close() }
    try table.addWords()
    let times = stage.pick(quick: 5, whole: 20)
    let pairs = try await alternating(
      stage.rounds,
      ours: {
        var waits: [Double] = []
        for text in (0..<times).flatMap({ _ in typed }) {
          let start = Stopwatch.now()
          _ = try await database.search(text, in: Places.books, limit: screenful)
          waits.append(Double(Stopwatch.now() - start))
        }
        return Lap(waits: waits, length: waits.reduce(0, +))
      },
      peer: { try filter(table, times) })
    await database.close()
    return .waits(
      "filter", pairs, targets: [.median(atMost: 5e6)], note: "the peer has an FTS5 table too")
  }
}

// MARK: - Laps

// Never inlined into asynchronous functions; see `ReadRows`.
extension ListRows {
  @inline(never)
  private static func everything(from store: TreeStore, _ count: Int) throws -> Lap {
    try Lap(count: count) { _ in
      let node = try store.read { try $0.node(at: Places.books) }
      if node.isEmpty { throw ReadRows.BookIsMissing() }
    }
  }

  @inline(never)
  private static func everything(from table: Peer, _ count: Int) throws -> Lap {
    try Lap(count: count) { _ in
      if try table.books().isEmpty { throw ReadRows.BookIsMissing() }
    }
  }

  @inline(never)
  private static func children(
    of query: Query, from store: TreeStore, _ count: Int
  ) throws -> Lap {
    try Lap(count: count) { _ in
      let children = try store.read { try $0.children(of: query) }
      if children.count != screenful { throw ReadRows.BookIsMissing() }
    }
  }

  @inline(never)
  private static func newest(from table: Peer, _ count: Int) throws -> Lap {
    try Lap(count: count) { _ in
      if try table.newest(screenful).count != screenful { throw ReadRows.BookIsMissing() }
    }
  }

  @inline(never)
  private static func total(from store: TreeStore, _ count: Int) throws -> Lap {
    try Lap(count: count) { _ in _ = try store.read { try $0.total(of: byTitle) } }
  }

  @inline(never)
  private static func total(from table: Peer, _ count: Int) throws -> Lap {
    try Lap(count: count) { _ in _ = try table.total() }
  }

  @inline(never)
  private static func rank(of books: [Book], from store: TreeStore) throws -> Lap {
    let places = books.map {
      Place(of: $0.node, key: Places.name($0.key), under: byTitle.ordering)
    }
    return try Lap(count: books.count) { index in
      _ = try store.read { try $0.rank(of: places[index], in: byTitle) }
    }
  }

  @inline(never)
  private static func rank(of books: [Book], from table: Peer) throws -> Lap {
    try Lap(count: books.count) { index in
      _ = try table.rank(of: books[index].title, Peer.number(of: books[index].key))
    }
  }

  @inline(never)
  private static func filter(_ table: Peer, _ times: Int) throws -> Lap {
    try Lap(count: times * typed.count) { index in
      _ = try table.books(holding: typed[index % typed.count], limit: screenful)
    }
  }
}
