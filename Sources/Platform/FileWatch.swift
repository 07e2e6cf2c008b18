@preconcurrency package import Dispatch
import Glibc
import Synchronization

/// Tells when files appear, change or go in one folder.
///
/// News is merged: many changes before the handler runs are one call. It is a hint to look, never
/// the truth about what is there. Ends with `cancel()` or with the last reference. All watches of a
/// process share one of the system's scarce instances.
package final class FileWatch: Sendable {
  /// What to hear of.
  package struct Kinds: OptionSet, Sendable, Hashable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Bytes were written, or the file was cut.
    package static let written = Kinds(rawValue: UInt32(IN_MODIFY))
    /// Someone who could write has closed it, or has died.
    package static let closed = Kinds(rawValue: UInt32(IN_CLOSE_WRITE))
    /// A name appeared: made, or moved in.
    package static let appeared = Kinds(rawValue: UInt32(IN_CREATE | IN_MOVED_TO))
    /// A name went: deleted, or moved out.
    package static let gone = Kinds(rawValue: UInt32(IN_DELETE | IN_MOVED_FROM))
  }

  /// What the handler is told.
  package enum News: Sendable, Hashable {
    /// These names had such changes.
    case changed(Set<String>)
    /// The system lost count: anything in the folder may have changed.
    case anything
    /// The folder itself was deleted or moved away; nothing more will come.
    case folderGone
  }

  private let inotify: SharedInotify
  private let ticket: SharedInotify.Ticket
  private let inbox: Inbox

  /// Starts to watch; `handler` is called on `queue`.
  package init(
    _ folder: String, for kinds: Kinds, on queue: DispatchQueue,
    handler: @escaping @Sendable (News) -> Void
  ) throws(SystemError) {
    let inbox = Inbox(queue: queue, handler: handler)
    self.inbox = inbox
    inotify = try SharedInotify.shared()
    let own = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    ticket = try inotify.subscribe(to: folder, kinds.rawValue | own) { inbox.put($0) }
  }

  deinit {
    cancel()
  }

  /// Ends the watch.
  ///
  /// A handler that is running finishes; none starts afterwards.
  package func cancel() {
    inotify.end(ticket)
    inbox.end()
  }

  /// Merges events into at most three pieces of news.
  static func news(_ events: some Sequence<Inotify.Event>) -> [News] {
    var names: Set<String> = []
    var lost = false
    var gone = false
    for event in events {
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { lost = true }
      if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0 { gone = true }
      if !event.name.isEmpty { names.insert(event.name) }
    }
    var news: [News] = []
    if lost { news.append(.anything) } else if !names.isEmpty { news.append(.changed(names)) }
    if gone { news.append(.folderGone) }
    return news
  }

  /// News on its way to the handler.
  private final class Inbox: Sendable {
    private struct Waiting {
      var events: Set<Inotify.Event> = []
      var isScheduled = false
      var isEnded = false
    }

    private let queue: DispatchQueue
    private let handler: @Sendable (News) -> Void
    private let waiting = Mutex(Waiting())

    init(queue: DispatchQueue, handler: @escaping @Sendable (News) -> Void) {
      self.queue = queue
      self.handler = handler
    }

    func put(_ events: [Inotify.Event]) {
      let mustSchedule = waiting.withLock { waiting in
        if waiting.isEnded { return false }
        waiting.events.formUnion(events)
        defer { waiting.isScheduled = true }
        return !waiting.isScheduled
      }
      if mustSchedule { queue.async { self.deliver() } }
    }

    func end() {
      waiting.withLock { $0.isEnded = true }
    }

    private func deliver() {
      let events = waiting.withLock { waiting in
        defer { waiting.events = [] }
        waiting.isScheduled = false
        return waiting.isEnded ? [] : waiting.events
      }
      for news in FileWatch.news(events) { handler(news) }
    }
  }
}
