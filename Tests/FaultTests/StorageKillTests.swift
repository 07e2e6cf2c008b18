import Foundation
import ObjectStorage
import StoragePeer
import TestSupport
import Testing

/// Processes that put objects into one folder at once, and are killed at random moments.
@Suite(.serialized) struct StorageKillTests {
  @Test func `every acknowledged object is whole after a kill, and no file is left over`()
    async throws
  {
    var random = SeededGenerator()
    let place = try TemporaryPlace()
    var expected: [String: StorageChurn.State] = [:]
    var (steps, unanswered) = (0, 0)
    for round in 0..<Thorough.pick(8, thorough: 300) {
      let answered = try await Self.killedChurn(in: place.path, round: round, &random)
      let bucket = try await FolderBucket.open("shop", at: place.path, creates: false)
      for (name, count) in answered {
        let state = try await StorageChurn(name).state(in: bucket)
        if state != StorageChurn.state(after: count) {
          // The one that was under way may have been durable before its answer was.
          #expect(state == StorageChurn.state(after: count + 1), "\(name) after \(count)")
          unanswered += 1
        }
        expected[name] = state
        steps += count
      }
      // What the dead left behind goes by itself, as soon as somebody opens the bucket.
      let objects = expected.values.count { $0.content != nil }
      try await eventually("no file but those of \(objects) objects") {
        try Self.files(in: place.path) == objects
      }
      await bucket.close()
    }
    let bucket = try await FolderBucket.open("shop", at: place.path, creates: false)
    for (name, state) in expected {
      #expect(try await StorageChurn(name).state(in: bucket) == state)
    }
    try await eventually("no mark of a dead process") { try Self.marks(in: place.path) == 0 }
    print("\(steps) steps answered, \(unanswered) made and not answered, none lost")
  }

  @Test func `a sweep takes nothing from a process that is writing`() async throws {
    let place = try TemporaryPlace()
    let child = try await ChildProcess(Self.command(place.path, "churn", "p", "6"))
    try await child.wait("a first answer") { !$0.lines.isEmpty }
    let bucket = try await FolderBucket.open("shop", at: place.path, creates: false)
    try await eventually("many answers") {
      // It may take what was just replaced, before its owner does; never what is being written.
      try await bucket.sweep()
      return await child.said.lines.count > 300
    }
    child.kill()
    let result = try await child.result()
    #expect(!result.output.contains("failed"), "\(result.output.suffix(300))")
    for (name, count) in Self.answers(result.output) {
      let state = try await StorageChurn(name).state(in: bucket)
      #expect(
        [StorageChurn.state(after: count), StorageChurn.state(after: count + 1)].contains(state))
    }
  }

  @Test func `two processes that put the same name take turns`() async throws {
    let place = try TemporaryPlace()
    async let one = ChildProcess.run(Self.command(place.path, "put", "same", "60"))
    async let other = ChildProcess.run(Self.command(place.path, "put", "same", "60"))
    let lists = try await [one, other].map { result in
      #expect(result.status == 0, "\(result)")
      return result.output.split(separator: "\n").compactMap { Int64($0) }
    }
    for list in lists {
      #expect(list.count == 60)
      #expect(list == list.sorted())
    }
    #expect(Set(lists.joined()).count == 120)
    let bucket = try await FolderBucket.open("shop", at: place.path, creates: false)
    let record = try await bucket.metadata(of: ObjectPath("same"), within: patience)
    #expect(record.generation == lists.joined().max())
    #expect(try await StorageChurn.check(bucket) == 1)
    #expect(try Self.files(in: place.path) == 1)
  }

  private static func command(_ words: String...) -> Command {
    Command(BuiltProducts.path(of: "StoragePeer"), words)
  }

  /// Lets two processes put as fast as they can, and kills them at a random moment; how many steps
  /// of each name they said were durable.
  private static func killedChurn(
    in folder: String, round: Int, _ random: inout SeededGenerator
  ) async throws -> [String: Int] {
    var children: [ChildProcess] = []
    // What was begun may be durable, even where no answer came.
    var answered: [String: Int] = [:]
    for name in ["a", "b"] {
      children.append(
        try await ChildProcess(command(folder, "churn", "\(round)\(name)", "3")))
      for task in 0..<3 { answered["\(round)\(name)/\(task)"] = 0 }
    }
    for child in children { try await child.wait("a first answer") { !$0.lines.isEmpty } }
    let end = ContinuousClock.now + .microseconds(Int64.random(in: 0...300_000, using: &random))
    try await eventually("a random moment") { ContinuousClock.now >= end }
    for child in children { child.kill() }
    for child in children {
      let result = try await child.result()
      try #require(!result.output.contains("failed"), "\(result.output)")
      answered.merge(answers(result.output)) { max($0, $1) }
    }
    return answered
  }

  /// The steps of each name that a peer's lines say.
  private static func answers(_ output: String) -> [String: Int] {
    var answered: [String: Int] = [:]
    for line in output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let words = line.split(separator: " ")
      guard words.count == 2, let count = Int(words[1]) else { continue }
      answered[String(words[0])] = count
    }
    return answered
  }

  private static func files(in folder: String) throws -> Int {
    let walk = FileManager.default.enumerator(atPath: folder + "/objects")
    return (walk?.compactMap { $0 as? String } ?? []).count { $0.utf8.contains(0x2F) }
  }

  private static func marks(in folder: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: folder + "/running").count
  }
}
