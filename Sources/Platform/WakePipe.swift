import CLinux
import Glibc

/// Wakes a thread that waits in `poll`, from any other thread or a signal handler.
///
/// An eventfd: many wakes before the sleeper comes to look are one.
package final class WakePipe: Sendable {
  private let descriptor: FileDescriptor

  /// Opens it.
  package init() throws(SystemError) {
    let raw = clinux_eventfd()
    guard raw >= 0 else { throw .last("eventfd") }
    descriptor = FileDescriptor(owning: raw)
  }

  /// What to give to `poll` (POLLIN).
  package var raw: Int32 { descriptor.raw }

  /// Makes the sleeper's `poll` return.
  ///
  /// Never blocks, never fails; safe in a signal handler.
  package func wake() {
    var one: UInt64 = 1
    // The only refusal is a counter at its end: then the sleeper is being woken anyway.
    _ = retrying { Glibc.write(descriptor.raw, &one, 8) }
  }

  /// Forgets the wakes up to here; true when there was one.
  ///
  /// Called by the sleeper, before it looks at what it was woken for.
  @discardableResult
  package func drain() -> Bool {
    var count: UInt64 = 0
    return retrying { Glibc.read(descriptor.raw, &count, 8) } == 8
  }
}
