import Foundation
import JSONTree
import Synchronization
import TestSupport
import Testing
import TreeStore

@Suite struct JournalTests {
  private func changes(_ store: TreeStore, since number: Int64) throws -> ChangeSet {
    try store.read { try $0.changes(since: Revision(number)) }
  }

  @Test
  func `changes name the places touched since a revision`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    try store.write("a/b", 1)
    try store.write("a/b/c", 1)
    try store.write("d", 1)
    try store.write("d", 1)
    #expect(try changes(store, since: 3).isEmpty)
    #expect(try changes(store, since: 2).paths == ["d"])
    #expect(try changes(store, since: 1).paths == ["a/b/c", "d"])
    #expect(try changes(store, since: 0).paths == ["a/b", "d"])
    #expect(try changes(store, since: 0).revision == Revision(3))
    // A revision that is not yet: another file, or a restored one.
    #expect(try changes(store, since: 9).isEverything)
  }

  @Test
  func `many touched places are named by their ancestors`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    let values = try (0..<300).map { (try Path("a/b\($0)/c"), Draft.node(1)) }
    let commit = try one(store.commit([CommitRequest(try .update(values))]))
    #expect(commit.changeSet.paths == ["a"])
    #expect(try changes(store, since: 0).paths == ["a"])
    let long = String(repeating: "long", count: 100)
    let wide = try (0..<20).map { (try Path("a/\(long)\($0)"), Draft.node(1)) }
    _ = try one(store.commit([CommitRequest(try .update(wide))]))
    #expect(try changes(store, since: 1).paths == ["a"])
  }

  @Test
  func `the journal is trimmed by age and its newest row stays`() throws {
    let place = try TemporaryPlace()
    let now = ClockHand()
    let store = try TreeStore(
      at: place.path, options: TreeStore.Options(clock: { now.milliseconds }))
    func write(_ range: Range<Int>) throws {
      for number in range { try store.write("n", .node(.leaf(.integer(Int64(number))))) }
    }
    try write(1..<301)
    #expect(try changes(store, since: 1).paths == ["n"])
    now.milliseconds = 2 * StoreLimits.journalMilliseconds
    try write(301..<520)
    #expect(try changes(store, since: 1).isEverything)
    #expect(try changes(store, since: 510).paths == ["n"])
    #expect(try store.revision() == Revision(519))
    #expect(try store.check() == [])
  }
}

/// A clock that a test moves.
private final class ClockHand: Sendable {
  private let value = Atomic<Int64>(0)
  var milliseconds: Int64 {
    get { value.load(ordering: .relaxed) }
    set { value.store(newValue, ordering: .relaxed) }
  }

  @Test
  func `a long log is cut at closing, and what was written is there`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    let text = String(repeating: "x", count: 100_000)
    let values = try (0..<250).map { (try Path("texts/t\($0)"), Draft.node(.leaf(.string(text)))) }
    _ = try one(store.commit([CommitRequest(try .update(values))]))
    let log = place.path("tree.db-wal")
    #expect(try size(log) > 16 << 20)
    store.close()
    #expect(try size(log) == 0)
    let again = try TreeStore(at: place.path, options: options())
    #expect(try again.read { try $0.node(at: "texts/t249").string } == text)
  }

  private func size(_ file: String) throws -> Int {
    let url = URL(fileURLWithPath: file)
    guard FileManager.default.fileExists(atPath: file) else { return 0 }
    return try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
  }
}
