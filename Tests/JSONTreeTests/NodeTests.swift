import Testing

@testable import JSONTree

struct NodeTests {
  @Test func `what is empty is absence, up to the root`() {
    #expect(Node([]) == .empty)
    #expect(Node([("a", .empty), ("b", Node([]))]) == .empty)
    let tree: Node = ["a": ["b": ["c": nil, "d": [:]]], "e": 1]
    #expect(tree == ["e": 1])
    #expect(Node.branch(Children()) == .empty)
    #expect(Node.branch(Children(), priority: 1).hashValue == Node.empty.hashValue)
    #expect(Node.branch(Children()).isEmpty)
  }

  @Test func `deleting the last child deletes the parents and their priorities`() {
    let tree = Node([("a", Node([("b", Node([("c", 1)], priority: 3))], priority: 2))], priority: 1)
    #expect(tree.setting(.empty, at: "a/b/c" as Path) == .empty)
    let kept = tree.setting(2, at: "a/x" as Path).setting(.empty, at: "a/b/c" as Path)
    #expect(kept == Node([("a", Node([("x", 2)], priority: 2))], priority: 1))
  }

  @Test func `writing below a value makes it a parent with its priority`() {
    let leaf = Node.leaf("v", priority: 7)
    #expect(leaf.setting(1, at: "a/b" as Path) == Node([("a", ["b": 1])], priority: 7))
    #expect(leaf.setting(.empty, at: "a/b" as Path) == leaf)
  }

  @Test func `setting replaces priorities of the place and leaves those above`() {
    let tree = Node([("a", .leaf(1, priority: 5))], priority: 4)
    #expect(tree.setting(2, at: "a" as Path) == Node([("a", 2)], priority: 4))
    #expect(tree.settingPriority(nil).priority == nil)
    #expect(Node.empty.settingPriority(3) == .empty)
  }

  @Test func `numbers are equal by value, Booleans and texts are not numbers`() {
    #expect(Node.leaf(.integer(1)) == Node.leaf(.double(1)))
    #expect(Node.leaf(.integer(1)).hashValue == Node.leaf(.double(1)).hashValue)
    #expect(Scalar.double(-0.0) == .integer(0))
    #expect(Scalar.bool(true) != .integer(1))
    #expect(Scalar.string("1") != .integer(1))
    #expect(Scalar.integer(1 << 53 + 1) != .double(0x1p53))
    #expect(Scalar.string("\u{E9}") != .string("e\u{301}"))
    #expect(Node.leaf(1, priority: 1) != .leaf(1))
  }

  @Test(
    arguments: [
      (["0", "1", "2"], 3), (["1"], 2), (["2"], nil), (["0", "3"], 4), (["0", "4"], nil),
      (["1", "2", "3"], 4), (["3141592"], nil), (["00", "1"], nil), (["-1", "0"], nil),
      (["0", "1", "x"], nil), (["99999999999"], nil), (["0", "-0"], nil),
    ] as [([String], Int?)])
  func `the array rule makes lists of dense plain numbers`(_ names: [String], _ count: Int?) throws
  {
    let node = Node(try names.map { (try Key($0), 1 as Node) })
    #expect(node.list?.count == count)
    #expect(node.list?.filter { !$0.isEmpty }.count == (count == nil ? nil : names.count))
  }

  @Test func `lists become children with holes`() {
    #expect(["x", nil, "z"] as Node == ["0": "x", "2": "z"])
    #expect((["x", nil, "z"] as Node).list == ["x", nil, "z"])
    #expect((["x", "y", nil, nil] as Node).list == ["x", "y"])
    #expect([[], [:], nil] as Node == .empty)
  }

  @Test func `typed readings give what is there, exactly`() {
    #expect((5 as Node).integer == 5)
    #expect((5.0 as Node).integer == 5)
    #expect((5.5 as Node).integer == nil)
    #expect(Node.leaf(.integer(.max)).integer == .max)
    #expect((true as Node).bool == true)
    #expect((1 as Node).bool == nil)
    #expect((true as Node).integer == nil)
    #expect(("t" as Node).string == "t")
    #expect((["a": ["b": 3]] as Node)["a/b" as Path].double == 3)
    #expect((["a": 1] as Node)["a/b" as Path].isEmpty)
  }

  @Test func `children behave as a sorted dictionary, small and large`() {
    var random = RandomTree()
    var children = Children()
    var model: [Key: Int] = [:]
    for step in 0..<6_000 {
      let key = Key(unchecked: String(random.int(-700...700)) + random.pick(["", "a", "é"]))
      let isRemoval = random.int(0...9) < (step < 4_000 ? 2 : 8)
      model[key] = isRemoval ? nil : step
      let node: Node = isRemoval ? .empty : .leaf(.integer(Int64(step)))
      children = children.setting(node, at: key)
      agree(children[key]?.integer, model[key].map(Int64.init))
      if step % 500 == 0 || step > 5_990 {
        let expected = model.sorted { $0.key < $1.key }
        #expect(children.map(\.key) == expected.map(\.key))
        #expect(children.indices.allSatisfy { children[$0].key == expected[$0].key })
        #expect(children == Children(expected.map { ($0.key, .leaf(.integer(Int64($0.value)))) }))
        #expect(expected.indices.allSatisfy { children.rank(of: expected[$0].key) == $0 })
      }
    }
  }

  @Test func `of two children with one key the later stands`() {
    #expect(Node([("b", 1), ("a", 2), ("b", 3)]) == ["a": 2, "b": 3])
    #expect(Node([("b", 1), ("b", .empty)]) == .empty)
  }

  @Test(arguments: [0, 3, 3_000])
  func `a key without a child gives nothing, not an empty node`(count: Int) throws {
    let children = Children(
      try (0..<count).map { number in
        let name = "k\(number)"
        return (try Key(name), Node.leaf(.integer(Int64(number))))
      })
    #expect(children["missing"] == Node?.none)
    #expect((children["k1"] == Node?.none) == (count == 0))
  }
}
