import Foundation
import Glibc

/// A door that opens once: threads wait before it, a test opens it.
package final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  /// Lets everybody through, now and later.
  package func open() { semaphore.signal() }

  /// Whether it was opened.
  package var isOpen: Bool { wait(within: .zero) }

  /// Blocks the calling thread, never one of the cooperative pool, until the door is open; false
  /// if that does not come in time.
  @discardableResult
  package func wait(within limit: Duration = patience) -> Bool {
    let seconds = Double(limit.components.seconds)
    guard semaphore.wait(timeout: .now() + seconds) == .success else { return false }
    semaphore.signal()
    return true
  }
}
