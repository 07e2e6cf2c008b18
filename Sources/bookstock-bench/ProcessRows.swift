import RealtimeDatabase

/// Several processes writing into one place.
enum ProcessRows {
  static let all = [
    Row(name: "increment-4", summary: "durable movements by four processes at once") { stage in
      try await increment(stage, processes: 4)
    },
    Row(name: "increment-8", summary: "the same by eight processes") { stage in
      try await increment(stage, processes: 8)
    },
  ]

  private static func increment(_ stage: Stage, processes: Int) async throws -> [Measure] {
    let folders = (tree: try await stage.treeFolder(), peer: try stage.peerFolder())
    // Open all the time, so that nobody is the last to close, who would delete the log.
    let database = try await stage.warmTree()
    let table = try stage.warmPeer()
    defer { table.close() }
    let milliseconds = stage.pick(quick: 300, whole: 1_500)
    let pairs = try await alternating(
      stage.rounds,
      ours: { try run(.ours, in: folders.tree, processes, milliseconds) },
      peer: { try run(.peer, in: folders.peer, processes, milliseconds) })
    await database.close()
    let name = "increment-\(processes)"
    func series(_ value: (Crowd) -> [Double]) -> (ours: Series, peer: Series) {
      (Series(pairs.map { value($0.ours) }), Series(pairs.map { value($0.peer) }))
    }
    let rates = series { [$0.rate] }
    let fairness = series { [$0.fairness] }
    let waits = series { $0.laps.flatMap(\.waits) }
    return [
      Measure(
        name, .perSecond, ours: rates.ours, peer: rates.peer, targets: [.atLeast(0.9)]),
      Measure(
        "\(name), fairness", .ratio, ours: fairness.ours, peer: fairness.peer,
        targets: [.median(atLeast: 0.9)]),
      Measure(
        "\(name), waiting", .nanoseconds, ours: waits.ours, peer: waits.peer,
        targets: [.p99(atMost: 3e6)]),
    ]
  }

  /// Starts the processes, has them begin together, and waits for what they measured.
  private static func run(
    _ side: Worker.Side, in folder: String, _ processes: Int, _ milliseconds: Int
  ) throws -> Crowd {
    let children = try (0..<processes).map {
      try Worker.moving(side, in: folder, seed: $0 + 1, milliseconds: milliseconds)
    }
    for child in children { _ = try child.bytes(Worker.isReady.count) }
    for child in children { try child.send(Worker.isReady) }
    return Crowd(laps: try children.map { Worker.lap(from: try $0.rest()) })
  }
}

/// What processes measured that ran together.
private struct Crowd {
  let laps: [Lap]

  /// Steps a second of all together.
  var rate: Double { laps.reduce(0) { $0 + $1.rate } }

  /// The slowest against the fastest: 1 when all got as far.
  var fairness: Double {
    let counts = laps.map { Double($0.waits.count) }
    return (counts.min() ?? 0) / (counts.max() ?? 1)
  }
}
