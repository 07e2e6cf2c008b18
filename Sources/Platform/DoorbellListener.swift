import CLinux
@preconcurrency import Dispatch
import Glibc
import Synchronization

/// Hears the bell of a folder until it is cancelled or let go.
///
/// The file is watched for writes, the folder only for names that come and go: so a deleted bell
/// is found again under its name, and the many writes to a database's other files wake nobody.
/// Rings before the handler runs are merged into one call.
///
/// A thread of its own waits for the rings and runs the handler in its queue's turn: a ring wakes
/// one thread, not two.
package final class DoorbellListener: Sendable {
  /// How often the handler is called where the system gives no news (inotify's instances used up,
  /// or a system without it): soon enough for eyes, rare enough to cost nothing.
  static let pollingMilliseconds = 200

  /// True where the system gives no news and the handler is called on a clock instead.
  package var isPolling: Bool { clock != nil }
  private let ear: DoorbellEar?
  private let clock: EventSource?

  /// Rings of `own` are not heard; files named in `names` are listened for too: when they come, go,
  /// or are closed by who wrote them.
  init(
    in folder: String, besides own: Doorbell? = nil, alsoFor names: Set<String> = [],
    on queue: DispatchQueue, usingInotify: Bool, handler: @escaping @Sendable () -> Void
  ) {
    if usingInotify, let ear = try? DoorbellEar(folder: folder, own: own, names: names) {
      self.ear = ear
      clock = nil
      OwnThread.start {
        ear.listen { queue.sync { if !ear.isClosed { handler() } } }
      }
    } else {
      ear = nil
      clock = EventSource(everyMilliseconds: Self.pollingMilliseconds, on: queue, handler)
    }
  }

  deinit { cancel() }

  /// Ends it.
  ///
  /// A handler that is running finishes; none starts afterwards.
  package func cancel() {
    ear?.close()
    clock?.cancel()
  }
}

/// The two watches of a listener, and its lock.
private final class DoorbellEar: Sendable {
  private struct Watched: ~Copyable {
    var file: Int32?
    /// Holds the lock where there is no bell of our own to hold it.
    var lock: FileDescriptor?
  }

  private let inotify: Inotify
  private let path: String
  private let own: Doorbell?
  private let names: Set<String>
  private let folderWatch: Int32
  private let watched: Mutex<Watched>
  private let ending: WakePipe
  private let closed = Atomic<Bool>(false)

  init(folder: String, own: Doorbell?, names: Set<String>) throws(SystemError) {
    path = "\(folder)/\(Doorbell.fileName)"
    self.own = own
    self.names = names
    ending = try WakePipe()
    inotify = try Inotify()
    // The folder first: a bell hung between the two calls is then in its news.
    folderWatch = try inotify.add(
      folder,
      UInt32(
        IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_ONLYDIR
          | (names.isEmpty ? 0 : IN_CLOSE_WRITE)))
    watched = Mutex(Watched(file: nil, lock: nil))
    watchFile()
  }

  /// Whether nothing more shall be told.
  var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Ends the listening.
  func close() {
    guard !closed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    leave()
    ending.wake()
  }

  /// Calls a body after rings, until closed; blocks.
  func listen(_ body: () -> Void) {
    var wanted = [
      pollfd(fd: inotify.raw, events: Int16(POLLIN), revents: 0),
      pollfd(fd: ending.raw, events: Int16(POLLIN), revents: 0),
    ]
    while !isClosed {
      _ = retrying { poll(&wanted, nfds_t(wanted.count), -1) }
      if isClosed { return }
      if heard() { body() }
    }
  }

  /// Takes the news; true when some of it is a ring.
  ///
  /// A bell that appears counts as one: it may have rung before it was watched.
  private func heard() -> Bool {
    var rang = false
    var moved = false
    for event in inotify.take() {
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
        rang = true
        moved = true
      } else if event.watch != folderWatch {
        rang = rang || event.mask & UInt32(IN_MODIFY) != 0
      } else if event.name == Doorbell.fileName {
        // A program that closes it has not hung another.
        moved = moved || event.mask & UInt32(IN_CLOSE_WRITE) == 0
      } else if names.contains(event.name) {
        rang = true
      }
    }
    if moved { watchFile() }
    return rang || moved
  }

  /// Watches the file that has the bell's name now, if there is one, and locks it.
  private func watchFile() {
    let now = try? inotify.add(path, UInt32(IN_MODIFY))
    watched.withLock { watched in
      // A bell moved away keeps its watch: drop it, its rings are not for us.
      if let before = watched.file, before != now { inotify.remove(before) }
      watched.file = now
      if own == nil {
        watched.lock = try? FileDescriptor(opening: path, .readOnly)
        if let raw = watched.lock?.raw {
          _ = clinux_lock_shared(raw, Doorbell.listeningByte, 1)
        }
      }
    }
    own?.attend()
    // Closed meanwhile: the lock must not stay.
    if isClosed { leave() }
  }

  private func leave() {
    own?.leave()
    watched.withLock { $0.lock = nil }
  }
}
