import Glibc
import Platform

/// A program that the bench has started, with pipes or a terminal; it is killed with its owner.
final class Child {
  /// The longest that a child may be silent when something is due, in milliseconds.
  static let patience = 15_000

  private let number: pid_t
  /// What it reads; in a terminal, what it writes too.
  private let input: FileDescriptor
  private let output: FileDescriptor
  private var hasEnded = false

  /// Starts a program whose standard input and output are pipes.
  init(_ program: String, _ arguments: [String]) throws {
    let down = try Pipe()
    let up = try Pipe()
    let (childInput, childOutput) = (down.reading.raw, up.writing.raw)
    number = try Child.spawn(program, arguments, [], inNewSession: false) { actions in
      posix_spawn_file_actions_adddup2(&actions, childInput, 0)
      posix_spawn_file_actions_adddup2(&actions, childOutput, 1)
    }
    input = down.writing
    output = up.reading
  }

  /// Starts a program in a terminal of its own, of 32 lines and 110 columns.
  ///
  /// A raw terminal passes every byte as it is and echoes none. What the program keeps for its user
  /// it keeps in the folder `home`.
  init(
    inTerminal program: String, _ arguments: [String], isRaw: Bool = false, home: String
  ) throws {
    let master = try FileDescriptor(
      opening: "/dev/ptmx", .readWrite, .noControllingTerminal)
    var index: Int32 = 0
    var isLocked: Int32 = 0
    var size = winsize(ws_row: 32, ws_col: 110, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(master.raw, Child.terminalNumber, &index) == 0,
      ioctl(master.raw, Child.setLock, &isLocked) == 0,
      ioctl(master.raw, UInt(TIOCSWINSZ), &size) == 0
    else { throw SystemTrouble("ioctl of a terminal") }
    if isRaw {
      var settings = termios()
      tcgetattr(master.raw, &settings)
      cfmakeraw(&settings)
      tcsetattr(master.raw, TCSANOW, &settings)
    }
    // Opened by its path in the new session, so that it becomes the controlling terminal.
    let path = "/dev/pts/\(index)"
    let variables = ["HOME=\(home)"]
    number = try Child.spawn(program, arguments, variables, inNewSession: true) { actions in
      posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
      posix_spawn_file_actions_adddup2(&actions, 0, 1)
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    output = try master.duplicate()
    input = master
  }

  deinit { end() }

  // TIOCGPTN, TIOCSPTLCK and POSIX_SPAWN_SETSID, which Swift does not see.
  private static let terminalNumber: UInt = 0x8004_5430
  private static let setLock: UInt = 0x4004_5431
  private static let startsSession: Int32 = 0x80

  private static func spawn(
    _ program: String, _ arguments: [String], _ own: [String], inNewSession: Bool,
    _ prepare: (inout posix_spawn_file_actions_t) -> Void
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    prepare(&actions)
    // The signals that the bench ignores have their usual meaning in a child.
    var usual = sigset_t()
    sigfillset(&usual)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    let flags = Int32(POSIX_SPAWN_SETSIGDEF) | (inNewSession ? startsSession : 0)
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))

    var variables = ["LANG=C.UTF-8", "TERM=xterm-256color", "TZ=UTC"] + own
    for name in ["PATH", "LD_LIBRARY_PATH"] {
      if let value = getenv(name) { variables.append("\(name)=\(String(cString: value))") }
    }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let environment = variables.map { strdup($0) } + [nil]
    defer { for text in words + environment { free(text) } }
    var number: pid_t = 0
    let result = posix_spawnp(&number, program, &actions, &attributes, words, environment)
    guard result == 0 else { throw SystemTrouble("start \(program)", result) }
    return number
  }
}

/// Two ends of a pipe, which children get only when they are given them.
private struct Pipe: ~Copyable {
  let reading: FileDescriptor
  let writing: FileDescriptor

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SystemTrouble("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = FileDescriptor(owning: ends[0])
    writing = FileDescriptor(owning: ends[1])
  }
}

extension Child {
  /// Writes to it.
  func send(_ bytes: [UInt8]) throws {
    try input.write(bytes)
  }

  /// What it says next; nil when it says nothing for that long, empty when it has closed its end.
  func next(within milliseconds: Int = patience) throws -> [UInt8]? {
    var wanted = pollfd(fd: output.raw, events: Int16(POLLIN), revents: 0)
    var ready: Int32
    repeat { ready = poll(&wanted, 1, Int32(milliseconds)) } while ready < 0 && errno == EINTR
    if ready == 0 { return nil }
    return try withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      do {
        return Array(buffer[..<(try output.read(into: buffer))])
      } catch let error as SystemError where error.errno == EIO {
        // Linux: a terminal that its last program has left.
        return []
      }
    }
  }

  /// That many bytes of what it says next.
  func bytes(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard let more = try next(), !more.isEmpty else {
        throw SilentChild(seen: bytes)
      }
      bytes += more
    }
    return bytes
  }

  /// All it says until its end.
  func rest() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = try next() {
      if more.isEmpty { return bytes }
      bytes += more
    }
    throw SilentChild(seen: bytes)
  }

  /// Kills it, unless it has ended, and waits for its end.
  func end() {
    if hasEnded { return }
    hasEnded = true
    kill(number, SIGKILL)
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0, errno == EINTR {}
  }
}

/// A child said nothing although something was due, or ended too early.
struct SilentChild: Error, CustomStringConvertible {
  let seen: [UInt8]

  var description: String {
    "A program that the bench started did not answer; its last words: "
      + String(decoding: seen.suffix(200), as: UTF8.self)
  }
}
