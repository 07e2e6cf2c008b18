import JSONTree
import TestSupport
import Testing
import TreeStore

@Suite struct CommitTests {
  let place: TemporaryPlace
  let store: TreeStore

  init() throws {
    place = try TemporaryPlace()
    store = try TreeStore(at: place.path, options: options(at: 5_000))
  }

  private func node(_ path: Path) throws -> Node { try store.read { try $0.node(at: path) } }

  @Test
  func `a movement states the old and the new count of its own write`() throws {
    try store.write("books/x", ["count": 4, "title": "X"])
    let write = try Write.update([
      (
        "movements/m",
        [
          "old": .server(.number(at: "books/x/count", plus: 0)),
          "new": .server(.number(at: "books/x/count", plus: -3)), "at": .timestamp,
        ]
      ),
      ("books/x/count", .increment(-3)),
    ])
    let guards: [Guard] = [.absent("movements/m"), .atLeast("books/x/count", 3)]
    let request = CommitRequest(write, guards: guards)
    let commit = try one(store.commit([request]))
    #expect(commit.changes.map(\.new) == [["old": 4, "new": 1, "at": 5_000], 1])
    #expect(commit.changes.map(\.old) == [.empty, 4])
    #expect(try node("books/x") == ["count": 1, "title": "X"])

    let again = try #require(try store.commit([request]).first)
    guard case .failure(let failure) = again else { throw again.success }
    #expect(failure.failed == .absent("movements/m"))
    #expect(failure.index == 0)
    #expect(failure.found == ["old": 4, "new": 1, "at": 5_000])
    #expect(failure.revision == commit.revision)
  }

  @Test(arguments: [
    (Guard.absent("a"), false), (.absent("b"), true), (.absent("a/n"), false),
    (.present("a"), true), (.present("b"), false), (.present("a/n/x"), false),
    (.atLeast("a/n", 3), true), (.atLeast("a/n", 4), false), (.atLeast("b", 0), false),
    (.unchanged("a", ["n": 3]), true), (.unchanged("a", ["n": 4]), false),
    (.unchanged("b", .empty), true), (.unchanged("a/n", 3.0), true),
  ])
  func `a guard is tested before anything is written`(_ condition: Guard, _ holds: Bool) throws {
    try store.write("a", ["n": 3])
    let results = try store.commit([
      CommitRequest(try Write.set("c", 1), guards: [condition]),
      CommitRequest(try Write.set("d", 2)),
    ])
    #expect(((try? results[0].get()) != nil) == holds)
    #expect((try? results[1].get()) != nil)
    #expect(try node("c") == (holds ? 1 : .empty))
    #expect(try node("d") == 2)
  }

  @Test
  func `guards hold for what is split into rows`() throws {
    let long = String(repeating: "x", count: 700)
    try store.write("a", ["p": .node(.leaf(.string(long))), "q": .node(.leaf(.string(long)))])
    try store.write("e", 1, guards: [.present("a"), .absent("a/r"), .present("a/p")])
    let results = try store.commit([CommitRequest(try .set("e", 2), guards: [.absent("a")])])
    guard case .failure(let failure) = results[0] else { throw results[0].success }
    #expect(failure.found["p"].string == long)
  }

  @Test
  func `a request sees what the one before it wrote`() throws {
    let add = CommitRequest(try .set("n", .increment(1)))
    let guarded = CommitRequest(try .set("n", .increment(1)), guards: [.atLeast("n", 2)])
    let results = try store.commit([guarded, add, add, guarded])
    #expect(results.map { (try? $0.get()) != nil } == [false, true, true, true])
    #expect(try node("n") == 3)
    #expect(try store.revision() == Revision(3))
  }

  @Test
  func `what is so already makes no revision`() throws {
    let first = try store.write("a", ["b": 1, "c": "x"])
    let again = try store.write("a", ["b": 1.0, "c": "x"])
    #expect(again.revision == first.revision)
    #expect(again.changeSet.isEmpty)
    #expect(again.changes.count == 1)
    #expect(try store.revision() == first.revision)
    #expect(try store.write("z/z", .empty).changeSet.isEmpty)
    #expect(try store.write("a/b/c", .empty).changeSet.isEmpty)
  }

  @Test
  func `a snapshot does not see later commits`() throws {
    try store.write("a", 1)
    try store.read { reader in
      let other = try TreeStore(at: place.path, options: options())
      try other.write("a", 2)
      #expect(try reader.node(at: "a") == 1)
      #expect(reader.revision == Revision(1))
    }
    #expect(try node("a") == 2)
  }

  @Test
  func `a closed store says so`() throws {
    store.close()
    store.close()
    #expect(throws: StoreError.self) { try store.write("a", 1) }
    #expect(throws: StoreError.self) { try node("a") }
    let again = try TreeStore(at: place.path, options: options())
    #expect(try again.revision() == .zero)
  }
}

extension Result where Success == Commit, Failure == GuardFailure {
  /// For a test that wanted a failure.
  fileprivate var success: Unexpected { Unexpected() }
  fileprivate struct Unexpected: Error {}
}
