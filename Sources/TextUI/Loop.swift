/// The one loop of a terminal program: waits, updates, draws once, waits again.
///
/// It has one thread, the caller's, and one mailbox. Every wake does, in this order: signals, the
/// mailbox, all input, the deadline, **one** picture. A thousand messages between two pictures cost
/// one picture.
public struct Loop<P: Program, T: Terminal> {
  /// How a program ended.
  public enum Ending: Hashable, Sendable {
    /// ``Effect/quit(_:)`` with its exit status.
    case quit(Int32)
    case signal(TerminalSignal)
    /// The terminal went away.
    case closed

    /// The exit status for the process.
    public var status: Int32 {
      switch self {
      case .quit(let status): status
      case .signal(let signal): signal.exitStatus
      case .closed: TerminalSignal.hangup.exitStatus
      }
    }
  }

  /// How long quitting waits for the next piece of the ordered lane's work, and suspending too.
  ///
  /// Longer than a write waits behind another desk's import; shorter than a person waits before
  /// killing the program. Work that comes on, however slowly, is waited for to its end. When the
  /// time has passed without any, quitting goes on, and suspending does not happen: a stopped
  /// program in the queue of writers would stop every desk.
  public static var drainLimit: Duration { .seconds(5) }

  private let program: P
  private let terminal: T
  private let glyphs: Glyphs

  /// A loop over a program and a terminal; `ascii` draws with ASCII characters only.
  public init(_ program: P, on terminal: T, ascii: Bool = false) {
    self.program = program
    self.terminal = terminal
    self.glyphs = ascii ? .ascii : .unicode
  }

  /// Runs the program to its end on the calling thread, and gives the terminal back.
  public func run() -> Ending {
    LoopRun(program, on: terminal, glyphs: glyphs).run()
  }
}
