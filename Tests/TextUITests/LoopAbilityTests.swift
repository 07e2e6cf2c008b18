import Testing

@testable import TextUI

struct LoopAbilityTests {
  /// Writes down what it is told, and draws it.
  private struct Witness: Program {
    enum Message: Sendable {
      case text(String)
    }

    func start(size: Size, at: ContinuousClock.Instant) -> ([String], Effect<Message>) {
      ([], .none)
    }
    func update(_ state: inout [String], _ message: Message) -> Effect<Message> {
      switch message {
      case .text(let text): state.append(text)
      }
      return state.last == "q" ? .quit() : .none
    }
    func message(for event: InputEvent, at instant: ContinuousClock.Instant) -> Message {
      if case .key(let key) = event { return .text(key.label()) }
      return .text("\(event)")
    }
    func message(atDeadline instant: ContinuousClock.Instant) -> Message { .text("deadline") }
    func message(
      for abilities: TerminalAbilities, at instant: ContinuousClock.Instant
    ) -> Message? {
      .text("\(abilities.pictures)\(abilities.isASCII ? " ascii" : "")")
    }
    func deadline(in state: [String]) -> ContinuousClock.Instant? { nil }
    func subscriptions(in state: [String]) -> [Subscription<Message>] { [] }
    func draw(_ state: [String], on canvas: inout Canvas) {
      canvas.put(state.joined(separator: " "), x: 0, y: 0)
    }
  }

  /// A terminal that has asked, and gets its answers among what is typed.
  private final class Asking: Terminal {
    var now = ContinuousClock.now
    let size = Size(width: 60, height: 1)
    let waker: @Sendable () -> Void = {}
    var steps: [(bytes: String, after: Duration)]
    var screens: [String] = []
    var settled = 0
    var deadline: ContinuousClock.Instant?
    var answersUntil: ContinuousClock.Instant?
    private var probe = AbilityProbe(
      type: "xterm", isInTmux: false, isInScreen: false, colors: .palette, images: .auto)

    init(_ steps: [(bytes: String, after: Duration)]) { self.steps = steps }

    var abilities: TerminalAbilities? { probe.abilities }
    func hear(_ reply: String) -> Bool { probe.hear(reply) }
    func settle() {
      settled += 1
      deadline = nil
    }
    func wait(until limit: ContinuousClock.Instant?) -> [TerminalEvent] {
      guard let step = steps.first else { return [.closed] }
      if let limit, limit < now + step.after {
        steps[0].after = now + step.after - limit
        now = limit
        return []
      }
      now += step.after
      steps.removeFirst()
      return step.bytes.isEmpty ? [] : [.input(Array(step.bytes.utf8), at: now)]
    }
    func present(_ canvas: Canvas) { screens.append(canvas.description) }
    func repaint() {}
    func bell(_ count: Int) {}
    func copy(_ text: String) {}
    func suspend() {}
    func close() {}
  }

  @Test func `a program knows the abilities before it draws, and again when they are better`() {
    let terminal = Asking([
      ("a", .zero), ("\u{1B}_Gi=31;OK\u{1B}\\b\u{1B}[?62;c", .zero), ("\u{1B}[?62;c", .zero),
      ("\u{1B}[3;1R", .zero), ("q", .zero),
    ])
    _ = Loop(Witness(), on: terminal).run()
    #expect(terminal.screens.first == "cells")
    // An answer to somebody else's question is news for the program.
    #expect(terminal.screens.last == "cells a kitty b reply(\"[3;1R\")")
    let ascii = Asking([("a", .zero)])
    _ = Loop(Witness(), on: ascii, ascii: true).run()
    #expect(ascii.screens.first == "cells ascii")
  }

  @Test func `an Escape waits for an answer only while one is expected`() {
    let pause = Duration.milliseconds(600)
    let patient = Asking([("\u{1B}", .zero), ("_Gi=31;OK\u{1B}\\", pause), ("a", .zero)])
    patient.answersUntil = patient.now + .seconds(2)
    _ = Loop(Witness(), on: patient).run()
    #expect(patient.screens.last == "cells kitty a")
    let late = Asking([("a", .seconds(3)), ("\u{1B}", .zero), ("b", pause)])
    late.answersUntil = late.now + .seconds(2)
    _ = Loop(Witness(), on: late).run()
    #expect(late.screens.last == "cells a Esc b")
  }

  @Test func `the loop wakes for what the terminal has put off`() {
    let terminal = Asking([("a", .zero), ("b", .seconds(1)), ("c", .seconds(1))])
    terminal.deadline = terminal.now + .milliseconds(80)
    let start = terminal.now
    _ = Loop(Witness(), on: terminal).run()
    #expect(terminal.settled == 1)
    #expect(terminal.now == start + .seconds(2))
  }
}
