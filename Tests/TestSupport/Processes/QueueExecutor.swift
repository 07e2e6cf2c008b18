@preconcurrency import Dispatch

/// Runs an actor on a dispatch queue of its own, so that its file descriptors and timers are served
/// on the queue that guards its state.
final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Lets `assumeIsolated` believe a block that runs on the queue.
  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }

  /// Runs a block on the queue after a while.
  func run(after delay: Duration, _ block: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + delay.dispatchInterval, execute: block)
  }
}

extension Duration {
  /// The same span for Dispatch, in nanoseconds; centuries are cut.
  var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return .nanoseconds(overflow ? Int.max : Int(whole) + Int(attoseconds / 1_000_000_000))
  }
}
