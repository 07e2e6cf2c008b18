import TextUI

/// A program for the loop: keys are written down, and some of them ask for effects.
struct Diary: Program {
  struct State: Sendable {
    var lines: [String] = []
    var watched: Set<String> = []
    var deadline: ContinuousClock.Instant?
    var size: Size
    var draws = 0
  }

  enum Message: Sendable {
    case event(InputEvent, ContinuousClock.Instant)
    case deadline(ContinuousClock.Instant)
    case line(String)
  }

  /// Work for the letters `o` (ordered) and `f` (free).
  var ordered: @Sendable (Int) async -> String = { "written \($0)" }
  var streams: @Sendable (String) -> AsyncStream<Message> = { _ in AsyncStream { $0.finish() } }

  func start(size: Size, at instant: ContinuousClock.Instant) -> (State, Effect<Message>) {
    (State(lines: ["start \(size.width)"], size: size), .none)
  }

  func update(_ state: inout State, _ message: Message) -> Effect<Message> {
    switch message {
    case .line(let line): state.lines.append(line)
    case .deadline(let instant):
      state.lines.append("deadline")
      state.deadline = state.deadline.map { $0 > instant ? $0 : nil } ?? nil
    case .event(.key(let key), let instant): return pressed(key, at: instant, &state)
    case .event(.resized(let size), _):
      state.size = size
      state.lines.append("size \(size.width)")
    case .event(let event, _): state.lines.append("\(event)")
    }
    return .none
  }

  private func pressed(
    _ key: KeyPress, at instant: ContinuousClock.Instant, _ state: inout State
  ) -> Effect<Message> {
    state.lines.append(key.label())
    let number = state.lines.count
    switch key {
    case .character("q"): return .quit(3)
    case .character("b"): return .bell(2) + .copy("978")
    case .character("o"): return .inOrder { [ordered] in .line(await ordered(number)) }
    case .character("f"): return .run { .line("free") }
    case .character("w"): state.watched.insert("w")
    case .character("n"): state.watched.remove("w")
    case .character("d"): state.deadline = instant + .milliseconds(100)
    case .control("z"): return .suspend
    default: break
    }
    return .none
  }

  func message(for event: InputEvent, at instant: ContinuousClock.Instant) -> Message {
    .event(event, instant)
  }
  func message(atDeadline instant: ContinuousClock.Instant) -> Message { .deadline(instant) }
  func deadline(in state: State) -> ContinuousClock.Instant? { state.deadline }

  func subscriptions(in state: State) -> [Subscription<Message>] {
    state.watched.map { name in Subscription(id: name) { [streams] in streams(name) } }
  }

  func draw(_ state: State, on canvas: inout Canvas) {
    canvas.put(state.lines.joined(separator: " "), x: 0, y: 0)
  }
}
