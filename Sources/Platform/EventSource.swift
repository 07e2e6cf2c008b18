@preconcurrency import Dispatch
import Synchronization

/// A dispatch source that ends with its owner and keeps what it reads from alive until then.
final class EventSource: Sendable {
  private let source: Mutex<(any DispatchSourceProtocol)?>

  /// Calls the handler on the queue whenever the descriptor can be read.
  ///
  /// `resource` owns the descriptor: it is let go only after the source has stopped looking at it.
  init(
    reading raw: Int32, of resource: any AnyObject & Sendable, on queue: DispatchQueue,
    _ handler: @escaping @Sendable () -> Void
  ) {
    let source = DispatchSource.makeReadSource(fileDescriptor: raw, queue: queue)
    source.setEventHandler(handler: handler)
    source.setCancelHandler { withExtendedLifetime(resource) {} }
    source.resume()
    self.source = Mutex(source)
  }

  /// Calls the handler on the queue again and again, every so many milliseconds.
  init(
    everyMilliseconds period: Int, on queue: DispatchQueue,
    _ handler: @escaping @Sendable () -> Void
  ) {
    let source = DispatchSource.makeTimerSource(queue: queue)
    source.schedule(
      deadline: .now() + .milliseconds(period), repeating: .milliseconds(period),
      leeway: .milliseconds(period / 4))
    source.setEventHandler(handler: handler)
    source.resume()
    self.source = Mutex(source)
  }

  deinit {
    cancel()
  }

  /// Ends it.
  ///
  /// A handler that is running finishes; none starts afterwards.
  func cancel() {
    source.withLock { source in
      source?.cancel()
      source = nil
    }
  }
}
