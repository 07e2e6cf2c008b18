import OpenLibrary
import TestSupport
import Testing

/// Who waits for what, against a list that is gone through from the beginning every time.
@Suite struct LookupQueueTests {
  @Test func `the newest goes first, the same waits together, the oldest goes for want of room`() {
    var queue = LookupQueue<String>(most: 2)
    let away = [("a", 1), ("b", 2), ("a", 3), ("c", 4)].map { queue.ask($0.0, $0.1) }
    #expect(away == [[], [], [], [2]])
    #expect(queue.questions == ["c", "a"])
    queue.begin("a")
    let none = queue.ask("a", 5)
    #expect(none.isEmpty && queue.questions == ["c"])
    let waited = queue.finish()
    #expect(waited == [1, 3, 5])
    #expect(!queue.isAsking)
  }

  @Test func `what nobody waits for is dropped or stopped`() {
    var queue = LookupQueue<String>(most: 9)
    for (question, waiter) in [("a", 1), ("a", 2), ("b", 3)] { _ = queue.ask(question, waiter) }
    queue.begin("a")
    let departures = [1, 3, 7, 2].map { queue.leave($0) }
    #expect(departures == [.nothing, .dropped, .nothing, .stop])
    // Who asks the same now waits for a new answer, not for the one that is being stopped.
    _ = queue.ask("a", 8)
    let stopped = queue.finish()
    #expect(stopped.isEmpty)
    #expect(queue.questions == ["a"])
  }

  @Test func `everybody is answered once, whatever happens`() {
    var random = SeededGenerator()
    for _ in 0..<60 {
      let most = Int.random(in: 1...6, using: &random)
      var queue = LookupQueue<Int>(most: most)
      var waiting: Set<Int> = []
      var next = 0
      func answer(_ waiters: [Int]) {
        for waiter in waiters { #expect(waiting.remove(waiter) != nil) }
      }
      for _ in 0..<300 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<5:
          next += 1
          waiting.insert(next)
          answer(queue.ask(Int.random(in: 0..<9, using: &random), next))
        case 5, 6:
          if !queue.isAsking, let question = queue.questions.first { queue.begin(question) }
        case 7: answer(queue.finish())
        case 8:
          if let waiter = waiting.randomElement(using: &random) {
            waiting.remove(waiter)
            _ = queue.leave(waiter)
          }
        default:
          let hopeless = Int.random(in: 0..<9, using: &random)
          answer(queue.drain { $0 == hopeless })
        }
        #expect(queue.count <= most)
        #expect(Set(queue.questions).count == queue.count)
      }
      answer(queue.finish())
      answer(queue.drain { _ in true })
      #expect(waiting.isEmpty && queue.count == 0)
    }
  }
}
