import CLinux
@preconcurrency import Dispatch
import Glibc

/// A program in a terminal of its own: keystrokes in, a screen out.
///
/// The terminal is its controlling one, so that `^C`, `^Z`, resizing and hanging up reach it as
/// they do from a real one. Output is shown on the screen as it comes, and queries are answered.
/// The program is killed when the last reference goes.
package actor PseudoTerminal {
  /// What the program has drawn.
  package private(set) var screen: VTScreen
  /// All that it has written, byte for byte.
  package private(set) var transcript: [UInt8] = []
  /// Bytes of output so far.
  package var outputCount: Int { transcript.count }

  private let executor = QueueExecutor(label: "a terminal")
  private let process: SpawnedProcess
  private var input: Outlet?
  private var reader: OutputReader?
  private var isOpen = true
  private var waiting = WaitingList<VTScreen>()

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Starts a program in a new terminal.
  package init(
    _ command: Command, rows: Int = 24, columns: Int = 80, manner: VTManner = .plain
  ) async throws(ProcessFailure) {
    screen = VTScreen(rows: rows, columns: columns, manner: manner)
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system("/dev/ptmx") }
    do throws(ProcessFailure) {
      var number: Int32 = 0
      var locked: Int32 = 0
      guard ioctl(descriptor, Self.terminalNumber, &number) == 0,
        ioctl(descriptor, Self.setLock, &locked) == 0
      else { throw .system("unlock a terminal") }
      let copy = clinux_duplicate(descriptor)
      guard copy >= 0 else { throw .system("copy a descriptor") }
      let input = Outlet(owning: copy)
      try input.setSize(Self.size(rows: rows, columns: columns, manner))
      self.input = input
      // Opened by path in the new session: so it becomes the controlling terminal.
      process = try SpawnedProcess(
        command, newSession: true,
        files: [.open(path: "/dev/pts/\(number)", as: 0), .copy(0, as: 1), .copy(0, as: 2)])
    } catch {
      close(descriptor)
      throw error
    }
    reader = nil
    reader = OutputReader(owning: descriptor, queue: executor.queue) { [weak self] bytes in
      self?.assumeIsolated { $0.show(bytes) }
    }
  }

  deinit {
    process.send(signal: SIGKILL)
  }

  // Linux's TIOCGPTN and TIOCSPTLCK, macros that Swift does not see.
  private static let terminalNumber: UInt = 0x8004_5430
  private static let setLock: UInt = 0x4004_5431

  private static func size(rows: Int, columns: Int, _ manner: VTManner) -> winsize {
    let (width, height) = manner.hasCellSize ? VTScreen.cellPixels : (0, 0)
    return winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns),
      ws_xpixel: UInt16(columns * width), ws_ypixel: UInt16(rows * height))
  }

  private func show(_ bytes: [UInt8]?) {
    guard isOpen else { return }
    guard let bytes else { return end() }
    transcript += bytes
    let answers = screen.feed(bytes)
    if !answers.isEmpty, let input {
      input.post(answers, within: patience)
    }
    waiting.look(at: screen)
  }

  private func end() {
    isOpen = false
    input = nil
    reader = nil
    waiting.giveUpAll()
  }
}

extension PseudoTerminal {
  /// Sends keystrokes as bytes, in one write.
  package func send(_ text: String) async throws {
    try await send(bytes: Array(text.utf8))
  }

  /// Sends bytes in one write.
  package func send(bytes: [UInt8]) async throws {
    try await write(bytes, gap: nil)
  }

  /// Sends a code as a scanner types it: a byte at a time by the clock, then its suffix.
  ///
  /// A gap of 0 sends all in one write. Fails with ``PaceFailure`` where the machine is too busy to
  /// type like a scanner.
  package func scan(
    _ code: String, gapMicroseconds: Int = 5000, suffix: String = "\r"
  ) async throws {
    let bytes = Array((code + suffix).utf8)
    let gap: Duration? = gapMicroseconds > 0 ? .microseconds(gapMicroseconds) : nil
    let longest = try await write(bytes, gap: gap)
    if longest > PaceFailure.limit { throw PaceFailure(gap: longest) }
  }

  @discardableResult
  private func write(_ bytes: [UInt8], gap: Duration?) async throws -> Duration {
    guard let input else { throw ProcessFailure("a key for a closed terminal", seen: screen.text) }
    return try await input.write(bytes, gap: gap, within: patience)
  }

  /// Changes the size; the kernel tells the program with `SIGWINCH`.
  package func resize(rows: Int, columns: Int) throws(ProcessFailure) {
    guard let input else { throw ProcessFailure("resize a closed terminal", seen: screen.text) }
    screen.resize(rows: rows, columns: columns)
    try input.setSize(Self.size(rows: rows, columns: columns, screen.manner))
  }

  /// Waits until the screen fulfils a condition; the failure shows the screen.
  package func wait(
    _ what: String, within limit: Duration = patience,
    until condition: @escaping @Sendable (VTScreen) -> Bool
  ) async throws {
    if condition(screen) { return }
    var met = false
    if isOpen {
      met = await withCheckedContinuation { waiter in
        let number = waiting.add(condition, waiter)
        executor.run(after: limit) { [weak self] in
          self?.assumeIsolated { $0.waiting.giveUp(number) }
        }
      }
    }
    if !met { throw ProcessFailure(what, seen: screen.framed) }
  }

  /// Waits until a text stands on the screen.
  package func wait(for text: String, within limit: Duration = patience) async throws {
    try await wait("“\(text)” on the screen", within: limit) { $0.contains(text) }
  }

  /// Waits until there has been no output for a while: only where nothing is expected to change.
  package func settle(for quiet: Duration = .milliseconds(50)) async {
    var seen = -1
    while seen != outputCount {
      seen = outputCount
      await Pause.breathe(quiet)
    }
  }

  /// Waits for the program's end and for the last of its output.
  package func ending(within limit: Duration = patience) async throws -> ProcessEnding {
    guard let ending = await process.ending(within: limit) else {
      throw ProcessFailure("the end of the program", seen: screen.framed)
    }
    if isOpen {
      // Met never, given up at the end of output; a grandchild may hold the terminal for longer.
      _ = await withCheckedContinuation { waiter in
        let number = waiting.add({ _ in false }, waiter)
        executor.run(after: .seconds(2)) { [weak self] in
          self?.assumeIsolated { $0.waiting.giveUp(number) }
        }
      }
    }
    return ending
  }

  /// The exit status as a shell shows it.
  package func exitStatus(within limit: Duration = patience) async throws -> Int32 {
    try await ending(within: limit).code
  }

  /// Sends a signal, unless the program has ended.
  package nonisolated func kill(_ signal: Int32) { process.send(signal: signal) }

  /// The process number.
  package nonisolated var number: Int32 { process.number }

  /// Whether the program is still there.
  package nonisolated var isRunning: Bool { process.ending == nil }

  /// Closes the terminal, as when its window is closed: the program gets `SIGHUP`.
  package func hangUp() {
    if isOpen { end() }
  }
}
