import RealtimeDatabase
import TreeStore

/// Writing many books, and what they weigh.
enum FillRows {
  static let all = [
    Row(name: "fill", summary: "books into an empty place with a list by title") { stage in
      [try await fill(stage)]
    },
    Row(name: "size", summary: "bytes on disk a book, after the filling") { stage in
      [try await size(stage)]
    },
  ]

  private static func fill(_ stage: Stage) async throws -> Measure {
    let pairs = try await alternating(
      stage.fillingRounds, ours: { try await ours(stage) }, peer: { try peer(stage) })
    stage.keepFilling()
    return Measure(
      "fill", .perSecond, ours: Series(pairs.map(\.ours)), peer: Series(pairs.map(\.peer)),
      targets: [.atLeast(0.7)])
  }

  private static func ours(_ stage: Stage) async throws -> Double {
    let database = try await Database.open(
      at: try stage.newFolder(Stage.treeName), configuration: Stage.titleList)
    let start = Stopwatch.now()
    try await stage.fill(database)
    let end = Stopwatch.now()
    await database.close()
    return Double(stage.books.count) / Double(end - start) * 1e9
  }

  private static func peer(_ stage: Stage) throws -> Double {
    let table = try Peer(in: try stage.newFolder(Stage.peerName))
    let start = Stopwatch.now()
    try stage.fill(table)
    let end = Stopwatch.now()
    table.close()
    return Double(stage.books.count) / Double(end - start) * 1e9
  }

  private static func size(_ stage: Stage) async throws -> Measure {
    _ = try await stage.treeFolder()
    _ = try stage.peerFolder()
    let count = Double(stage.books.count)
    let ours = stage.folder.size(of: "\(Stage.treeName)/\(TreeStore.fileName)")
    let peer = stage.folder.size(of: "\(Stage.peerName)/\(Peer.fileName)")
    let log = stage.folder.size(of: "\(Stage.treeName)/\(TreeStore.fileName)-wal")
    return Measure(
      "size", .bytesEach, ours: Series([Double(ours) / count]),
      peer: Series([Double(peer) / count]), targets: [.atMost(1.5)],
      note: "a log of \(Double(log / 1000).grouped) kB is left beside ours")
  }
}
