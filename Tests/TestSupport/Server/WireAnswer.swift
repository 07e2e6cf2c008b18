package import Foundation

/// What a scripted server answers, faults included.
package struct WireAnswer: Sendable {
  /// How the body's end is told.
  package enum Framing: Sendable, Hashable {
    /// By the body's true length.
    case length
    /// By a length that need not be true.
    case declared(Int)
    case chunked
    /// By the end of the connection.
    case close
    /// There is no body, and no word of one.
    case none
  }

  /// What happens after the head, in order.
  package enum Step: Sendable {
    case bytes(Data)
    /// So many zeros, made as they are sent.
    case zeros(Int)
    /// Goes on when the test says so.
    case hold(Gate)
  }

  /// What becomes of the connection.
  package enum Ending: Sendable, Hashable {
    case keep
    case close
    /// Without a goodbye: what is under way is lost.
    case reset
  }

  package var status: Int
  package var headers: [(String, String)]
  package var steps: [Step]
  package var framing: Framing
  package var ending: Ending
  /// Whether not even a head is sent.
  package var isMute = false

  package init(
    _ status: Int, headers: [(String, String)] = [], steps: [Step], framing: Framing = .length,
    ending: Ending = .keep
  ) {
    self.status = status
    self.headers = headers
    self.steps = steps
    self.framing = framing
    self.ending = ending
  }

  package init(
    _ status: Int, _ body: String = "", headers: [(String, String)] = [],
    framing: Framing = .length, ending: Ending = .keep
  ) {
    self.init(
      status, headers: headers, steps: [.bytes(Data(body.utf8))], framing: framing, ending: ending)
  }

  package static func json(_ text: String, _ status: Int = 200) -> WireAnswer {
    WireAnswer(status, text, headers: [("Content-Type", "application/json")])
  }

  package static func bytes(
    _ data: Data, _ status: Int = 200, headers: [(String, String)] = []
  ) -> WireAnswer {
    WireAnswer(status, headers: headers, steps: [.bytes(data)])
  }

  /// Declares all, sends a part, and breaks off.
  package static func cut(
    _ data: Data, after count: Int, _ status: Int = 200, headers: [(String, String)] = []
  ) -> WireAnswer {
    WireAnswer(
      status, headers: headers, steps: [.bytes(data.prefix(count))],
      framing: .declared(data.count), ending: .close)
  }

  /// Ends the connection without a word.
  package static var reset: WireAnswer {
    var answer = WireAnswer(0, ending: .reset)
    answer.isMute = true
    return answer
  }

  /// Says nothing until the test does.
  package static func silent(until gate: Gate) -> WireAnswer {
    var answer = WireAnswer(0, steps: [.hold(gate)], ending: .close)
    answer.isMute = true
    return answer
  }

  /// The length of all the steps' bytes.
  var bodyLength: Int {
    steps.reduce(0) { sum, step in
      switch step {
      case .bytes(let data): sum + data.count
      case .zeros(let count): sum + count
      case .hold: sum
      }
    }
  }
}
