/// One run of a program: the state, and what is going on around it.
final class LoopRun<P: Program, T: Terminal> {
  typealias Ending = Loop<P, T>.Ending

  /// What happens when the ordered lane is empty.
  private enum Drain {
    case end(Ending)
    case suspend
  }

  private let program: P
  private let terminal: T
  private let glyphs: Glyphs
  private var tasks: LoopTasks<P.Message>
  private var state: P.State
  private var size: Size
  private var decoder = InputDecoder()
  private var lastByte: ContinuousClock.Instant
  private var isDirty = true
  /// What the program has been told of the terminal.
  private var abilities: TerminalAbilities?
  private var drain: (then: Drain, until: ContinuousClock.Instant)?
  /// Input that came while the program was about to be suspended.
  private var held: [(event: InputEvent, at: ContinuousClock.Instant)] = []

  init(_ program: P, on terminal: T, glyphs: Glyphs) {
    self.program = program
    self.terminal = terminal
    self.glyphs = glyphs
    self.size = terminal.size
    self.lastByte = terminal.now
    self.tasks = LoopTasks(wake: terminal.waker)
    let (state, effect) = program.start(size: terminal.size, at: terminal.now)
    self.state = state
    perform(effect)
    tellAbilities(at: terminal.now)
  }

  func run() -> Ending {
    var ending = finishTurn()
    while ending == nil {
      for event in terminal.wait(until: nextDeadline) {
        take(event)
      }
      openLetters()
      takeInput()
      heedSignals()
      ending = finishTurn()
    }
    tasks.close()
    terminal.close()
    return ending ?? .closed
  }

  // MARK: A turn

  private var nextDeadline: ContinuousClock.Instant? {
    // Of what nobody sees any more nothing is finished, and so nothing waited for.
    let finishing = isUnseen ? nil : terminal.deadline
    return [program.deadline(in: state), decoderDeadline, drain?.until, finishing]
      .compactMap(\.self).min()
  }

  private var decoderDeadline: ContinuousClock.Instant? {
    decoder.patience.map { lastByte + $0 }
  }

  /// Input read in this turn; it is handled after the letters that were there before it.
  private var input: [(bytes: [UInt8], at: ContinuousClock.Instant)] = []
  /// Ends and stops that this turn's signals ask for.
  private var asked: [Drain] = []

  private func take(_ event: TerminalEvent) {
    switch event {
    case .input(let bytes, let instant): input.append((bytes, instant))
    case .resized(let size): resize(to: size)
    case .resumed: returnToScreen()
    case .signal(.stop): asked.append(.suspend)
    case .signal(let signal): asked.append(.end(.signal(signal)))
    case .closed: asked.append(.end(.closed))
    }
  }

  /// Does what this turn's signals ask for, once what was typed before them has been handled.
  private func heedSignals() {
    for drain in asked { begin(drain) }
    asked.removeAll(keepingCapacity: true)
  }

  private func openLetters() {
    for letter in tasks.mailbox.take() {
      // Work that comes on is waited for: its time begins anew.
      if case .orderedWork = letter { drain?.until = terminal.now + Loop<P, T>.drainLimit }
      if let message = tasks.open(letter) { update(message) }
    }
  }

  /// Handles the input of this turn and the deadlines, each at its time.
  private func takeInput() {
    decoder.expectsAnswers = terminal.answersUntil.map { terminal.now < $0 } ?? false
    for (bytes, instant) in input {
      if let limit = decoderDeadline, limit <= instant { handle(decoder.flush(), at: limit) }
      handle(decoder.feed(bytes), at: instant)
      // Not the instant they are stamped with: that may be the instant of an earlier look.
      lastByte = terminal.now
    }
    input.removeAll(keepingCapacity: true)
    let now = terminal.now
    if let limit = decoderDeadline, limit <= now { handle(decoder.flush(), at: limit) }
    meetDeadline(before: now)
  }

  private func handle(_ events: [InputEvent], at instant: ContinuousClock.Instant) {
    for event in events {
      if case .reply(let reply) = event, terminal.hear(reply) {
        tellAbilities(at: instant)
      } else if drain != nil {
        held.append((event, instant))
      } else {
        meetDeadline(before: instant)
        update(program.message(for: event, at: instant))
      }
    }
  }

  /// Tells the program what the terminal can, if that is new.
  private func tellAbilities(at instant: ContinuousClock.Instant) {
    guard var new = terminal.abilities else { return }
    new.isASCII = glyphs.isASCII
    guard new != abilities else { return }
    abilities = new
    if let message = program.message(for: new, at: instant) { update(message) }
  }

  /// Tells the program that its deadline has come, if it has, and the next one after that.
  private func meetDeadline(before instant: ContinuousClock.Instant) {
    var last: ContinuousClock.Instant?
    while let deadline = program.deadline(in: state), deadline <= instant,
      last.map({ deadline > $0 }) ?? true
    {
      last = deadline
      update(program.message(atDeadline: deadline))
    }
  }

  private func update(_ message: P.Message) {
    perform(program.update(&state, message))
    isDirty = true
  }

  private func perform(_ effect: Effect<P.Message>) {
    for step in effect.steps {
      switch step {
      case .run(let work): tasks.start(work)
      case .inOrder(let work): tasks.startInOrder(work)
      case .bell(let count): terminal.bell(count)
      case .copy(let text): terminal.copy(text)
      case .repaint: repaint()
      case .suspend: begin(.suspend)
      case .quit(let status): begin(.end(.quit(status)))
      }
    }
  }

  // MARK: Draining

  /// Whether the program is on its way to its end.
  private var isEnding: Bool {
    if case .end = drain?.then { true } else { false }
  }

  /// Whether nobody looks at the screen: somebody who has quit sees what is waited for, after a
  /// signal there may be no terminal.
  private var isUnseen: Bool {
    switch drain?.then {
    case .end(.signal), .end(.closed): true
    case .end(.quit), .suspend, nil: false
    }
  }

  /// Sets out for an end or a stop; an end is final, a stop gives way to it.
  private func begin(_ next: Drain) {
    if isEnding { return }
    drain = (next, terminal.now + Loop<P, T>.drainLimit)
  }

  /// Ends or stops if it is time to, keeps the subscriptions, and shows the state.
  private func finishTurn() -> Ending? {
    while let (next, limit) = drain {
      let isEmpty = tasks.orderedCount == 0
      guard isEmpty || terminal.now >= limit else { break }
      switch next {
      case .end(let ending): return ending
      case .suspend: stopDraining(isEmpty ? suspend : refuseSuspending)
      }
    }
    if isUnseen { return nil }
    if !isEnding { tasks.reconcile(program.subscriptions(in: state)) }
    if isDirty { show() }
    if let deadline = terminal.deadline, deadline <= terminal.now { terminal.settle() }
    return nil
  }

  private func suspend() {
    // What was done last is on the screen that stays behind.
    if isDirty { show() }
    terminal.suspend()
    returnToScreen()
  }

  private func refuseSuspending() {
    terminal.bell(1)
  }

  /// Stops or does not, and then handles what was typed meanwhile.
  private func stopDraining(_ act: () -> Void) {
    drain = nil
    act()
    let events = held
    held = []
    for (event, instant) in events {
      handle([event], at: instant)
    }
  }

  // MARK: The screen

  private func resize(to size: Size) {
    self.size = size
    tellAbilities(at: terminal.now)
    update(program.message(for: .resized(size), at: terminal.now))
  }

  private func returnToScreen() {
    repaint()
    if terminal.size != size { resize(to: terminal.size) }
  }

  private func repaint() {
    terminal.repaint()
    isDirty = true
  }

  private func show() {
    isDirty = false
    var canvas = Canvas(size: size, glyphs: glyphs)
    program.draw(state, on: &canvas)
    terminal.present(canvas.sealed())
  }
}
