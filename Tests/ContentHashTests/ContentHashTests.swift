import ContentHash
import JSONTree
import TestSupport
import Testing

/// Firebase's own vectors are among the conformance cases; here is what follows from the rule.
@Suite struct ContentHashTests {
  /// An object's text names its children in default order, also when each has a priority, where the
  /// iOS library takes the order of keys.
  @Test func `children are hashed in default order when all have priorities`() {
    let first: Node = .leaf(1, priority: 2)
    let second: Node = .leaf(2, priority: 1)
    let node = Node([("a", first), ("b", second)])
    #expect(node.contentHash == "/3lk7Vfl5OYG6Kw2SkiPXNeExPw=")
    let plain: Node = .leaf(2)
    #expect(Node([("a", first), ("b", plain)]).contentHash != node.contentHash)
  }

  @Test func `what counts as equal has one hash`() {
    #expect(Node.leaf(.integer(1)).contentHash == Node.leaf(.double(1)).contentHash)
    #expect(Node.leaf(.double(-0.0)).contentHash == Node.leaf(.integer(0)).contentHash)
    #expect(Node.leaf(true).contentHash != Node.leaf(1).contentHash)
    #expect(Node.leaf("1").contentHash != Node.leaf(1).contentHash)
    #expect(Node.empty.contentHash.isEmpty)
    #expect(Node.branch(Children(), priority: 1).contentHash.isEmpty)
  }

  @Test func `neighbours beyond the doubles collide`() {
    let (one, other) = (Node.leaf(.integer(1 << 53)), Node.leaf(.integer(1 << 53 + 1)))
    #expect(one != other && one.contentHash == other.contentHash)
  }

  @Test func `any single change changes the hash`() {
    var generator = SeededGenerator()
    for _ in 0..<200 {
      let keys = (0..<Int.random(in: 1...6, using: &generator)).map { "k\($0)" }
      var node = Node.empty
      for key in keys {
        let value = Int64.random(in: -9...9, using: &generator)
        let priority: Scalar? = Bool.random(using: &generator) ? .integer(value & 1) : nil
        node = node.setting(.leaf(.integer(value), priority: priority), at: path(key))
      }
      let key = keys[Int.random(in: 0..<keys.count, using: &generator)]
      let old = node[path(key)]
      for new in [
        Node.empty, .leaf(.integer(10)), old.settingPriority("other"), Node([("deeper", old)]),
      ] {
        #expect(node.setting(new, at: path(key)).contentHash != node.contentHash)
      }
    }
  }

  private func path(_ name: String) -> Path { Path(stringLiteral: name) }
}
