internal import CNcurses
internal import Glibc
internal import Platform
public import TextUI

extension CursesTerminal {
  /// The most bytes that are read in one go; what is left is read after the next picture.
  private static let readLimit = 4 << 20
  private static let chunk = 64 << 10

  /// Waits for input, a signal, a wake or the deadline; a closed terminal returns at once.
  ///
  /// Input is stamped with the present, or with the end of the wait before if it was there already.
  public func wait(until deadline: ContinuousClock.Instant?) -> [TerminalEvent] {
    defer { lastLook = now }
    guard isOpen else { return [.closed] }
    var descriptors = [
      pollfd(fd: inbox.raw, events: Int16(POLLIN), revents: 0),
      pollfd(fd: mailbox.raw, events: Int16(POLLIN), revents: 0),
      // A negative descriptor is passed over.
      pollfd(fd: isInputOpen ? 0 : -1, events: Int16(POLLIN), revents: 0),
    ]
    let wasWaiting = poll(&descriptors, 3, 0) > 0
    if !wasWaiting { poll(&descriptors, 3, Self.milliseconds(until: deadline)) }
    mailbox.drain()
    var events = signalEvents()
    if descriptors[2].revents != 0 {
      // What was there before the look may have come at any time since the look before.
      events += read(at: wasWaiting ? lastLook : now)
    }
    return events
  }

  /// Rounded up, so that a deadline has come when the wait is over.
  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { return 0 }
    let (seconds, attoseconds) = left.components
    let thousandths = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(min(seconds, 86_400) * 1_000 + thousandths)
  }

  private func signalEvents() -> [TerminalEvent] {
    let signals = inbox.take()
    var events: [TerminalEvent] = []
    if signals.contains(SIGTERM) { events.append(.signal(.terminate)) }
    if signals.contains(SIGHUP) { events.append(.signal(.hangup)) }
    if signals.contains(SIGINT) { events.append(.signal(.interrupt)) }
    if signals.contains(SIGCONT) {
      // Stopped from outside, without a chance to give the terminal back.
      reset_prog_mode()
      writeAll(modes.on, to: 1)
      fitSize()
      events.append(.resumed)
    }
    if signals.contains(SIGWINCH) {
      // Back at the old size before it was looked at: what was cut off meanwhile is still gone.
      events.append(fitSize() ? .resized(size) : .resumed)
      askSize()
    }
    if signals.contains(SIGTSTP) { events.append(.signal(.stop)) }
    return events
  }

  /// Reads what has been typed, up to the limit; the end of the input closes the terminal.
  private func read(at instant: ContinuousClock.Instant) -> [TerminalEvent] {
    var bytes: [UInt8] = []
    repeat {
      // Never O_NONBLOCK: input and output share a description, and ncurses would write short.
      let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.chunk) { buffer in
        let count = Glibc.read(0, buffer.baseAddress, buffer.count)
        if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
        return count
      }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 {
        isInputOpen = false
        break
      }
    } while bytes.count < Self.readLimit && Self.hasInput()
    let typed = bytes.isEmpty ? [] : [TerminalEvent.input(bytes, at: instant)]
    return typed + (isInputOpen ? [] : [.closed])
  }

  private static func hasInput() -> Bool {
    var descriptor = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  // MARK: Stopping

  /// How long a stop may take to arrive; it never does where no shell would continue the program.
  private static let stopPatience: Int32 = 200

  /// Gives the terminal back, stops the job, and takes the terminal again once continued.
  public func suspend() {
    guard isOpen else { return }
    leave()
    inbox.lettingStop {
      // The whole job, as `^Z` does: a script that started the program stops too.
      kill(0, SIGTSTP)
      // Another thread may take the signal, so this one waits until it has been continued.
      var descriptor = pollfd(fd: inbox.raw, events: Int16(POLLIN), revents: 0)
      poll(&descriptor, 1, Self.stopPatience)
    }
    // Being continued is no news: the loop knows that it was stopped.
    inbox.forget(SIGCONT)
    enter()
    fitSize()
    repaint()
  }
}
