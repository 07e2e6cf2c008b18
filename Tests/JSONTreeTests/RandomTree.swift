import TestSupport

@testable import JSONTree

/// Random keys, values and trees that meet the corners more often than chance would.
struct RandomTree {
  private static let integers: [Int64] = [
    .min, .max, -9_223_372_036_854_775_807, 9_223_372_036_854_775_806, 9_007_199_254_740_992,
    9_007_199_254_740_993, 4_611_686_018_427_387_904,
  ]

  private static let doubles: [Double] = [
    0, -0.0, 0x1p53, 0x1p63, -0x1p63, 1e300, -1e300, .leastNonzeroMagnitude,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 9.007199254740993e15,
  ]

  private static let letters: [Unicode.Scalar] = [
    "a", "b", "B", "0", "1", "-", " ", "~", "\u{E9}", "e", "\u{301}", "\u{D7FF}", "\u{E000}",
    "\u{F8FF}", "\u{FFFF}", "\u{10000}", "\u{1F600}", "\u{10FFFF}", "日", "\u{80}",
  ]

  private static let odd = ["\0", "\0\0", "\0a", "\u{1}"]

  var generator: SeededGenerator

  init(for test: String = #function) {
    generator = SeededGenerator(for: test)
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  mutating func pick<T>(_ choices: [T]) -> T {
    choices[int(0...(choices.count - 1))]
  }

  /// A text whose code units sort differently in UTF-8, UTF-16 and Unicode order.
  mutating func text(_ length: ClosedRange<Int> = 0...12) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<int(length) { text.append(pick(RandomTree.letters)) }
    return String(text)
  }

  mutating func key() -> Key {
    switch int(0...9) {
    case 0: return named(String(int(-3...30)))
    case 1: return named(String(repeating: "0", count: int(0...3)) + String(int(0...12)))
    case 2:
      return named(
        pick(["-0", "00", "-00", "2147483647", "2147483648", "-2147483648", "-2147483649", "-1"]))
    case 3: return named(pick(["00000000001", "000000000001", "1e3", "+1", "-", "--1", "1 "]))
    case 4: return named("978" + String(int(0...99)))
    default: return named(text(1...12))
    }
  }

  private func named(_ name: String) -> Key { Key(unchecked: name) }

  mutating func scalar() -> Scalar {
    switch int(0...9) {
    case 0: return .bool(int(0...1) == 1)
    case 1, 2: return .integer(Int64(int(-5...5)))
    case 3: return .integer(pick(RandomTree.integers))
    case 4: return .integer(Int64.random(in: .min ... .max, using: &generator))
    case 5: return .double(Double(int(-50...50)) / 10)
    case 6:
      return .double(pick(RandomTree.doubles))
    case 7: return .double(Double(Int64.random(in: .min ... .max, using: &generator)))
    default:
      var text = text()
      if int(0...5) == 0 { text += pick(RandomTree.odd) + self.text(0...2) }
      return .string(text)
    }
  }

  mutating func priority() -> Scalar? {
    switch int(0...7) {
    case 0: return .integer(Int64(int(-2...2)))
    case 1: return .string(text(0...2))
    case 2: return .double(Double(int(-20...20)) / 8)
    default: return nil
    }
  }

  mutating func node(levels: Int = 3) -> Node {
    if levels == 0 || int(0...3) == 0 { return .leaf(scalar(), priority: priority()) }
    var pairs: [(Key, Node)] = []
    for _ in 0..<int(0...6) { pairs.append((key(), node(levels: levels - 1))) }
    return Node(pairs, priority: priority())
  }

  /// A place that often exists in small trees.
  mutating func path(_ depth: ClosedRange<Int> = 0...3) -> Path {
    var keys: [Key] = []
    for _ in 0..<int(depth) { keys.append(pick(["a", "b", "c", "1", "02"])) }
    return Path(keys)
  }
}
