@preconcurrency import Dispatch
import Glibc
import Synchronization

/// Hears the bell of a folder until it is cancelled or let go.
///
/// The file is watched for writes, the folder only for names that come and go: so a deleted bell
/// is found again under its name, and the many writes to a database's other files wake nobody.
/// Rings before the handler runs are merged into one call.
package final class DoorbellListener: Sendable {
  /// How often the handler is called where the system gives no news (inotify's instances used up,
  /// or a system without it): soon enough for eyes, rare enough to cost nothing.
  static let pollingMilliseconds = 200

  /// True where the system gives no news and the handler is called on a clock instead.
  package let isPolling: Bool
  private let ear: Ear?
  private let clock: EventSource?

  init(
    in folder: String, on queue: DispatchQueue, usingInotify: Bool,
    handler: @escaping @Sendable () -> Void
  ) {
    ear = usingInotify ? try? Ear(folder: folder, queue: queue, handler: handler) : nil
    isPolling = ear == nil
    clock =
      isPolling
      ? EventSource(everyMilliseconds: Self.pollingMilliseconds, on: queue, handler) : nil
  }

  deinit {
    cancel()
  }

  /// Ends it.
  ///
  /// A handler that is running finishes; none starts afterwards.
  package func cancel() {
    ear?.end()
    clock?.cancel()
  }

  /// The two watches, and the call of the handler that they lead to.
  private final class Ear: Sendable {
    private struct State {
      var folder: SharedInotify.Ticket?
      var file: SharedInotify.Ticket?
      var isScheduled = false
      var isEnded = false
    }

    private let inotify: SharedInotify
    private let path: String
    private let queue: DispatchQueue
    private let handler: @Sendable () -> Void
    private let state = Mutex(State())

    init(
      folder: String, queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) throws(SystemError) {
      path = "\(folder)/\(Doorbell.fileName)"
      self.queue = queue
      self.handler = handler
      inotify = try SharedInotify.shared()
      // The folder first: a bell hung between the two calls is then in its news.
      let names = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_ONLYDIR)
      let ticket = try inotify.subscribe(to: folder, names) { [weak self] events in
        self?.hearOfNames(events)
      }
      state.withLock { $0.folder = ticket }
      watchFile()
    }

    func end() {
      let tickets = state.withLock { state in
        state.isEnded = true
        defer { (state.folder, state.file) = (nil, nil) }
        return [state.folder, state.file].compactMap(\.self)
      }
      for ticket in tickets { inotify.end(ticket) }
    }

    /// A bell that appears counts as a ring: it may have rung before it was watched.
    private func hearOfNames(_ events: [Inotify.Event]) {
      let isMoved = events.contains { event in
        event.name == Doorbell.fileName || event.mask & UInt32(IN_Q_OVERFLOW) != 0
      }
      guard isMoved else { return }
      watchFile()
      call()
    }

    /// Watches the file that has the bell's name now, if there is one.
    private func watchFile() {
      let now = try? inotify.subscribe(to: path, UInt32(IN_MODIFY)) { [weak self] _ in
        self?.call()
      }
      // A bell moved away keeps its watch: drop it, its rings are not for us.
      let old = state.withLock { state in
        if state.isEnded { return now }
        defer { state.file = now }
        return state.file
      }
      if let old { inotify.end(old) }
    }

    /// Has the handler called, once for all rings until it is.
    private func call() {
      let mustSchedule = state.withLock { state in
        if state.isEnded { return false }
        defer { state.isScheduled = true }
        return !state.isScheduled
      }
      guard mustSchedule else { return }
      queue.async { [self] in
        let isEnded = state.withLock { state in
          state.isScheduled = false
          return state.isEnded
        }
        if !isEnded { handler() }
      }
    }
  }
}
