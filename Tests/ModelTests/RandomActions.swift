import JSONTree
import TestSupport

/// Actions at random, on few places and few values, so that they meet.
struct RandomActions {
  // No two spellings of one accent: a Swift dictionary, and so Firebase's API, holds only one.
  private static let keys = [
    "a", "b", "c", "1", "2", "10", "02", "-3", "\u{E9}", "\u{FFFF}", "\u{1F600}", "z z",
  ]
  private static let texts = ["", "x", "y", "\u{FFFF}", "\u{1F600}", "e\u{301}"]
  private static let bigs: [Int64] = [.max, .min, 9_007_199_254_740_993]

  var generator: SeededGenerator
  var writers = 1
  private var observed: [Int] = []
  private var observers = 0

  init(_ generator: SeededGenerator, writers: Int = 1) {
    self.generator = generator
    self.writers = writers
  }

  mutating func actions(_ count: Int) -> [Action] {
    (0..<count).map { _ in action() }
  }

  mutating func action() -> Action {
    switch int(0...19) {
    case 0, 1, 2:
      observers += 1
      observed.append(observers)
      return .observe(observers, query())
    case 3 where !observed.isEmpty:
      return .unobserve(observed.remove(at: int(0...observed.count - 1)))
    case 4: return .get(query())
    case 5: return .transaction(place(1...3), adding: int(-2...3))
    default: return .write(steps(), by: int(0...writers - 1))
    }
  }

  /// The steps of one write, none of which writes where another does.
  mutating func steps() -> [NaiveTree.Step] {
    let count = int(0...3) == 0 ? int(2...4) : 1
    var steps: [NaiveTree.Step] = []
    for _ in 0..<count {
      let step = step()
      let isFree = steps.allSatisfy {
        !$0.place.starts(with: step.place) && !step.place.starts(with: $0.place)
      }
      if isFree { steps.append(step) }
    }
    return steps
  }

  private mutating func step() -> NaiveTree.Step {
    switch int(0...11) {
    case 0: return .priority(place(1...3), priority())
    case 1: return .increment(place(1...3), pick([1, -1, 0.5]))
    case 2, 3: return .set(place(1...3), NaiveTree())
    case 4: return .set(place(0...1), tree(levels: 3))
    default: return .set(place(1...3), tree(levels: int(0...2)))
    }
  }

  mutating func tree(levels: Int) -> NaiveTree {
    if levels == 0 || int(0...2) == 0 {
      var leaf = NaiveTree(leaf: scalar())
      if let priority = priority() { leaf.priorities[[]] = priority }
      return leaf
    }
    var tree = NaiveTree()
    for _ in 0..<int(0...4) {
      let key = key()
      let child = self.tree(levels: levels - 1)
      tree.apply([.set([key], child)])
    }
    if !tree.isEmpty, let priority = priority() { tree.priorities[[]] = priority }
    return tree
  }

  mutating func query() -> NaiveQuery {
    var query = NaiveQuery()
    query.place = place(0...2)
    query.order = pick([.unnamed, .priority, .key, .value, .child("a"), .child("b/1")])
    if int(0...2) == 0 { return query }
    if int(0...1) == 0 { query.start = bound(query.order) }
    if int(0...1) == 0 { query.end = bound(query.order) }
    switch int(0...2) {
    case 0: query.first = int(1...4)
    case 1: query.last = int(1...4)
    default: break
    }
    return query
  }

  private mutating func bound(_ order: NaiveQuery.Order) -> NaiveQuery.Bound {
    let isIncluded = int(0...2) != 0
    switch order {
    case .key: return NaiveQuery.Bound(value: .string(key()), isIncluded: isIncluded)
    case .unnamed, .priority:
      return NaiveQuery.Bound(
        value: priority(), key: int(0...2) == 0 ? key() : nil, isIncluded: isIncluded)
    case .value, .child:
      return NaiveQuery.Bound(
        value: int(0...5) == 0 ? nil : scalar(), key: int(0...2) == 0 ? key() : nil,
        isIncluded: isIncluded)
    }
  }

  private mutating func scalar() -> Scalar {
    switch int(0...9) {
    case 0: .bool(true)
    case 1: .bool(false)
    case 2: .double(Double(int(-3...3)) + 0.5)
    case 3: .integer(pick(Self.bigs))
    case 4, 5: .string(pick(Self.texts))
    default: .integer(Int64(int(-2...3)))
    }
  }

  private mutating func priority() -> Scalar? {
    switch int(0...6) {
    case 0, 1: .integer(Int64(int(-1...2)))
    case 2: .string(pick(Self.texts))
    default: nil
    }
  }

  private mutating func place(_ depth: ClosedRange<Int>) -> NaiveTree.Place {
    (0..<int(depth)).map { _ in key() }
  }

  private mutating func key() -> String {
    // The first few keys more often than all others.
    int(0...2) == 0 ? pick(Self.keys) : pick(Array(Self.keys.prefix(4)))
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[int(0...choices.count - 1)]
  }
}
