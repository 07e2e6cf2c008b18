import Foundation
import JSONTree
import Testing

@testable import RealtimeDatabase

@Suite struct BridgingTests {
  private func node(_ value: Any?) throws -> Node? { try Draft(bridging: value).node }

  @Test func `Booleans and numbers stay apart, whichever type brings them`() throws {
    #expect(try node(true) == true)
    #expect(try node(1) == 1)
    #expect(try node(1) != true)
    #expect(try node(NSNumber(value: true)) == true)
    #expect(try node(NSNumber(value: 1)) == 1)
    #expect(try node(NSNumber(value: 1)) != true)
    #expect(try node(NSNumber(value: Int8(0))) == 0)
    #expect(try node(NSNumber(value: 1.5)) == 1.5)
    #expect(try node(Int64.max) == .leaf(.integer(.max)))
    #expect(try node(UInt8(7)) == 7)
    #expect(try node(Float(0.5)) == 0.5)
    #expect(try node(UInt64.max) == .leaf(.double(Double(UInt64.max))))
    let back = try #require(
      try node(["a": true, "b": 1] as [String: Any])?.bridged as? [String: Any])
    #expect(try node(back) == ["a": true, "b": 1])
  }

  @Test func `nothing is nil, NSNull, empty collections and optionals of nothing`() throws {
    let nothing: Int? = nil
    for value in [
      nil, NSNull(), [String: Any](), [Any](), nothing as Any, [nothing as Any] as [Any],
    ] as [Any?] {
      #expect(try node(value) == .empty)
    }
    #expect(try node(["a": 3 as Int?, "b": nil]) == ["a": 3])
  }

  @Test func `dictionaries, arrays and export form are read`() throws {
    #expect(try node(["x", nil, "z"] as [Any?]) == ["0": "x", "2": "z"])
    #expect(try node(NSDictionary(dictionary: ["k": NSArray(array: [1, 2])])) == ["k": [1, 2]])
    let exported: [String: Any] = [
      "a": [".value": 1, ".priority": 2] as [String: Any], ".priority": "p",
    ]
    let tree = Node([("a", .leaf(1, priority: 2))], priority: "p")
    #expect(try node(exported) == tree)
    #expect(try node(tree.exported) == tree)
    #expect(try node(Node(list: [1, .empty, 3]).bridged) == Node(list: [1, .empty, 3]))
  }

  @Test func `server values are read as placeholders and as values`() throws {
    let draft = try Draft(bridging: [
      "at": ServerValue.timestamp(), "n": ServerValue.increment(2 as NSNumber),
      "m": ServerValue.increment(3), "s": "x",
    ])
    let expected: Draft = [
      "at": .timestamp, "n": .increment(2), "m": .increment(3), "s": "x",
    ]
    #expect(draft == expected)
    #expect(try Draft(bridging: draft.bridged) == expected)
    let typed: ServerValue = .increment(3)
    #expect(try Draft(bridging: ["m": typed]) == ["m": .increment(3)])
  }

  @Test func `what cannot be stored is refused with a sentence`() {
    let faults: [(Any, TreeSyntaxError.Code)] = [
      (Date(), .badValue), (Data([1]), .badValue), (["a.b": 1], .badKey), (["": 1], .badKey),
      ([1: 2], .badValue), ([".value": 1, "a": 2], .badValue), ([".sv": "later"], .badServerValue),
      ([".value": 1, ".priority": true] as [String: Any], .badPriority), ([".x": 1], .badKey),
    ]
    for (value, code) in faults {
      let error = #expect(throws: TreeSyntaxError.self) { try Draft(bridging: value) }
      #expect(error?.code == code, "\(value)")
    }
    var deep: Any = 1
    for _ in 0..<40 { deep = ["a": deep] }
    #expect(throws: TreeSyntaxError.self) { try Draft(bridging: deep) }
  }

  @Test func `a snapshot's value casts as on the original platform`() throws {
    let node: Node = ["n": 3, "d": 2.5, "b": true, "s": "x", "l": ["a", "b"]]
    let value = try #require(node.bridged as? [String: Any])
    #expect(value["n"] as? Int == 3)
    #expect(value["n"] as? Double == 3)
    #expect(value["d"] as? Double == 2.5)
    #expect(value["b"] as? Bool == true)
    #expect(value["s"] as? String == "x")
    #expect(value["l"] as? [String] == ["a", "b"])
    #expect(Node.empty.bridged is NSNull)
  }
}
