@preconcurrency internal import Dispatch
internal import Glibc
internal import Synchronization
package import TextUI

/// A terminal that plays a script: what is typed when, and what the screen must show before.
///
/// Time is the script's own: it passes only by ``Step/pass(_:)``. Waiting for a text waits for the
/// program's own tasks, in real time, and gives up after a while. When the script is over the
/// terminal closes.
package final class ScriptedTerminal: Terminal {
  /// One step of a script.
  package enum Step: Sendable {
    case bytes([UInt8])
    case text(String)
    case resize(Size)
    case signal(TerminalSignal)
    /// Bytes, resizes and signals that come at once.
    indirect case together([Step])
    /// The terminal goes away.
    case close
    /// Time passes; deadlines that fall into it are met.
    case pass(Duration)
    /// Waits until the screen has the text.
    case see(String)
    /// Waits until a condition holds.
    case until(@Sendable () -> Bool)
  }

  /// How long, in real time, a script waits for what it wants to see: longer than all other tests
  /// together can keep the threads of the task pool busy.
  package static let patience = Duration.seconds(300)

  /// How long, in real time, the end of the script waits for work that is still running.
  private static let lastPatience = Duration.seconds(2)

  package private(set) var now = ContinuousClock.now
  package private(set) var size: Size
  /// The pictures shown, oldest first.
  package private(set) var pictures: [Canvas] = []
  package private(set) var bells = 0
  package private(set) var copied: [String] = []
  package private(set) var suspensions = 0
  package private(set) var repaints = 0
  package private(set) var isClosed = false
  /// What the script waited for in vain.
  package private(set) var failure: String?

  private var steps: ArraySlice<Step>
  private var hasEnded = false
  private let bell = Bell()

  package init(width: Int = 80, height: Int = 24, _ steps: [Step]) {
    self.size = Size(width: width, height: height)
    self.steps = steps[...]
  }

  /// The last picture's rows.
  package var screen: String { pictures.last?.description ?? "" }

  package var waker: @Sendable () -> Void {
    { [bell] in bell.ring() }
  }

  package func wait(until deadline: ContinuousClock.Instant?) -> [TerminalEvent] {
    if let deadline, deadline <= now { return [] }
    guard let step = steps.first else { return afterTheEnd(until: deadline) }
    if let events = events(of: step) {
      steps.removeFirst()
      return events
    }
    switch step {
    case .pass(let duration): return pass(duration, until: deadline)
    case .see(let text):
      return waitFor("the text “\(text)” on\n\(screen)") { screen.contains(text) }
    case .until(let condition): return waitFor("a condition", condition)
    case .bytes, .text, .resize, .signal, .together, .close: return []
    }
  }

  /// What a step tells at once; nil for a step that waits.
  private func events(of step: Step) -> [TerminalEvent]? {
    switch step {
    case .bytes(let bytes): return [.input(bytes, at: now)]
    case .text(let text): return [.input(Array(text.utf8), at: now)]
    case .signal(let signal): return [.signal(signal)]
    case .together(let steps): return steps.compactMap { events(of: $0) }.flatMap(\.self)
    case .resize(let size):
      self.size = size
      return [.resized(size)]
    case .close:
      hasEnded = true
      return [.closed]
    case .pass, .see, .until: return nil
    }
  }

  /// Closes, and then waits for what the program has still running; when nothing comes, time jumps.
  private func afterTheEnd(until deadline: ContinuousClock.Instant?) -> [TerminalEvent] {
    guard hasEnded else {
      hasEnded = true
      return [.closed]
    }
    let end = ContinuousClock.now + Self.lastPatience
    while ContinuousClock.now < end {
      if bell.isRung() { return [] }
      Pause.until(.now + .microseconds(200))
    }
    now = deadline ?? now
    return []
  }

  private func pass(_ duration: Duration, until deadline: ContinuousClock.Instant?)
    -> [TerminalEvent]
  {
    steps.removeFirst()
    guard let deadline, now + duration > deadline else {
      now += duration
      return []
    }
    steps = [.pass(duration - (deadline - now))] + steps
    now = deadline
    return []
  }

  private func waitFor(_ what: @autoclosure () -> String, _ condition: () -> Bool)
    -> [TerminalEvent]
  {
    let end = ContinuousClock.now + Self.patience
    while ContinuousClock.now < end {
      if condition() {
        steps.removeFirst()
        return []
      }
      if bell.isRung() { return [] }
      Pause.until(.now + .microseconds(200))
    }
    failure = "gave up waiting for \(what())"
    steps = []
    return [.closed]
  }

  package func present(_ canvas: Canvas) { pictures.append(canvas) }
  package func repaint() { repaints += 1 }
  package func bell(_ count: Int) { bells += count }
  package func copy(_ text: String) { copied.append(text) }
  package func suspend() { suspensions += 1 }
  package func close() { isClosed = true }
}

extension ScriptedTerminal {
  /// What came of a script.
  package struct Outcome: Sendable {
    /// The exit status the program ended with.
    package let status: Int32
    /// The pictures shown, oldest first.
    package let pictures: [Canvas]
    package let bells: Int
    package let copied: [String]
    package let suspensions: Int
    package let repaints: Int
    package let isClosed: Bool
    /// What the script waited for in vain.
    package let failure: String?

    /// The last picture's rows.
    package var screen: String { pictures.last?.description ?? "" }
  }

  /// Plays a script to a program, on a thread of its own, and gives what came of it.
  package static func play(
    _ program: some Program, width: Int = 80, height: Int = 24, ascii: Bool = false,
    _ steps: [Step]
  ) async -> Outcome {
    await withCheckedContinuation { continuation in
      // Not on the pool of the tasks: the loop blocks its thread, and waits for tasks.
      DispatchQueue(label: "a scripted terminal").async {
        let terminal = ScriptedTerminal(width: width, height: height, steps)
        let ending = Loop(program, on: terminal, ascii: ascii).run()
        continuation.resume(
          returning: Outcome(
            status: ending.status, pictures: terminal.pictures, bells: terminal.bells,
            copied: terminal.copied, suspensions: terminal.suspensions,
            repaints: terminal.repaints, isClosed: terminal.isClosed, failure: terminal.failure))
      }
    }
  }
}

/// A flag that one thread waits for and others raise.
private final class Bell: Sendable {
  private let isRaised = Mutex(false)

  func ring() {
    isRaised.withLock { $0 = true }
  }

  /// Tells whether the flag was up, and takes it down.
  func isRung() -> Bool {
    isRaised.withLock { flag in
      defer { flag = false }
      return flag
    }
  }
}
