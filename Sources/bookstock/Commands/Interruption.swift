import Foundation
import Glibc
import Platform
import Synchronization

/// Lets something be stopped in order by `^C` or a plain `kill`; the second one ends the program.
final class Interruption: Sendable {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]
  private static let wakeDescriptor = Atomic<Int32>(-1)
  private static let come = Atomic<Int32>(0)

  private let hasCome = Atomic<Bool>(false)
  private let pipe: WakePipe

  /// Calls `stop` once, on a thread of its own, when a signal comes.
  ///
  /// One at a time; `end` lets signals do again what they do.
  init(_ stop: @escaping @Sendable () -> Void) throws(SystemError) {
    pipe = try WakePipe()
    Self.come.store(0, ordering: .relaxed)
    Self.wakeDescriptor.store(pipe.raw, ordering: .releasing)
    for number in Self.numbers { Self.catchOnce(number) }
    Thread.detachNewThread { [self] in
      var wanted = pollfd(fd: pipe.raw, events: Int16(POLLIN), revents: 0)
      while poll(&wanted, 1, -1) < 0 && errno == EINTR {}
      guard Self.come.load(ordering: .acquiring) != 0 else { return }
      hasCome.store(true, ordering: .releasing)
      stop()
    }
  }

  /// Whether a signal has come.
  var isInterrupted: Bool { hasCome.load(ordering: .acquiring) }

  func end() {
    for number in Self.numbers { signal(number, SIG_DFL) }
    Self.wakeDescriptor.store(-1, ordering: .releasing)
    pipe.wake()
  }

  private static func catchOnce(_ number: Int32) {
    var before = sigaction()
    sigaction(number, nil, &before)
    // What was started with a signal switched off, as by nohup, leaves it off.
    if unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) == 1 { return }
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      // Only what is safe in a handler: atomics and write.
      let saved = errno
      Interruption.come.store(number, ordering: .releasing)
      var one: UInt64 = 1
      _ = write(Interruption.wakeDescriptor.load(ordering: .acquiring), &one, 8)
      errno = saved
    }
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | Int32(SA_RESTART)
    sigemptyset(&action.sa_mask)
    sigaction(number, &action, nil)
  }
}

/// Runs a piece of work in a task that a signal cancels; `isInterrupted` tells the cause of its end.
func interruptible<Value: Sendable>(
  _ body: @escaping @Sendable () async throws -> Value
) async throws -> (result: Result<Value, any Error>, isInterrupted: Bool) {
  let task = Task { try await body() }
  let interruption: Interruption
  do {
    interruption = try Interruption { task.cancel() }
  } catch {
    task.cancel()
    throw error
  }
  let result = await task.result
  interruption.end()
  return (result, interruption.isInterrupted)
}
