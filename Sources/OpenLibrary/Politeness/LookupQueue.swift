/// Questions that wait for their turn, and who waits for them, as a pure machine.
///
/// One is asked at a time; the newest goes first, being what a person looks at now. Those who ask
/// the same wait together; what nobody waits for is dropped.
package struct LookupQueue<Question: Hashable & Sendable>: Sendable {
  /// Names one who waits.
  package typealias Waiter = Int

  /// What follows when one no longer waits.
  package enum Departure: Sendable, Hashable {
    /// Others still wait, or the one was unknown.
    case nothing
    /// Nobody waits any more for a question that was not yet asked: it is gone.
    case dropped
    /// Nobody waits any more for the question that is being asked: it is to be stopped.
    case stop
  }

  private struct Entry: Sendable {
    let question: Question
    var waiters: [Waiter]
  }

  /// The most questions that wait; one more sends the oldest away.
  package let most: Int
  /// Oldest first.
  private var waiting: [Entry] = []
  private var asked: Entry?

  /// Creates a queue in which nobody waits.
  package init(most: Int) {
    self.most = most
  }

  /// How many questions wait.
  package var count: Int { waiting.count }

  /// Whether a question is being asked.
  package var isAsking: Bool { asked != nil }

  /// Takes one who waits for a question; returns those who are sent away for want of room.
  ///
  /// Linear in ``most``.
  package mutating func ask(_ question: Question, _ waiter: Waiter) -> [Waiter] {
    if asked?.question == question, asked?.waiters.isEmpty == false {
      asked?.waiters.append(waiter)
      return []
    }
    var entry = Entry(question: question, waiters: [])
    if let index = waiting.firstIndex(where: { $0.question == question }) {
      entry = waiting.remove(at: index)
    }
    entry.waiters.append(waiter)
    waiting.append(entry)
    guard waiting.count > most else { return [] }
    return waiting.removeFirst().waiters
  }

  /// Takes one away who no longer waits.
  package mutating func leave(_ waiter: Waiter) -> Departure {
    if let place = asked?.waiters.firstIndex(of: waiter) {
      asked?.waiters.remove(at: place)
      return asked?.waiters.isEmpty == true ? .stop : .nothing
    }
    for index in waiting.indices {
      guard let place = waiting[index].waiters.firstIndex(of: waiter) else { continue }
      waiting[index].waiters.remove(at: place)
      guard waiting[index].waiters.isEmpty else { return .nothing }
      waiting.remove(at: index)
      return .dropped
    }
    return .nothing
  }

  /// The questions that wait, newest first.
  package var questions: [Question] { waiting.reversed().map(\.question) }

  /// Begins to ask a question that waits; nothing happens while another is asked.
  package mutating func begin(_ question: Question) {
    guard asked == nil, let index = waiting.firstIndex(where: { $0.question == question }) else {
      return
    }
    asked = waiting.remove(at: index)
  }

  /// Ends the question that was asked; returns who waited for it, in order.
  package mutating func finish() -> [Waiter] {
    let waiters = asked?.waiters ?? []
    asked = nil
    return waiters
  }

  /// Takes questions away that will not be asked; returns who waited for them, oldest first.
  package mutating func drain(where isHopeless: (Question) -> Bool) -> [Waiter] {
    let waiters = waiting.filter { isHopeless($0.question) }.flatMap(\.waiters)
    waiting.removeAll { isHopeless($0.question) }
    return waiters
  }
}
