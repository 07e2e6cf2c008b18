internal import Glibc
internal import Platform
internal import Synchronization

/// The signals that have come, for a thread that waits in `poll`.
///
/// A handler that notes the number and wakes the sleeper: blocking the signals instead (signalfd)
/// would be inherited by every child, whose `^C` and resizing would then be dead.
struct SignalInbox {
  private static let numbers = [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGCONT, SIGTSTP]
  /// A bit for each signal that has come; bit 0 is unused.
  private static let come = Atomic<UInt64>(0)
  private static let wakeDescriptor = Atomic<Int32>(-1)

  private let wake: WakePipe
  private let before: [(number: Int32, action: sigaction)]

  /// What `poll` waits for (POLLIN).
  var raw: Int32 { wake.raw }

  init() throws(SystemError) {
    wake = try WakePipe()
    Self.come.store(0, ordering: .relaxed)
    Self.wakeDescriptor.store(wake.raw, ordering: .releasing)
    before = Self.numbers.map { ($0, Self.catchSignal($0)) }
  }

  /// The signals since the last call.
  func take() -> Set<Int32> {
    wake.drain()
    let bits = Self.come.exchange(0, ordering: .acquiring)
    return Set(Self.numbers.filter { bits & (1 << UInt64($0)) != 0 })
  }

  /// Forgets that a signal has come.
  func forget(_ number: Int32) {
    Self.come.bitwiseAnd(~(1 << UInt64(number)), ordering: .relaxed)
  }

  /// Lets signals do what they did before.
  func close() {
    for (number, action) in before {
      var action = action
      sigaction(number, &action, nil)
    }
    Self.wakeDescriptor.store(-1, ordering: .releasing)
  }

  /// Gives SIGTSTP its default action for the time of `body`.
  func lettingStop(_ body: () -> Void) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(SIGTSTP, &action, nil)
    body()
    _ = Self.catchSignal(SIGTSTP)
  }

  private static func catchSignal(_ number: Int32) -> sigaction {
    var action = sigaction()
    var before = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      // Only what is safe in a handler: atomics and write.
      let saved = errno
      SignalInbox.come.bitwiseOr(1 << UInt64(number), ordering: .releasing)
      var one: UInt64 = 1
      _ = write(SignalInbox.wakeDescriptor.load(ordering: .acquiring), &one, 8)
      errno = saved
    }
    action.sa_flags = Int32(SA_RESTART)
    sigemptyset(&action.sa_mask)
    sigaction(number, &action, &before)
    return before
  }
}
