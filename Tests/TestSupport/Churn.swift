package import JSONTree

/// Writes that make the store split, join and copy its log again and again: a sequence that follows
/// from its seed, so that one process can make them and another say what they made.
package struct Churn: Sendable {
  /// The place with lists among those that are written.
  package static let listed: Path = "shelf"

  private var random: SeededGenerator

  /// The sequence of a seed.
  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// The next write.
  package mutating func next() throws(TreeSyntaxError) -> Write {
    switch number(0..<10) {
    case 0: return try .remove(place())
    case 1: return try .set(place(), .node(.leaf(.string(text(of: 50_000)))))
    case 2, 3:
      var values: [(Path, Draft)] = []
      for _ in 0..<3 {
        let place = place()
        if values.contains(where: { $0.0 == place }) { continue }
        values.append((place, .node(tree())))
      }
      return try .update(at: .root, values)
    case 4, 5: return try .set(place().child("count"), .increment(1))
    case 6: return try .set(place().child("t"), .node(.leaf(.string(text(of: number(0..<1_500))))))
    default: return try .set(place(), .node(tree()))
    }
  }

  /// About thirty places, half of them with lists.
  private mutating func place() -> Path {
    let parent: Path = number(0..<2) == 0 ? Churn.listed : "loose/deep"
    return parent.child(Key.pushed(number(0..<15)))
  }

  /// A tree around the size at which records are split, and that at which they are joined.
  private mutating func tree() -> Node {
    let children = (0..<number(1..<12)).map { child in
      (Key.pushed(child), Node.leaf(.string(text(of: number(0..<160)))))
    }
    return Node(children + [("n", .leaf(.integer(Int64(number(0..<9)))))])
  }

  private mutating func text(of count: Int) -> String {
    String(repeating: ["a", "b", "é", "中"][number(0..<4)], count: count)
  }

  private mutating func number(_ range: Range<Int>) -> Int {
    Int.random(in: range, using: &random)
  }
}

extension Key {
  /// A key of a small number: `k7`.
  fileprivate static func pushed(_ number: Int) -> Key {
    do {
      return try Key("k\(number)")
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
