import Glibc
import JSONTree
import Platform
import TestSupport
import Testing
import TreeStore

/// A writer that is killed at any moment of a commit, a split, a join or a checkpoint.
@Suite(.serialized) struct KilledWriterTests {
  @Test func `what was answered before a kill is there, and nothing in halves`() async throws {
    var random = SeededGenerator()
    let place = try TemporaryPlace()
    let folder = place.path("tree")
    try Self.make(folder)
    var model = Node.empty
    var (writes, unanswered) = (0, 0)
    let rounds = Thorough.pick(25, thorough: 1_000)
    for round in 0..<rounds {
      let seed = UInt64.random(in: 0...UInt64(UInt32.max), using: &random)
      let answered = try await Self.killedChurn(in: folder, seed: seed, &random)
      let store = try TreeStore(at: folder)
      let tree = try store.read { try $0.node(at: .root) }
      if round % 10 == 9 || round == rounds - 1 {
        let findings = try store.check()
        try #require(findings.isEmpty, "round \(round): \(findings)")
      }
      store.close()
      var churn = Churn(seed: seed)
      for _ in 0..<answered { model = try churn.next().applied(to: model, at: 0) }
      if tree != model {
        // The one that was under way may have been durable before its answer was.
        model = try churn.next().applied(to: model, at: 0)
        unanswered += 1
      }
      try #require(tree == model, "round \(round), seed \(seed), \(answered) answers")
      writes += answered
    }
    print(
      "\(rounds) kills, \(writes) writes answered, \(unanswered) made and not answered, none lost")
  }

  private static func make(_ folder: String) throws {
    let store = try TreeStore(at: folder)
    defer { store.close() }
    try store.declare(
      [
        ListDeclaration(Churn.listed, by: .child("t"), sum: "count"),
        ListDeclaration(Churn.listed, by: .folded("k1")),
      ], texts: [TextDeclaration(Churn.listed, children: ["t"])])
  }

  /// Lets a process write as fast as it can, and kills it at a random moment; how many writes it
  /// said were durable.
  private static func killedChurn(
    in folder: String, seed: UInt64, _ random: inout SeededGenerator
  ) async throws -> Int {
    let child = try await ChildProcess(Command(BuiltProducts.path(of: "TreePeer"), [folder]))
    try await child.send(#"{"do":"churn","value":\#(seed)}"# + "\n")
    try await child.wait("a first answer") { !$0.lines.isEmpty }
    let end =
      ContinuousClock.now + .microseconds(Int64.random(in: 0...150_000, using: &random))
    try await eventually("a random moment") { ContinuousClock.now >= end }
    child.kill()
    let result = try await child.result()
    try #require(result.errors.isEmpty, "\(result.errors)")
    return result.output.split(separator: "\n").filter { $0 == #"{"ok":true}"# }.count
  }
}
