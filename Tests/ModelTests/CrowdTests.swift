import Foundation
import JSONTree
import RealtimeDatabase
import TestSupport
import Testing

/// Several writers at once: whatever order their writes came in, whoever follows the events has at
/// every value what the value says, and in the end what the tree holds.
@Suite struct CrowdTests {
  static func crowd(
    of writers: [any Writer], at place: TemporaryPlace, writes: Int, _ seeds: inout SeededGenerator
  ) async throws -> (faults: [String], events: Int) {
    let database = try await Database.open(at: place.url)
    var random = RandomActions(SeededGenerator(seed: seeds.next()))
    // A place that is a leaf for a while has no children, and a bounded query of it no value.
    let folds = (0..<12).map { _ in Fold(random.query()) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in writers {
        var own = RandomActions(SeededGenerator(seed: seeds.next()))
        let all = (0..<writes).map { _ in own.steps() }
        group.addTask {
          for steps in all { try await writer.write(steps) }
        }
      }
      // The lists begin one after another, while the others write.
      group.addTask {
        for (number, fold) in folds.enumerated() {
          fold.begin(number.isMultiple(of: 2) ? .together : .oneByOne, on: database)
          try await database.settle()
        }
      }
      try await group.waitForAll()
    }
    try await database.settle()
    let end = NaiveTree(try await database.read { try $0.node(at: .root) })
    let result = (folds.flatMap { $0.faults(at: end) }, folds.map(\.events).reduce(0, +))
    for writer in writers { await writer.close() }
    await database.close()
    return result
  }

  @Test(arguments: [false, true])
  func `whoever follows the events has what the tree holds`(areProcesses: Bool) async throws {
    var seeds = SeededGenerator()
    let runs = areProcesses ? 3 : 5
    for run in 0..<Thorough.pick(runs, thorough: 10 * runs) {
      let place = try TemporaryPlace()
      var writers: [any Writer] = []
      for _ in 0..<3 {
        if areProcesses {
          writers.append(try await PeerWriter(place))
        } else {
          writers.append(try await OtherDatabase(place))
        }
      }
      let (faults, events) = try await Self.crowd(of: writers, at: place, writes: 60, &seeds)
      #expect(faults.isEmpty, "run \(run), seed \(seeds.seed): \(faults.prefix(3))")
      #expect(events > 0)
    }
  }

  @Test func `what others write between the calls that begin a list is in the list`() async throws {
    var seeds = SeededGenerator()
    for run in 0..<Thorough.pick(10, thorough: 100) {
      let place = try TemporaryPlace()
      let database = try await Database.open(at: place.url)
      let other = try await OtherDatabase(place)
      var random = RandomActions(SeededGenerator(seed: seeds.next()))
      func write() async throws {
        for _ in 0..<4 { try await other.write(random.steps()) }
      }
      let folds = (0..<6).map { _ in Fold(random.query()) }
      for type in Fold.order {
        try await write()
        for fold in folds { fold.begin(with: type, on: database) }
        // The kinds that have begun are told of each write, the others begin behind it.
        try await database.settle()
      }
      for _ in 0..<5 { try await write() }
      try await database.settle()
      let end = NaiveTree(try await database.read { try $0.node(at: .root) })
      let faults = folds.flatMap { $0.faults(at: end) }
      #expect(faults.isEmpty, "run \(run), seed \(seeds.seed): \(faults.prefix(3))")
      await other.close()
      await database.close()
    }
  }
}
