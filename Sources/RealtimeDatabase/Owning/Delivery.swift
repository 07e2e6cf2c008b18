@preconcurrency import Dispatch
import Synchronization

/// Brings callbacks to the callback queue: one after another, in the order they were posted.
///
/// Posting never waits: a callback that takes long, or never returns, delays the callbacks behind
/// it and nothing else.
final class Delivery: Sendable {
  private struct Waiting {
    var queue: DispatchQueue
    var callbacks: [@Sendable () -> Void] = []
    var isScheduled = false
  }

  private let waiting: Mutex<Waiting>

  /// The name under which the queue finds the delivery whose callback it runs.
  private let current = DispatchSpecificKey<Bool>()

  /// Delivers on a queue, a private one when nil.
  init(on queue: DispatchQueue?) {
    let queue = queue ?? DispatchQueue(label: "RealtimeDatabase.callbacks")
    waiting = Mutex(Waiting(queue: queue))
    queue.setSpecific(key: current, value: true)
  }

  deinit { queue.setSpecific(key: current, value: nil) }

  /// The queue on which callbacks run; to be changed before there are any.
  var queue: DispatchQueue {
    get { waiting.withLock(\.queue) }
    set {
      let old = waiting.withLock { waiting in
        defer { waiting.queue = newValue }
        return waiting.queue
      }
      old.setSpecific(key: current, value: nil)
      newValue.setSpecific(key: current, value: true)
    }
  }

  /// Whether the caller is inside the callback queue.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: current) == true }

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
  ///
  /// Only one drain is under way at a time, so the order holds on a concurrent queue too.
  private func drain() {
    let callbacks = waiting.withLock { waiting in
      defer { waiting.callbacks = [] }
      return waiting.callbacks
    }
    for callback in callbacks { callback() }
    let isDone = waiting.withLock { waiting in
      if waiting.callbacks.isEmpty { waiting.isScheduled = false }
      return waiting.callbacks.isEmpty
    }
    if !isDone { queue.async { self.drain() } }
  }
}
