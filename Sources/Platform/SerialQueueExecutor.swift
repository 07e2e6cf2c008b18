@preconcurrency package import Dispatch

/// The executor of an actor that owns a blocking resource: a private serial queue of its own, so
/// that waiting for a disk never holds a thread of Swift's cooperative pool.
///
/// Jobs of the actor and closures given to `enqueue(_:)` run one at a time, in the order in which
/// they came in, whichever door they used.
package final class SerialQueueExecutor: SerialExecutor {
  /// The queue itself: the target for dispatch sources whose handlers use the actor.
  package let queue: DispatchQueue

  /// The name under which a queue finds its executor.
  private static let owner = DispatchSpecificKey<ObjectIdentifier>()

  /// Makes the queue; the label is shown by debuggers.
  package init(label: String) {
    queue = DispatchQueue(label: label)
    queue.setSpecific(key: Self.owner, value: ObjectIdentifier(self))
  }

  /// Runs a job of the actor after everything that came before.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// The synchronous door: runs a closure after everything that came before, and returns at once.
  ///
  /// Inside, `assumeIsolated` of an actor on this executor holds. `Task {}` would not keep order.
  package func enqueue(_ body: @escaping @Sendable () -> Void) {
    queue.async(execute: body)
  }

  /// Whether the caller runs on this executor's queue.
  package var isCurrent: Bool {
    DispatchQueue.getSpecific(key: Self.owner) == ObjectIdentifier(self)
  }

  /// Stops the program unless the caller runs on this executor (`assumeIsolated` asks).
  package func checkIsolated() {
    precondition(isCurrent, "not on the queue \"\(queue.label)\" that this actor lives on")
  }

  /// The same question without stopping.
  package func isIsolatingCurrentContext() -> Bool? { isCurrent }
}
