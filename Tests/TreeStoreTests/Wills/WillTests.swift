import JSONTree
import TestSupport
import Testing

@testable import TreeStore

@Suite struct WillTests {
  private func lines(_ will: Will) -> Set<String> {
    Set(
      will.steps.map { step in
        switch step {
        case .set(let path, let draft): "\(path) = \(NaiveValue(draft))"
        case .priority(let path, let priority): "\(path)/.priority = \(priority)"
        }
      })
  }

  @Test func `a path tree is what the naive one is, and always one write`() throws {
    var random = RandomWill(SeededGenerator())
    for _ in 0..<400 {
      var will = Will()
      let naive = NaivePathTree()
      var changes: [WillChange] = []
      for _ in 0..<12 {
        let change = try random.change()
        changes.append(change)
        will.apply(change)
        naive.apply(change)
        let (found, expected) = (lines(will), naive.lines())
        if found != expected { Issue.record("\(found) is not \(expected) after \(changes)") }
        _ = try Write(will.steps)
        let places = will.rows.map(\.place)
        #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) })
      }
    }
  }

  @Test func `what is stored in parts is what the naive tree is`() throws {
    var random = RandomWill(SeededGenerator())
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path, options: options())
    let rows = try #require(store.writer).wills
    for _ in 0..<40 {
      let clients = [ClientID(), ClientID()]
      let naive = [NaivePathTree(), NaivePathTree()]
      for _ in 0..<10 {
        let which = random.number(0..<2)
        let change = try random.change()
        try store.change(change, of: clients[which])
        naive[which].apply(change)
        for (client, naive) in zip(clients, naive) {
          let steps = try rows.rows(of: client).map { row in
            Will.Row(place: row.place, step: try rows.step(row.step, at: row.place))
          }
          let will = Will(steps)
          let (found, expected) = (lines(will), naive.lines())
          if found != expected { Issue.record("\(change): \(found) is not \(expected)") }
        }
      }
    }
    #expect(try store.check() == [])
  }

  @Test func `later registrations replace, cancelling forgets, other places stay`() throws {
    var will = Will()
    will.apply(.register(try .set("/p/a", 1)))
    will.apply(.register(try .set("/q", .timestamp)))
    will.apply(.register(try .set("/p", ["a": 2, "b": .increment(1)])))
    #expect(lines(will).count == 2)
    will.apply(.register(try .set("/p/a", 3)))
    #expect(will.steps.first == .set("/p", .branch(["a": 3, "b": .increment(1)])))
    will.apply(.cancel("/p/a"))
    #expect(will.steps == [.set("/p/b", .increment(1)), .set("/q", .timestamp)])
    will.apply(.cancel("/p/b/c"))
    #expect(will.steps.count == 2)
    will.apply(.cancel("/p"))
    #expect(will.steps == [.set("/q", .timestamp)])
    will.apply(.cancel(.root))
    #expect(will.steps.isEmpty)
  }
}

/// Draws changes of a will that meet each other often.
struct RandomWill {
  private var random: RandomTree

  init(_ generator: SeededGenerator) {
    random = RandomTree(generator)
    random.keys = ["a", "b", "0"]
  }

  mutating func number(_ range: Range<Int>) -> Int { random.number(range) }

  mutating func change() throws -> WillChange {
    switch random.number(0..<6) {
    case 0: return .cancel(random.path(depth: 0..<4))
    case 1: return .register(try .remove(random.path(depth: 0..<4)))
    case 2:
      let path = random.path(depth: 0..<4)
      return .register(try .set(path, draft(depth: 2)))
    default: return .register(try random.write())
    }
  }

  private mutating func draft(depth: Int) -> Draft {
    switch random.number(0..<6) {
    case 0: return .increment(1)
    case 1: return .server(.timestamp, priority: .server(.increment(2)))
    case 2: return .leaf("x", priority: .server(.timestamp))
    case 3: return .node(random.node(depth: depth))
    default:
      if depth == 0 { return .empty }
      var children: [Key: Draft] = [:]
      for _ in 0..<random.number(0..<3) { children[random.key()] = draft(depth: depth - 1) }
      return .branch(children, priority: PriorityDraft(random.priority()))
    }
  }
}
