import JSONTree
import Testing

@testable import RealtimeDatabase

@Suite struct EmptiedParentTests {
  @Test func `a parent emptied and filled again between two looks has lost its priority`() throws {
    for path: Path in ["/list", "/"] {
      var tree = MemoryTree()
      tree.apply(try .put("/list", Node([("a", ["x": 1])], priority: "p")))
      var observer = try QueryObserver(Query(path), reading: tree)
      _ = observer.trackedRows()
      let seen = tree.revision
      tree.apply(try .remove("/list/a/x"))
      tree.apply(try .put("/list/a/x", 1))
      let refresh = try observer.refresh(after: tree.changes(since: seen), reading: tree)
      #expect(refresh.isValueChanged)
      #expect(observer.node == tree.root[path])
    }
  }
}
