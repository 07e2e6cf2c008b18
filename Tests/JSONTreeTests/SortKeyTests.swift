import TestSupport
import Testing

@testable import JSONTree

struct SortKeyTests {
  @Test func `order bytes of values sort and differ as the values do`() {
    var random = RandomTree()
    for _ in 0..<10_000 {
      let left: Node = random.int(0...9) == 0 ? random.node(levels: 1) : .leaf(random.scalar())
      let right: Node = random.int(0...9) == 0 ? .empty : .leaf(random.scalar())
      let expected = NaiveOrder.values(left, right)
      let (one, other) = (SortKey(value: left), SortKey(value: right))
      agree(NaiveOrder.compare(one, other), expected, "\(left) \(right)")
      agree(one == other, expected == 0, "\(left) \(right)")
      if let left = left.scalar, let right = right.scalar {
        agree(left == right, expected == 0, "\(left) \(right)")
        if left == right { agree(left.hashValue, right.hashValue, "\(left) \(right)") }
      }
    }
  }

  @Test func `places sort as the children do, in every order`() {
    var random = RandomTree()
    let orders: [Ordering] = [
      .key, .value, .priority, .child("a"), .child("a/b"), .folded("a"), .folded("b"),
    ]
    for _ in 0..<10_000 {
      let ordering = random.pick(orders)
      var pairs: [(key: Key, node: Node)] = []
      for _ in 0..<2 {
        let node = random.node(levels: 1).setting(random.node(levels: 1), at: "a" as Key)
        pairs.append((random.key(), node))
      }
      let places = pairs.map { Place(of: $0.node, key: $0.key, under: ordering) }
      let expected = NaiveOrder.children(pairs[0], pairs[1], ordering)
      agree(NaiveOrder.compare(places[0], places[1]), expected, "\(pairs) \(ordering)")
      agree(places[0] == places[1], expected == 0, "\(pairs) \(ordering)")
    }
  }

  @Test func `large integers that are one double stay apart in order`() {
    let base: Int64 = 1 << 60
    let numbers = (-600...600).map { Node.leaf(.integer(base + $0)) }
    let keys = numbers.map { SortKey(value: $0) }
    #expect(keys.shuffled().sorted() == keys)
    let ends: [Node] = [
      .leaf(.double(-0x1p63)), .leaf(.integer(.min + 1)), .leaf(.integer(.max)),
      .leaf(.double(0x1p63)),
    ]
    let endKeys = ends.map { SortKey(value: $0) }
    #expect(endKeys.shuffled().sorted() == endKeys)
    #expect(SortKey(value: .leaf(.integer(.min))) == SortKey(value: .leaf(.double(-0x1p63))))
  }

  @Test func `priorities of compared values count nothing`() {
    #expect(SortKey(value: .leaf(1, priority: 9)) == SortKey(value: .leaf(1.0)))
    #expect(SortKey(value: ["x": 1]) == SortKey(value: ["y": ["z": 2]]))
  }

  @Test func `a long text is cut for an index and says so`() {
    let long = SortKey(value: .leaf(.string(String(repeating: "x", count: 5_000))))
    #expect(long.isLong)
    #expect(long.indexed.bytes.count == Limits.indexedBytes)
    #expect(long.indexed < long)
    #expect(!SortKey(value: "short").isLong)
  }

  @Test(arguments: [
    ("Éclair", "eclair"), ("ÉCLAIR", "e\u{301}clair"), ("Straße", "STRASSE"), ("Ａｂｃ１", "abc1"),
    ("ｶﾞｷﾞ", "ガギ"), ("Ångström", "angstrom"), ("ŁÓDŹ", "lodz"), ("ΆΛΦΑ", "αλφα"), ("Ё", "е"),
    ("İstanbul", "istanbul"), ("Œuvre", "oeuvre"), ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"),
    ("ﬁn", "fin"), ("ハ\u{309A}", "パ"), ("う\u{3099}", "ゔ"), ("書　名", "書 名"), ("ΟΔΟΣ", "οδοσ"),
  ])
  func `folding ignores case, accents and width`(_ text: String, _ other: String) {
    let (one, two) = (Folding.folded(text), Folding.folded(other))
    #expect(one.unicodeScalars.elementsEqual(two.unicodeScalars), "\(one) \(two)")
    #expect(Folding.folded(one).unicodeScalars.elementsEqual(one.unicodeScalars))
  }

  @Test func `folding by a table and scalar by scalar come to the same`() {
    var random = RandomTree()
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7F, 0x80...0x24F, 0x250...0x5FF, 0x3000...0x30FF, 0x4E00...0x4E20, 0xAC00...0xAC20,
      0x1E00...0x2100, 0xFF00...0xFFEF, 0x1F600...0x1F610, 0x20000...0x20010, 0x1D400...0x1D420,
    ]
    for _ in 0..<20_000 {
      let range = random.pick(ranges)
      var text = String.UnicodeScalarView()
      for _ in 0..<random.int(0...8) {
        let from = random.int(0...2) == 0 ? random.pick(ranges) : range
        let code = random.int(Int(from.lowerBound)...Int(from.upperBound))
        if let scalar = Unicode.Scalar(UInt32(code)) { text.append(scalar) }
      }
      let (fast, slow) = (Folding.folded(String(text)), Folding.foldedByScalars(String(text)))
      agree(Array(fast.unicodeScalars), Array(slow.unicodeScalars), "\(text)")
    }
  }

  @Test func `folding keeps marks that make another letter`() {
    #expect(Folding.folded("か") != Folding.folded("が"))
    #expect(Folding.folded("कि") != Folding.folded("क"))
    #expect(Folding.folded("한국") == "한국")
  }
}
