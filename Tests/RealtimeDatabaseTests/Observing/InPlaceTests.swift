import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

/// A child that changes where it stands costs one look at it, not the rows around it.
@Suite struct InPlaceTests {
  private static func tree() throws -> MemoryTree {
    var tree = MemoryTree()
    tree.apply(
      try .put(
        "/list",
        Node(
          (0..<100).map { index in
            (
              Key(stringLiteral: "k\(100 + index)"),
              ["n": .leaf(.integer(Int64(index))), "text": "a"] as Node
            )
          })))
    return tree
  }

  private static func query() throws -> Query { try Query("/list").ordered(by: .child("/n")) }

  @Test func `a limited list reads a changed child and no other`() throws {
    var tree = try Self.tree()
    var observer = try LimitObserver(try Self.query().limited(toFirst: 10), reading: tree)
    let children = tree.readings.children
    tree.apply(try .put("/list/k105/text", "b"))
    let inside = try observer.refresh(after: tree.lastChange, reading: tree)
    #expect(inside.events.map(\.kind) == [.changed])
    #expect(inside.events.first?.previousKey == "k104")
    tree.apply(try .put("/list/k150/text", "b"))
    #expect(try observer.refresh(after: tree.lastChange, reading: tree) == .nothing)
    #expect(tree.readings.children == children)
    #expect(tree.readings.nodes == 2)
    // One that moves away makes room for another: the list is read.
    tree.apply(try .put("/list/k105/n", 1_000))
    let moved = try observer.refresh(after: tree.lastChange, reading: tree)
    #expect(moved.events.map(\.kind) == [.removed, .added])
    #expect(tree.readings.children == children + 1)
  }

  @Test func `a window reads a changed child and no other`() throws {
    var tree = try Self.tree()
    let request = WindowRequest(anchor: .offset(20), before: 0, after: 10)
    var observer = try WindowObserver(try Self.query(), request, reading: tree)
    let windows = tree.readings.windows
    tree.apply(try .put("/list/k125/text", "b"))
    #expect(try observer.refresh(after: tree.lastChange, reading: tree))
    #expect(observer.window.rows[5].node == ["n": 25, "text": "b"])
    #expect(observer.window.revision == tree.revision)
    #expect((observer.window.offset, observer.window.total) == (20, 100))
    tree.apply(try .put("/list/k190/text", "b"))
    let outside = try observer.refresh(after: tree.lastChange, reading: tree)
    #expect(!outside)
    #expect(tree.readings.windows == windows)
    #expect(tree.readings.nodes == 2)
    // One that moves within the window: the rows are read.
    tree.apply(try .put("/list/k125/n", 22.5))
    #expect(try observer.refresh(after: tree.lastChange, reading: tree))
    #expect(observer.window.rows[3].key == "k125")
    #expect(tree.readings.windows == windows + 1)
  }
}
