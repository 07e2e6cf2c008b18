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
  private let source: EventSource

  init(
    in folder: String, on queue: DispatchQueue, usingInotify: Bool,
    handler: @escaping @Sendable () -> Void
  ) {
    if usingInotify, let ear = try? Ear(folder: folder) {
      isPolling = false
      source = EventSource(reading: ear.raw, of: ear, on: queue) {
        if ear.heard() { handler() }
      }
    } else {
      isPolling = true
      source = EventSource(
        everyMilliseconds: Self.pollingMilliseconds, on: queue, handler)
    }
  }

  /// Ends it.
  ///
  /// A handler that is running finishes; none starts afterwards.
  package func cancel() {
    source.cancel()
  }

  /// The two watches.
  private final class Ear: Sendable {
    private let inotify: Inotify
    private let path: String
    private let folderWatch: Int32
    private let fileWatch: Mutex<Int32?>

    init(folder: String) throws(SystemError) {
      path = "\(folder)/\(Doorbell.fileName)"
      inotify = try Inotify()
      // The folder first: a bell hung between the two calls is then in its news.
      folderWatch = try inotify.add(
        folder, UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_ONLYDIR))
      fileWatch = Mutex(nil)
      watchFile()
    }

    var raw: Int32 { inotify.raw }

    /// Takes the news; true when some of it is a ring.
    ///
    /// A bell that appears counts as one: it may have rung before it was watched.
    func heard() -> Bool {
      var rang = false
      var moved = false
      for event in inotify.drain() {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
          rang = true
          moved = true
        } else if event.watch != folderWatch {
          rang = rang || event.mask & UInt32(IN_MODIFY) != 0
        } else if event.name == Doorbell.fileName {
          moved = true
        }
      }
      if moved {
        watchFile()
        rang = true
      }
      return rang
    }

    /// Watches the file that has the bell's name now, if there is one.
    private func watchFile() {
      let now = try? inotify.add(path, UInt32(IN_MODIFY))
      fileWatch.withLock { before in
        // A bell moved away keeps its watch: drop it, its rings are not for us.
        if let before, before != now { inotify.remove(before) }
        before = now
      }
    }
  }
}
