import Inventory
import InventoryStore
import JSONTree
import Platform
import RealtimeDatabase
import TreeStore

/// From a write in this process to an observer's callback in another one.
enum NewsRows {
  static let all = [
    Row(name: "news", summary: "from the durable commit to another process' callback") { stage in
      [try await news(stage, "news", fromCall: false)]
    },
    Row(name: "news-write", summary: "from the call of the write to that callback") { stage in
      [try await news(stage, "news-write", fromCall: true)]
    },
    Row(name: "news-redis", summary: "the same beside a Redis server's news of its keys") { stage in
      [try await besideRedis(stage)]
    },
  ]

  /// The pause before a write is random up to this, in nanoseconds: two of the peer's looks.
  private static let longestPause = 2_000_000

  private static func news(
    _ stage: Stage, _ name: String, fromCall: Bool
  ) async throws -> Measure {
    let folders = (tree: try await stage.treeFolder(), peer: try stage.peerFolder())
    let database = try await stage.warmTree()
    let table = try stage.warmPeer()
    defer { table.close() }
    let key = stage.books[0].key
    let count = stage.pick(quick: 40, whole: 200)
    let pairs = try await alternating(
      stage.rounds,
      ours: {
        let child = try Worker.watching(.ours, in: folders.tree, key)
        return fromCall
          ? try await throughDatabase(database, key, child, count)
          : try await throughStore(folders.tree, key, child, count)
      },
      peer: {
        let child = try Worker.watching(.peer, in: folders.peer, key)
        return try await throughPeer(table, key, child, count, fromCall: fromCall)
      })
    await database.close()
    return Measure(
      name, .nanoseconds, ours: Series(pairs.map(\.ours)), peer: Series(pairs.map(\.peer)),
      targets: fromCall ? [] : [.median(atMost: 120_000), .p99(atMost: 1e6)],
      note: "the peer looks each ms")
  }

  private static func besideRedis(_ stage: Stage) async throws -> Measure {
    let name = "news-redis"
    guard Redis.isThere else {
      return Measure(name, .nanoseconds, note: "no redis: there is no redis-server on the path")
    }
    let folder = try await stage.treeFolder()
    let database = try await stage.warmTree()
    let redis = try Redis(in: try stage.newFolder("redis"))
    defer { redis.end() }
    let key = stage.books[0].key
    let count = stage.pick(quick: 40, whole: 200)
    let pairs = try await alternating(
      stage.rounds,
      ours: {
        let child = try Worker.watching(.ours, in: folder, key)
        return try await throughDatabase(database, key, child, count)
      },
      peer: {
        let child = try Worker.watching(.redis, in: redis.socket, key)
        return try await throughRedis(redis, key, child, count)
      })
    await database.close()
    return Measure(
      name, .nanoseconds, ours: Series(pairs.map(\.ours)), peer: Series(pairs.map(\.peer)),
      targets: [.atMost(1)], note: "the peer is Redis, syncing each write")
  }

  private static func throughRedis(
    _ redis: Redis, _ key: StockKey, _ child: Child, _ count: Int
  ) async throws -> [Double] {
    let connection = try RedisConnection(at: redis.socket)
    return try await sights(of: child, count) { number in
      let called = Stopwatch.now()
      _ = try connection.call(["SET", key.text, "\(number)"])
      return called
    }
  }

  /// Writes with the store and rings, as the database does, to know when the commit was durable.
  private static func throughStore(
    _ folder: String, _ key: StockKey, _ child: Child, _ count: Int
  ) async throws -> [Double] {
    let store = try TreeStore(at: folder)
    defer { store.close() }
    let bell = try Doorbell(in: folder)
    return try await sights(of: child, count) { number in
      let write = try Write.set(Places.count(key), .leaf(.integer(number)))
      _ = try store.commit([CommitRequest(write)])
      let durable = Stopwatch.now()
      try bell.ring()
      return durable
    }
  }

  private static func throughDatabase(
    _ database: Database, _ key: StockKey, _ child: Child, _ count: Int
  ) async throws -> [Double] {
    try await sights(of: child, count) { number in
      let write = try Write.set(Places.count(key), .leaf(.integer(number)))
      let called = Stopwatch.now()
      try await database.commit(write)
      return called
    }
  }

  private static func throughPeer(
    _ table: Peer, _ key: StockKey, _ child: Child, _ count: Int, fromCall: Bool
  ) async throws -> [Double] {
    let number = Peer.number(of: key)
    return try await sights(of: child, count) { _ in
      let called = Stopwatch.now()
      try table.move(number, by: 1, at: WallClock.milliseconds())
      return fromCall ? called : Stopwatch.now()
    }
  }

  /// Writes again and again, each time when the child has seen the last; `write` says since when to
  /// count.
  private static func sights(
    of child: Child, _ count: Int, _ write: (Int64) async throws -> Int64
  ) async throws -> [Double] {
    var random = Lottery(seed: 7)
    var seen = Worker.sight(from: try child.bytes(Worker.sightBytes)).count
    var waits: [Double] = []
    for _ in 0..<count {
      Stopwatch.pause(nanoseconds: Int64(random.below(longestPause)))
      let start = try await write(seen + 1)
      let sight = Worker.sight(from: try child.bytes(Worker.sightBytes))
      guard sight.count == seen + 1 else { throw MissedNews(seen: sight.count, due: seen + 1) }
      seen = sight.count
      waits.append(Double(sight.moment - start))
    }
    child.end()
    return waits
  }
}

/// An observer was told of another number than the one that was written.
private struct MissedNews: Error, CustomStringConvertible {
  let seen: Int64
  let due: Int64

  var description: String { "An observer saw \(seen) when \(due) had been written." }
}
