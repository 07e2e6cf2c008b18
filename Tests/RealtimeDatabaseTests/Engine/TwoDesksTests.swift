import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

@Suite struct TwoDesksTests {
  /// Rebuilds a list from a sequence of changes: each is put behind the named key.
  ///
  /// A step's moves name keys of the new state, which may themselves still move in that step: what
  /// is between two steps is not checked, what is there at the end of each must fit.
  private static func rebuild(
    _ query: DatabaseQuery, until isDone: ([Key: Node]) -> Bool
  ) async throws -> [Key: Node] {
    var nodes: [Key: Node] = [:]
    for try await change in query.childEvents() {
      let key = try Key(change.snapshot.key)
      switch change.type {
      case .childAdded:
        #expect(nodes[key] == nil, "\(key) added twice")
        nodes[key] = change.snapshot.node
      case .childRemoved:
        #expect(nodes[key] == change.snapshot.node, "\(key) removed with other content")
        nodes[key] = nil
      case .childChanged:
        #expect(nodes[key] != nil && nodes[key] != change.snapshot.node)
        nodes[key] = change.snapshot.node
      case .childMoved: #expect(nodes[key] != nil)
      case .value: Issue.record("a value among the child events")
      }
      if isDone(nodes) { break }
    }
    return nodes
  }

  @Test func `whatever two desks write, each one's events lead to the same tree`() async throws {
    let desk = try Desk()
    let other = try desk.other()
    let databases = [desk.database, other]
    let seeds = SeededGenerator()
    let query = try Query(RandomTree.place).ordered(by: .child("/a"))
    let isDone: @Sendable ([Key: Node]) -> Bool = { $0["end"] != nil }
    try await withThrowingTaskGroup(of: [Key: Node]?.self) { group in
      for database in databases {
        group.addTask { try await Self.rebuild(database.query(query), until: isDone) }
      }
      try await withThrowingTaskGroup(of: Void.self) { writers in
        for (index, database) in databases.enumerated() {
          writers.addTask {
            var random = RandomTree(generator: SeededGenerator(seed: seeds.seed + UInt64(index)))
            for _ in 0..<150 { try await database.commit(try random.write()) }
          }
        }
        try await writers.waitForAll()
      }
      try await other.commit(try .put(RandomTree.place.child("end"), true))
      let tree = try await desk.node(RandomTree.place)
      let expected = Dictionary(uniqueKeysWithValues: tree.children.map { ($0.key, $0.node) })
      for try await nodes in group { #expect(nodes == expected) }
    }
    #expect(try await desk.database.check().isEmpty)
    await desk.database.close()
    await other.close()
  }

  @Test func `a limit seen by one desk is what a naive reading gives after every write`()
    async throws
  {
    let desk = try Desk()
    let other = try desk.other()
    var random = RandomTree(generator: SeededGenerator())
    let query = try Query(RandomTree.place).ordered(by: .child("/a")).limited(toLast: 3)
    var values = other.query(query).values().makeAsyncIterator()
    var shown = try await values.next()?.node
    for _ in 0..<100 {
      try await desk.database.commit(try random.write())
      let expected = query.applied(to: try await desk.node(RandomTree.place))
      while shown != expected { shown = try await values.next()?.node }
    }
    await desk.database.close()
    await other.close()
  }
}
