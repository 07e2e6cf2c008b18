import TestSupport
import Testing

@testable import JSONTree

struct KeyTests {
  static let orders: [[String]] = [
    ["0", "3", "5", "9", "20", "100", "bar", "foo"],
    [
      "-2147483648", "0", "1", "2", "10", "2147483647", "-2147483649", "-2147483650", "-a",
      "2147483648", "21474836480", "2147483649", "a",
    ],
    ["-10", "-2", "-1", "0", "1"],
    ["!", "A", "B", "Z", "_", "a", "b", "z", "~"],
    ["a", "ab", "abc", "abcd"],
    ["1", " 1", "+1", "-", "1e3"],
    ["e\u{301}", "f", "\u{E9}"],
    ["0", "3", "03", "003", "5", "20"],
    ["0", "-0", "00", "-00", "000"],
    ["a\u{D7FF}", "a\u{10000}", "a\u{10FFFF}", "a\u{E000}", "a\u{FFFF}"],
    ["1234567", "12345678", "12345678a", "1234567a"],
  ]

  @Test(arguments: orders)
  func `keys sort as Firebase sorts them`(_ names: [String]) throws {
    let keys = try names.map { try Key($0) }
    #expect(keys.shuffled().sorted().map(\.name) == names)
    #expect(keys.map(SortKey.init(key:)).shuffled().sorted() == keys.map(SortKey.init(key:)))
  }

  @Test(arguments: [
    "", "a.b", "a#b", "a$", "[", "]", "a/b", "\u{0}", "a\u{1F}", "\u{7F}", ".value", ".info",
    String(repeating: "k", count: 769), String(repeating: "é", count: 385),
  ])
  func `a name with a forbidden character, none, or too long is no key`(_ name: String) {
    #expect(throws: TreeSyntaxError.self) { try Key(name) }
  }

  @Test(arguments: [
    "a b", "\"q\"", "it's", "%", "+", ":", "é", "日本", "😀", "\u{80}",
    String(repeating: "k", count: 768), String(repeating: "é", count: 384),
  ])
  func `quotes, blanks, percent and other scripts are allowed in keys`(_ name: String) throws {
    let key = try Key(name)
    #expect(key.name.utf16.elementsEqual(name.utf16))
    #expect(try Key(orderBytes: SortKey(key: key).bytes) == key)
  }

  @Test func `composed and decomposed accents are two keys`() {
    let (composed, decomposed): (Key, Key) = ("\u{E9}", "e\u{301}")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, "longer \u{E9}", "longer e\u{301}"]).count == 4)
  }

  @Test func `integers are keys of 32 bits and at most eleven characters`() {
    let cases: [(Key, Int32?)] = [
      ("0", 0), ("-0", 0), ("007", 7), ("2147483647", .max), ("-2147483648", .min),
      ("2147483648", nil), ("-2147483649", nil), ("00000000001", 1), ("000000000001", nil),
      ("+1", nil), ("-", nil), ("--1", nil), ("1e3", nil), ("9780306406157", nil),
    ]
    for (key, value) in cases { #expect(key.integer == value, "\(key)") }
  }

  @Test func `order bytes of keys sort and differ as the keys do`() throws {
    var random = RandomTree()
    for _ in 0..<10_000 {
      let (left, right) = (random.key(), random.key())
      let expected = NaiveOrder.keys(left.name, right.name)
      let bytes = (SortKey(key: left), SortKey(key: right))
      agree(NaiveOrder.compare(left, right), expected, "\(left) \(right)")
      agree(NaiveOrder.compare(bytes.0, bytes.1), expected, "\(left) \(right)")
      agree(left == right, expected == 0, "\(left) \(right)")
      agree(bytes.0 == bytes.1, expected == 0, "\(left) \(right)")
      if left == right { agree(left.hashValue, right.hashValue, "\(left) \(right)") }
      let read = try Key(orderBytes: bytes.0.bytes)
      agree(read, left)
      agree(Array(read.name.utf8), Array(left.name.utf8))
    }
  }

  @Test func `no bytes make a key that has other order bytes`() {
    var random = RandomTree()
    for _ in 0..<20_000 {
      var bytes = SortKey(key: random.key()).bytes
      for _ in 0..<random.int(1...3) where !bytes.isEmpty {
        bytes[random.int(0...(bytes.count - 1))] = UInt8(random.int(0...255))
      }
      if random.int(0...4) == 0 { bytes.removeLast() }
      if let key = try? Key(orderBytes: bytes) {
        agree(SortKey(key: key).bytes, bytes)
      }
    }
  }
}
