import CLinux
@preconcurrency import Dispatch
import Foundation
import Glibc
import Synchronization

/// A running child: waited for by one thread, signalled only while its number is still its own.
final class SpawnedProcess: Sendable {
  typealias Waiter = CheckedContinuation<ProcessEnding?, Never>

  private struct State {
    var ending: ProcessEnding?
    var waiters: [Int: Waiter] = [:]
    var nextWaiter = 0
  }

  /// The process number.
  let number: pid_t
  private let state = Mutex(State())
  private static let timers = DispatchQueue(label: "waiting for processes")

  /// Starts a program; the file actions say what its standard files are.
  init(_ command: Command, newSession: Bool, files: [FileAction]) throws(ProcessFailure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for file in files { file.add(to: &actions) }
    if let folder = command.folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    Self.setSignals(of: &attributes, newSession: newSession)

    let arguments = ([command.program] + command.arguments).map { strdup($0) } + [nil]
    let variables = command.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var number: pid_t = 0
    let result = posix_spawnp(
      &number, command.program, &actions, &attributes, arguments, variables)
    guard result == 0 else { throw .system("start \(command.program)", result) }
    self.number = number
    Thread.detachNewThread { [self] in reap() }
  }

  /// POSIX_SPAWN_SETSID, which glibc's header shows to GNU programs only.
  private static let startsSession: Int32 = 0x80

  /// All signals at their defaults and none blocked, whatever the test process does with them.
  private static func setSignals(of attributes: inout posix_spawnattr_t, newSession: Bool) {
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    if newSession { flags |= startsSession }
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
  }

  /// Waits without collecting, then collects under the lock: a signal never meets a reused number.
  private func reap() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(number), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    let (ending, waiters) = state.withLock { state in
      var status: Int32 = 0
      while waitpid(number, &status, 0) < 0, errno == EINTR {}
      let ending = ProcessEnding(waitStatus: status)
      state.ending = ending
      defer { state.waiters = [:] }
      return (ending, Array(state.waiters.values))
    }
    for waiter in waiters { waiter.resume(returning: ending) }
  }

  /// How it ended, if it has.
  var ending: ProcessEnding? { state.withLock { $0.ending } }

  /// Sends a signal, unless the process has ended.
  func send(signal: Int32) {
    state.withLock { state in
      if state.ending == nil { _ = kill(number, signal) }
    }
  }

  /// Waits for the end; nil when it did not come in time.
  func ending(within limit: Duration) async -> ProcessEnding? {
    await withCheckedContinuation { waiter in
      let registered: (ending: ProcessEnding?, waiter: Int) = state.withLock { state in
        if let ending = state.ending { return (ending, 0) }
        state.nextWaiter += 1
        state.waiters[state.nextWaiter] = waiter
        return (nil, state.nextWaiter)
      }
      if let ending = registered.ending {
        waiter.resume(returning: ending)
      } else {
        Self.timers.asyncAfter(deadline: .now() + limit.dispatchInterval) { [self] in
          state.withLock { $0.waiters.removeValue(forKey: registered.waiter) }?
            .resume(returning: nil)
        }
      }
    }
  }
}
