import JSONTree
import Synchronization
import TestSupport
import Testing

@testable import RealtimeDatabase

/// Refreshes after the last change, which must show.
private func expectDifference(_ observer: inout WindowObserver, _ tree: MemoryTree) throws {
  let isDifferent = try observer.refresh(after: tree.lastChange, reading: tree)
  #expect(isDifferent)
}

@Suite struct WindowObserverTests {
  private static func numbers(_ range: some Sequence<Int>) -> Node {
    Node(range.map { (Key(stringLiteral: "k\(1000 + $0)"), .leaf(.integer(Int64($0)))) })
  }

  @Test func `a window shows what a naive reading gives, whatever happens around it`() throws {
    var random = RandomTree(generator: SeededGenerator())
    for _ in 0..<300 {
      let query = try random.query()
      var tree = MemoryTree()
      tree.apply(try random.write())
      let children = query.select(from: tree.root[query.path])
      let anchors: [WindowAnchor] =
        [.first, .last] + (children.isEmpty ? [] : [.place(random.pick(children).place)])
      let request = WindowRequest(
        anchor: random.pick(anchors), before: random.pick([0, 1, 2]), after: random.pick([1, 2, 3]))
      var observer = try WindowObserver(query, request, reading: tree)
      for _ in 0..<20 {
        let seen = tree.revision
        let shown = observer.window
        for _ in 0..<random.pick([1, 1, 2]) { tree.apply(try random.write()) }
        let isDifferent = try observer.refresh(
          after: tree.changes(since: seen), reading: tree)
        let all = query.select(from: tree.root[query.path])
        let rows = Query.window(
          of: all, from: request.anchor, before: request.before, after: request.after)
        #expect(observer.window.rows == rows)
        #expect(observer.window.total == all.count)
        if let first = rows.first {
          #expect(observer.window.offset == all.firstIndex(of: first))
        }
        #expect(
          isDifferent
            == (shown.rows != rows || shown.total != all.count
              || shown.offset != observer.window.offset))
      }
    }
  }

  @Test func `rows stay where they are when children come and go above`() throws {
    var tree = MemoryTree()
    tree.apply(try .put("/list", Self.numbers(0..<100)))
    let query = try Query("/list").ordered(by: .value)
    let request = WindowRequest(anchor: .offset(50), before: 2, after: 3)
    var observer = try WindowObserver(query, request, reading: tree)
    let rows = observer.window.rows
    #expect(rows.map(\.node) == [48, 49, 50, 51, 52])
    #expect(observer.window.offset == 48)
    let windows = tree.readings.windows
    tree.apply(try .put("/list/first", -1))
    try expectDifference(&observer, tree)
    #expect(observer.window.rows == rows)
    #expect(observer.window.offset == 49)
    #expect(tree.readings.windows == windows, "the rows were read again for nothing")
    tree.apply(try .remove("/list/k1050"))
    try expectDifference(&observer, tree)
    #expect(observer.window.rows.map(\.node) == [48, 49, 51, 52, 53])
  }

  @Test func `in a long list the offset comes late`() throws {
    var tree = MemoryTree()
    let count = WindowObserver.countedAtOnce + 100
    tree.apply(try .put("/list", Self.numbers(0..<count)))
    let query = try Query("/list").ordered(by: .value)
    let place = query.place(of: 5000, key: "k6000")
    let request = WindowRequest(anchor: .place(place), before: 10, after: 10)
    var observer = try WindowObserver(query, request, reading: tree)
    #expect(observer.window.offset == nil)
    #expect(tree.readings.ranks == 0)
    let first = try #require(observer.window.rows.first)
    let asked = observer.generation
    let isOtherTaken = observer.take(offset: 7, of: place, askedAt: asked)
    #expect(!isOtherTaken, "a rank of another row")
    let counted = tree.rank(of: first.place, in: query)
    let isTaken = observer.take(offset: counted, of: first.place, askedAt: asked)
    #expect(isTaken)
    #expect(observer.window.offset == 4990)
    #expect(observer.isOffsetCertain)
  }

  @Test func `an offset that was counted before a change is asked for again`() throws {
    var tree = MemoryTree()
    let count = WindowObserver.countedAtOnce + 100
    tree.apply(try .put("/list", Self.numbers(0..<count)))
    let query = try Query("/list").ordered(by: .value)
    let shown = Mutex<[Int?]>([])
    let subscriber = WindowSubscriber(
      handle: 1, query: query,
      request: WindowRequest(
        anchor: .place(query.place(of: 5000, key: "k6000")), before: 10, after: 10),
      onWindow: { window in shown.withLock { $0.append(window.offset) } }, onEnd: { _ in })
    var window = try LiveWindow(subscriber, reading: tree)
    let asked = window.takeQuestion()
    let first = try #require(asked)
    let counted = tree.rank(of: first.place, in: query)
    tree.apply(try .put("/list/above", -1))
    try window.refresh(after: tree.lastChange, reading: tree)
    let another = window.takeQuestion()
    #expect(another == nil, "one is being counted")
    window.answer(counted, to: first)
    let askedAgain = window.takeQuestion()
    let second = try #require(askedAgain, "the number is from before the change")
    window.answer(tree.rank(of: second.place, in: query), to: second)
    let third = window.takeQuestion()
    #expect(third == nil)
    #expect(shown.withLock { $0.last } == 4991)
    // An answer to a question that nobody asks any more changes nothing.
    window.answer(counted, to: first)
    #expect(shown.withLock { $0.last } == 4991)
  }
}
