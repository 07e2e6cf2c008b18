import Dispatch
import Glibc
import Testing

/// A thread of a test's own, so that blocking calls hold nobody else; `join` waits for its end.
final class TestThread: Sendable {
  private let ended = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Void) {
    let work = Work { [ended] in
      body()
      ended.signal()
    }
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(work).toOpaque())
    pthread_detach(thread)
  }

  func join() {
    ended.wait()
    ended.signal()
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

/// How long a test waits for what must come before it is called a failure.
let patience: Duration = .seconds(60)

/// Waits until a condition holds, giving way to others meanwhile.
func wait(until condition: () throws -> Bool) rethrows {
  let end = ContinuousClock.now.advanced(by: patience)
  while try !condition() {
    guard ContinuousClock.now < end else {
      Issue.record("what the test waits for did not come")
      return
    }
    sched_yield()
  }
}

extension DispatchSemaphore {
  /// Waits for a signal without holding a thread of Swift's pool.
  func signalled() async {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let seconds = Int(patience.components.seconds)
        continuation.resume(returning: self.wait(timeout: .now() + .seconds(seconds)))
      }
    }
    #expect(result == .success, "the signal the test waits for did not come")
  }
}
