@preconcurrency package import Dispatch
import Glibc

/// Tells when files appear, change or go in one folder.
///
/// News is merged: many changes before the handler runs are one call. It is a hint to look, never
/// the truth about what is there. Ends with `cancel()` or with the last reference.
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

  private let source: EventSource

  /// Starts to watch; `handler` is called on `queue`.
  package init(
    _ folder: String, for kinds: Kinds, on queue: DispatchQueue,
    handler: @escaping @Sendable (News) -> Void
  ) throws(SystemError) {
    let inotify = try Inotify()
    let own = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
    _ = try inotify.add(folder, kinds.rawValue | own)
    source = EventSource(reading: inotify.raw, of: inotify, on: queue) {
      for news in Self.news(inotify.drain()) { handler(news) }
    }
  }

  /// Ends the watch.
  ///
  /// A handler that is running finishes; none starts afterwards.
  package func cancel() {
    source.cancel()
  }

  /// Merges events into at most three pieces of news.
  static func news(_ events: [Inotify.Event]) -> [News] {
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
}
