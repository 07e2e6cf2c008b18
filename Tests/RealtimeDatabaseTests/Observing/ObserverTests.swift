import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

/// A client that knows only the events: it must end up with the same list.
struct EventTape {
  private(set) var nodes: [(key: Key, node: Node)] = []

  /// Applies one step's events: what goes or moves is taken out, then put behind the named key.
  mutating func apply(_ events: [ChildEvent]) throws {
    for event in events {
      let index = nodes.firstIndex { $0.key == event.child.key }
      switch event.kind {
      case .removed: nodes.remove(at: try #require(index))
      case .added: #expect(index == nil, "added twice: \(event.child.key)")
      case .moved: nodes.remove(at: try #require(index))
      case .changed: nodes[safe: index]?.node = event.child.node
      }
    }
    var waiting = events.filter { $0.kind == .added || $0.kind == .moved }
    while !waiting.isEmpty {
      let ready = try #require(
        waiting.firstIndex { event in
          event.previousKey == nil || nodes.contains { $0.key == event.previousKey }
        }, "no previous key is there: \(waiting)")
      let event = waiting.remove(at: ready)
      let before = nodes.firstIndex { $0.key == event.previousKey }
      nodes.insert((event.child.key, event.child.node), at: before.map { $0 + 1 } ?? 0)
    }
  }
}

extension Array {
  subscript(safe index: Int?) -> Element? {
    get { index.flatMap { indices.contains($0) ? self[$0] : nil } }
    set { if let index, indices.contains(index), let newValue { self[index] = newValue } }
  }
}

/// Refreshes after the last change, which must not show.
private func expectNothing(_ observer: inout QueryObserver, _ tree: MemoryTree) throws {
  let refresh = try observer.refresh(after: tree.lastChange, reading: tree)
  #expect(refresh == .nothing)
}

@Suite struct ObserverTests {
  @Test func `events lead a client's list to the state that a naive reading gives`() throws {
    var random = RandomTree(generator: SeededGenerator())
    for _ in 0..<300 {
      let query = try random.query()
      var tree = MemoryTree()
      tree.apply(try random.write())
      var observer = try QueryObserver(query, reading: tree)
      var tape = EventTape()
      try tape.apply(ChildEvent.initial(observer.trackedRows()))
      for _ in 0..<25 {
        let seen = tree.revision
        let old = query.applied(to: tree.root[query.path])
        let oldRows = query.select(from: tree.root[query.path])
        for _ in 0..<random.pick([1, 1, 1, 2, 3]) { tree.apply(try random.write()) }
        let refresh = try observer.refresh(after: tree.changes(since: seen), reading: tree)
        let new = query.applied(to: tree.root[query.path])
        let rows = query.select(from: tree.root[query.path])
        try tape.apply(refresh.events)
        #expect(tape.nodes.map(\.key) == rows.map(\.key))
        #expect(tape.nodes.map(\.node) == rows.map(\.node))
        #expect(observer.node == new)
        #expect(refresh.isValueChanged == (old != new))
        #expect(refresh.events == Self.naive(from: oldRows, to: rows))
      }
    }
  }

  /// The events by their definition, without any index.
  static func naive(from old: [Child], to new: [Child]) -> [ChildEvent] {
    func previous(_ child: Child) -> Key? {
      new.last { $0.place < child.place }?.key
    }
    func before(_ child: Child) -> Child? { old.first { $0.key == child.key } }
    let removed = old.filter { child in !new.contains { $0.key == child.key } }
    let added = new.filter { before($0) == nil }
    let moved = new.filter { child in
      before(child).map { $0.place.sort != child.place.sort } ?? false
    }
    let changed = new.filter { child in before(child).map { $0.node != child.node } ?? false }
    return removed.map { ChildEvent(kind: .removed, child: $0, previousKey: nil) }
      + added.map { ChildEvent(kind: .added, child: $0, previousKey: previous($0)) }
      + moved.map { ChildEvent(kind: .moved, child: $0, previousKey: previous($0)) }
      + changed.map { ChildEvent(kind: .changed, child: $0, previousKey: previous($0)) }
  }

  @Test func `a leaf that was written below and emptied between two looks is gone`() throws {
    for path in ["/place", "/place/deep"] {
      let leaf = try Path(path)
      var tree = MemoryTree()
      tree.apply(try .put(leaf, "x"))
      var observer = try QueryObserver(Query("/place"), reading: tree)
      let seen = tree.revision
      tree.apply(try .put(leaf.child("below"), 1))
      tree.apply(try .remove(leaf.child("below")))
      let refresh = try observer.refresh(after: tree.changes(since: seen), reading: tree)
      #expect(observer.node == .empty)
      #expect(refresh.isValueChanged)
    }
  }

  @Test func `a child leaving a full limit pulls in the next one`() throws {
    var tree = MemoryTree()
    tree.apply(try .put("/list", ["a": 1, "b": 2, "c": 3, "d": 4]))
    let query = try Query("/list").ordered(by: .value).limited(toFirst: 2)
    var observer = try QueryObserver(query, reading: tree)
    tree.apply(try .remove("/list/a"))
    let refresh = try observer.refresh(after: tree.lastChange, reading: tree)
    #expect(refresh.events.map(\.kind) == [.removed, .added])
    #expect(refresh.events.map(\.child.key) == ["a", "c"])
    #expect(refresh.events.map(\.previousKey) == [nil, "b"])
    #expect(refresh.isValueChanged)
  }

  @Test func `a change outside a limit reads one child and nothing else`() throws {
    var tree = MemoryTree()
    tree.apply(try .put("/list", ["a": 1, "b": 2, "c": 3, "d": 4]))
    let query = try Query("/list").ordered(by: .value).limited(toFirst: 2)
    var observer = try QueryObserver(query, reading: tree)
    tree.apply(try .put("/list/d", 9))
    let before = (tree.readings.nodes, tree.readings.children)
    try expectNothing(&observer, tree)
    #expect((tree.readings.nodes, tree.readings.children) == (before.0 + 1, before.1))
  }

  @Test func `writing the same content again raises nothing`() throws {
    var tree = MemoryTree()
    tree.apply(try .put("/list", ["a": 1, "b": ["c": true]]))
    for query in [Query("/list"), try Query("/list").ordered(by: .key).limited(toLast: 9)] {
      var observer = try QueryObserver(query, reading: tree)
      tree.apply(try .put("/list", ["a": .leaf(.double(1)), "b": ["c": true]]))
      try expectNothing(&observer, tree)
      tree.apply(try .put("/list/b/c", true))
      try expectNothing(&observer, tree)
    }
  }

  @Test func `a value that the order compares moves its child, in key order never`() throws {
    var tree = MemoryTree()
    tree.apply(try .put("/list", ["a": ["n": 1], "b": ["n": 5]]))
    for (ordering, kinds) in [
      (Ordering.child("/n"), [ChildEvent.Kind.moved, .changed]), (.key, [.changed]),
    ] {
      let query = try Query("/list").ordered(by: ordering)
      var observer = try QueryObserver(query, reading: tree)
      _ = observer.trackedRows()
      tree.apply(try .update([("/list/a/n", .increment(1))]))
      let refresh = try observer.refresh(after: tree.lastChange, reading: tree)
      #expect(refresh.events.map(\.kind) == kinds)
    }
  }
}
