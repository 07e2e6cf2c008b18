import Foundation
import TestSupport
import Testing

/// The real database beside the naive one, through Firebase's names: events, reads and the tree
/// after every action.
///
/// `BOOKSTOCK_MODEL_SECONDS` says how long each of them runs; without it, a fixed number of runs.
@Suite struct ModelTests {
  private static let seconds = ProcessInfo.processInfo.environment["BOOKSTOCK_MODEL_SECONDS"]
    .flatMap(Double.init)

  /// Runs of new actions until the time is over, or so many of them.
  private func runs(
    _ count: Int, test: String, writers: @escaping (TemporaryPlace) async throws -> [any Writer]
  ) async throws {
    var seeds = SeededGenerator(for: test)
    let end = Self.seconds.map { ContinuousClock.now + .seconds($0) }
    var (done, actions) = (0, 0)
    while end.map({ ContinuousClock.now < $0 }) ?? (done < count) {
      var random = RandomActions(SeededGenerator(seed: seeds.next()), writers: 3)
      let all = random.actions(40)
      if let difference = try await ModelRun.difference(in: all, writers: writers) {
        let few = try await shrunk(all) { actions in
          try await ModelRun.difference(in: actions, writers: writers) != nil
        }
        let last = try await ModelRun.difference(in: few, writers: writers)
        let list = few.map { "  \($0)" }.joined(separator: "\n")
        Issue.record("run \(done), seed \(seeds.seed): \(last ?? difference)\n\(list)")
        return
      }
      done += 1
      actions += all.count
    }
    print("\(test): \(done) runs, \(actions) actions, no difference")
  }

  @Test func `one program does what the naive tree does`() async throws {
    try await runs(60, test: #function) { _ in [] }
  }

  @Test func `databases of one process do what the naive tree does`() async throws {
    try await runs(30, test: #function) { place in
      [try await OtherDatabase(place), try await OtherDatabase(place)]
    }
  }

  @Test func `programs of their own do what the naive tree does`() async throws {
    try await runs(6, test: #function) { place in
      [try await PeerWriter(place), try await PeerWriter(place)]
    }
  }

  @Test func `a failing run is made short`() async throws {
    let few = await shrunk(Array(0..<100)) { $0.contains(17) && $0.contains(63) }
    #expect(few == [17, 63])
  }
}
