@preconcurrency import Dispatch
import Synchronization

/// Brings callbacks to the callback queue: one after another, in the order they were posted.
///
/// Posting never waits: a callback that takes long, or never returns, delays the callbacks behind
/// it and nothing else. Only one drain is under way at a time, so the order holds on a concurrent
/// queue too.
final class Delivery: Sendable {
  private struct Waiting {
    var queue: DispatchQueue
    var callbacks: [@Sendable () -> Void] = []
    var isScheduled = false
  }

  private let waiting: Mutex<Waiting>

  /// Delivers on a queue, a private one when nil.
  init(on queue: DispatchQueue?) {
    waiting = Mutex(Waiting(queue: queue ?? DispatchQueue(label: "ObjectStorage.callbacks")))
  }

  /// The queue on which callbacks run; what has been posted already may still run on the old one.
  var queue: DispatchQueue {
    get { waiting.withLock(\.queue) }
    set { waiting.withLock { $0.queue = newValue } }
  }

  /// Hands a callback over.
  func post(_ callback: @escaping @Sendable () -> Void) {
    let idle: DispatchQueue? = waiting.withLock { waiting in
      waiting.callbacks.append(callback)
      defer { waiting.isScheduled = true }
      return waiting.isScheduled ? nil : waiting.queue
    }
    idle?.async { self.drain() }
  }

  /// Runs what has been posted so far, then lets the queue's other work go first.
  private func drain() {
    let callbacks = waiting.withLock { waiting in
      defer { waiting.callbacks = [] }
      return waiting.callbacks
    }
    for callback in callbacks { callback() }
    let next: DispatchQueue? = waiting.withLock { waiting in
      if waiting.callbacks.isEmpty { waiting.isScheduled = false }
      return waiting.callbacks.isEmpty ? nil : waiting.queue
    }
    next?.async { self.drain() }
  }
}
