@preconcurrency import Dispatch
import Glibc

/// A thread for work that may wait for as long as it likes.
///
/// A queue's block that waits keeps one of the 255 threads that Dispatch lends to all queues of a
/// process together: with enough of them waiting, none would run any more, timers neither.
enum OwnThread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a body on a new thread, which ends with it.
  ///
  /// Where the system gives no thread, one of Dispatch's does it.
  static func start(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let result = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard result == 0 else {
      work.release()
      return DispatchQueue(label: "Platform.OwnThread").async(execute: body)
    }
    pthread_detach(thread)
  }
}
