import Inventory
import InventoryStore
import JSONTree
import Platform
import RealtimeDatabase
import TreeStore

/// One durable movement after another, in one process.
enum IncrementRows {
  static let all = [
    Row(name: "increment", summary: "durable movements, one after another") { stage in
      try await increment(stage)
    },
    Row(name: "increment-store", summary: "the same by the store, without the line and the news") {
      stage in try await incrementInStore(stage)
    },
    Row(name: "producers-16", summary: "durable movements by sixteen tasks of one process") {
      stage in [try await producers(stage, count: 16)]
    },
    Row(name: "increment-shop", summary: "the same with the shop's checks and lists") { stage in
      try await incrementInShop(stage)
    },
  ]

  private static func increment(_ stage: Stage) async throws -> [Measure] {
    let database = try await stage.warmTree()
    let table = try stage.warmPeer()
    defer { table.close() }
    var random = Lottery(seed: 5)
    let pairs = try await alternating(
      stage.rounds,
      ours: {
        try await Lap(milliseconds: milliseconds(stage)) {
          try await move(stage.books.picked(by: &random).key, in: database)
        }
      },
      peer: {
        try await Lap(milliseconds: milliseconds(stage)) {
          let number = Peer.number(of: stage.books.picked(by: &random).key)
          try table.move(number, by: 1, at: WallClock.milliseconds())
        }
      })
    await database.close()
    return [
      .rates("increment", pairs, targets: [.atLeast(0.8)]),
      .waits("increment, waiting", pairs, targets: []),
    ]
  }

  private static func incrementInStore(_ stage: Stage) async throws -> [Measure] {
    let database = try await stage.warmTree()
    let table = try stage.warmPeer()
    let store = try TreeStore(at: try await stage.treeFolder())
    defer {
      store.close()
      table.close()
    }
    var random = Lottery(seed: 8)
    var ids = PushID()
    func picks(_ count: Int) -> [StockKey] {
      (0..<count).map { _ in stage.books.picked(by: &random).key }
    }
    let count = stage.pick(quick: 200, whole: 1_000)
    let pairs = try await alternating(
      stage.rounds, ours: { try move(picks(count), by: store, &ids) },
      peer: { try move(picks(count), by: table) })
    await database.close()
    return [
      .rates("increment-store", pairs, targets: [.atLeast(0.8)]),
      .waits("increment-store, waiting", pairs, targets: []),
    ]
  }

  private static func incrementInShop(_ stage: Stage) async throws -> [Measure] {
    let database = try await stage.warmTree(shop: true)
    let store = InventoryStore(
      database: database, desk: Desk(name: "till 1", user: "anna"),
      now: { WallClock.milliseconds() })
    let table = try stage.warmPeer(shop: true)
    defer { table.close() }
    var random = Lottery(seed: 6)
    let pairs = try await alternating(
      stage.rounds,
      ours: {
        try await Lap(milliseconds: milliseconds(stage)) {
          let key = stage.books.picked(by: &random).key
          _ = try await store.move(key, by: 1, reason: .received)
        }
      },
      peer: {
        try await Lap(milliseconds: milliseconds(stage)) {
          let number = Peer.number(of: stage.books.picked(by: &random).key)
          try table.move(number, by: 1, at: WallClock.milliseconds())
        }
      })
    await database.close()
    return [
      .rates("increment-shop", pairs, targets: [.atLeast(0.8)]),
      .waits("increment-shop, waiting", pairs, targets: []),
    ]
  }

  /// Many tasks at once against the peer's one, who cannot do better alone.
  private static func producers(_ stage: Stage, count: Int) async throws -> Measure {
    let database = try await stage.warmTree()
    let table = try stage.warmPeer()
    defer { table.close() }
    var random = Lottery(seed: 10)
    let (books, length) = (stage.books, milliseconds(stage))
    let pairs = try await alternating(
      stage.rounds,
      ours: {
        let seeds = (0..<count).map { _ in random.next() }
        return try await together(seeds, books, in: database, milliseconds: length)
      },
      peer: {
        try await Lap(milliseconds: length) {
          let number = Peer.number(of: books.picked(by: &random).key)
          try table.move(number, by: 1, at: WallClock.milliseconds())
        }.rate
      })
    await database.close()
    return Measure(
      "producers-\(count)", .perSecond, ours: Series(pairs.map(\.ours)),
      peer: Series(pairs.map(\.peer)), targets: [.atLeast(3)], note: "the peer's one producer")
  }

  /// The rate of tasks that move books at the same time.
  private static func together(
    _ seeds: [UInt64], _ books: [Book], in database: Database, milliseconds: Int
  ) async throws -> Double {
    try await withThrowingTaskGroup(of: Double.self) { group in
      for seed in seeds {
        group.addTask {
          var random = Lottery(seed: seed)
          return try await Lap(milliseconds: milliseconds) {
            try await move(books.picked(by: &random).key, in: database)
          }.rate
        }
      }
      return try await group.reduce(0, +)
    }
  }

  private static func milliseconds(_ stage: Stage) -> Int { stage.pick(quick: 200, whole: 1_000) }

  /// Adds one to a book's count: the increment, the stamp and the movement in one write.
  static func move(_ key: StockKey, in database: Database) async throws {
    let request = try request(key, database.nextPushID())
    try await database.commit(request.write, guards: request.guards)
  }

  // Never inlined into asynchronous functions; see `ReadRows`.
  @inline(never)
  private static func move(
    _ keys: [StockKey], by store: TreeStore, _ ids: inout PushID
  ) throws -> Lap {
    try Lap(count: keys.count) { index in
      let id = ids.next(at: WallClock.milliseconds())
      for result in try store.commit([try request(keys[index], id)]) { _ = try result.get() }
    }
  }

  @inline(never)
  private static func move(_ keys: [StockKey], by table: Peer) throws -> Lap {
    let numbers = keys.map { Peer.number(of: $0) }
    return try Lap(count: keys.count) { index in
      try table.move(numbers[index], by: 1, at: WallClock.milliseconds())
    }
  }

  private static func request(_ key: StockKey, _ id: Key) throws -> CommitRequest {
    let count = Places.count(key)
    let movement: Draft = .branch([
      Field.isbn: .node(.leaf(.string(key.text))), Field.change: 1,
      Field.old: .server(.number(at: count, plus: .integer(0))),
      Field.new: .server(.number(at: count, plus: .integer(1))),
      Field.reason: "sold", Field.desk: "till 1", Field.user: "anna", Field.at: .timestamp,
    ])
    let write = try Write.update([
      (count, .increment(1)),
      (Places.timestamp(key), .node(.leaf(.integer(WallClock.milliseconds() / 1000)))),
      (Places.movement(id), movement),
    ])
    return CommitRequest(
      write, guards: [.present(Places.book(key)), .absent(Places.movement(id))])
  }
}
