import Glibc
import Inventory
import InventoryStore
import JSONTree
import RealtimeDatabase

/// A child that watches the count of a book, and says when it saw it change.
extension Worker {
  /// Bytes that a watching child says of each change: the count, and when it saw it.
  static let sightBytes = 16

  /// How often the peer looks, in nanoseconds.
  private static let pollingPause: Int64 = 1_000_000

  static func watch(_ side: Side, in folder: String, _ key: StockKey) async throws {
    switch side {
    case .ours:
      let database = try await Database.open(at: folder, configuration: Stage.titleList)
      database.reference(at: Places.count(key)).observe(.value) { snapshot in
        let now = Stopwatch.now()
        try? say(snapshot.node.integer ?? 0, at: now)
      }
      // Until the parent goes.
      var byte: UInt8 = 0
      _ = read(STDIN_FILENO, &byte, 1)
      await database.close()
    case .peer:
      let table = try Peer(in: folder)
      let number = Peer.number(of: key)
      var version = try table.dataVersion()
      var last = try table.count(of: number)
      try say(last, at: Stopwatch.now())
      while true {
        Stopwatch.pause(nanoseconds: pollingPause)
        let next = try table.dataVersion()
        guard next != version else { continue }
        version = next
        let count = try table.count(of: number)
        // SQLite: the version changes with a checkpoint too.
        guard count != last else { continue }
        last = count
        try say(count, at: Stopwatch.now())
      }
    case .redis:
      let (reader, listener) = (try RedisConnection(at: folder), try RedisConnection(at: folder))
      // A new key has no news to begin with.
      _ = try listener.call(["SUBSCRIBE", "__keyspace@0__:\(key.text)"])
      try say(Int64(try reader.call(["GET", key.text]).first ?? "") ?? 0, at: Stopwatch.now())
      while true {
        _ = try listener.answer()
        let now = Stopwatch.now()
        try say(Int64(try reader.call(["GET", key.text]).first ?? "") ?? 0, at: now)
      }
    }
  }

  private static func say(_ count: Int64, at moment: Int64) throws {
    try write(bytes(of: UInt64(bitPattern: count)) + bytes(of: UInt64(bitPattern: moment)))
  }

  /// What a watching child has seen, and when.
  static func sight(from bytes: [UInt8]) -> (count: Int64, moment: Int64) {
    let last = bytes.suffix(sightBytes)
    return (
      Int64(bitPattern: number(in: last.prefix(8))), Int64(bitPattern: number(in: last.suffix(8)))
    )
  }
}
