import Dispatch
import Testing

@testable import TextUI

/// The end of a program while the terminal has a picture to finish.
struct LoopEndingTests {
  /// A terminal on which each screen leaves something to finish, at once.
  private final class Unfinished: Terminal {
    let now = ContinuousClock.now
    let size = Size(width: 60, height: 1)
    var deadline: ContinuousClock.Instant?
    /// How often the loop wanted to go on at once.
    var idle = 0
    private var events: [TerminalEvent]
    private let gate: Gate
    private let bell = DispatchSemaphore(value: 0)

    init(_ end: TerminalEvent, _ gate: Gate) {
      self.gate = gate
      events = [.input(Array("o".utf8), at: now), end]
    }

    var waker: @Sendable () -> Void {
      { [bell] in bell.signal() }
    }

    func wait(until limit: ContinuousClock.Instant?) -> [TerminalEvent] {
      if !events.isEmpty { return [events.removeFirst()] }
      if let limit, limit <= now, idle < 50 {
        idle += 1
        return []
      }
      gate.open()
      _ = bell.wait(timeout: .now() + 60)
      return []
    }

    func present(_ canvas: Canvas) { deadline = now }
    func settle() {
      deadline = nil
    }
    func repaint() {}
    func bell(_ count: Int) {}
    func copy(_ text: String) {}
    func suspend() {}
    func close() {}
  }

  @Test(arguments: [
    (TerminalSignal?.none, Int32(3)), (TerminalSignal.hangup, Int32(129)),
    (TerminalSignal.terminate, Int32(143)),
  ])
  func `a picture to finish keeps no ending program busy`(
    signal: TerminalSignal?, status: Int32
  ) async {
    let gate = Gate()
    let diary = Diary(ordered: { _ in
      await gate.pass()
      return ""
    })
    let (ended, idle) = await withCheckedContinuation { continuation in
      DispatchQueue(label: "an ending program").async {
        let end = signal.map { TerminalEvent.signal($0) } ?? .input(Array("q".utf8), at: .now)
        let terminal = Unfinished(end, gate)
        let ending = Loop(diary, on: terminal).run()
        continuation.resume(returning: (ending.status, terminal.idle))
      }
    }
    #expect(ended == status)
    #expect(idle == 0)
  }
}
