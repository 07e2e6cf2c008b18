internal import Glibc
internal import Synchronization

/// Gives the terminal back when the program crashes, and then lets it crash.
///
/// Without it the shell is left on the alternate screen, without echo, with mouse reports flooding
/// it, and Swift's backtracer waits for a key in the middle of that. The handlers only write bytes
/// made before, restore the saved modes, and raise the signal again with its default action.
enum Rescue {
  private static let crashes = [SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGABRT, SIGFPE, SIGQUIT, SIGSYS]
  /// Enough for the handler after a stack overflow: it calls nothing deep.
  private static let stackSize = 64 * 1024

  /// The address of what a handler may touch, in memory that is never freed; 0 when disarmed.
  private static let keepsake = Atomic<UInt>(0)
  private static let isPrepared = Atomic<Bool>(false)

  private struct Keepsake {
    var modes: termios
    var farewell: UnsafeMutableBufferPointer<UInt8>
    var notice: UnsafeMutableBufferPointer<UInt8>
    var errorDescriptor: Int32
  }

  /// Remembers the modes the terminal has now, and what to write to it when all is lost.
  static func arm(modes: termios, farewell: [UInt8], notice: [UInt8], errorDescriptor: Int32) {
    let memory = UnsafeMutablePointer<Keepsake>.allocate(capacity: 1)
    memory.initialize(
      to: Keepsake(
        modes: modes, farewell: copy(farewell), notice: copy(notice),
        errorDescriptor: errorDescriptor))
    prepare()
    keepsake.store(UInt(bitPattern: memory), ordering: .releasing)
  }

  /// From now on a crash finds the terminal in the shell's hands.
  static func disarm() {
    // The memory stays: a handler on another thread may be reading it.
    keepsake.store(0, ordering: .releasing)
  }

  private static func copy(_ bytes: [UInt8]) -> UnsafeMutableBufferPointer<UInt8> {
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = buffer.initialize(from: bytes)
    return buffer
  }

  /// Installs the handlers, once in a process.
  private static func prepare() {
    guard !isPrepared.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var stack = stack_t()
    stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16)
    stack.ss_size = stackSize
    sigaltstack(&stack, nil)
    for number in crashes {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { number in
        Rescue.giveBack(isCrash: true)
        signal(number, SIG_DFL)
        raise(number)
      }
      action.sa_flags = Int32(SA_ONSTACK)
      sigemptyset(&action.sa_mask)
      sigaction(number, &action, nil)
    }
    // For an `exit` in the middle of things.
    atexit { Rescue.giveBack(isCrash: false) }
  }

  /// Gives the terminal back if it is still held; only calls what a signal handler may.
  private static func giveBack(isCrash: Bool) {
    let address = keepsake.exchange(0, ordering: .acquiringAndReleasing)
    guard let memory = UnsafeMutablePointer<Keepsake>(bitPattern: address) else { return }
    _ = write(1, memory.pointee.farewell.baseAddress, memory.pointee.farewell.count)
    tcsetattr(0, TCSANOW, &memory.pointee.modes)
    if isCrash {
      _ = write(
        memory.pointee.errorDescriptor, memory.pointee.notice.baseAddress,
        memory.pointee.notice.count)
    }
  }
}
