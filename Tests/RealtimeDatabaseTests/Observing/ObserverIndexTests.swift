import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase

@Suite struct ObserverIndexTests {
  @Test func `deeper places report first, observers of one place as they registered`() {
    var index = ObserverIndex()
    index.insert(1, at: "/")
    index.insert(2, at: "/a")
    index.insert(3, at: "/a/b/c")
    index.insert(4, at: "/a")
    index.insert(5, at: "/x")
    index.insert(6, at: "/a/b")
    #expect(index.touched(by: ChangeSet(.zero, paths: ["/a/b"])) == [3, 6, 2, 4, 1])
    #expect(index.touched(by: ChangeSet(.zero, paths: ["/a/z", "/x/y"])) == [2, 4, 5, 1])
    #expect(index.touched(by: .everything(.zero)) == [3, 6, 2, 4, 5, 1])
    index.remove(2)
    index.remove(6)
    #expect(index.touched(by: ChangeSet(.zero, paths: ["/a/b/c/d"])) == [3, 4, 1])
    #expect(index.observers(at: "/a") == [4])
  }

  @Test func `the index finds what a look at every observer finds`() {
    var random = RandomTree(generator: SeededGenerator())
    for _ in 0..<200 {
      var index = ObserverIndex()
      var places: [Int: Path] = [:]
      func path(_ random: inout RandomTree) -> Path {
        Path((0..<random.pick([0, 1, 2, 3])).map { _ in random.pick(["a", "b", "c"]) })
      }
      for id in 1...12 {
        places[id] = path(&random)
        index.insert(id, at: places[id] ?? .root)
      }
      for id in [3, 7] {
        index.remove(id)
        places[id] = nil
      }
      let changes = ChangeSet(.zero, paths: [path(&random), path(&random)])
      let expected = places.filter { changes.touches($0.value) }.keys
      #expect(Set(index.touched(by: changes)) == Set(expected))
      #expect(index.touched(by: changes).count == expected.count)
    }
  }
}
