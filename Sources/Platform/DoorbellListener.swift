import CLinux
@preconcurrency import Dispatch
import Glibc
import Synchronization

/// Hears the bell of a folder until it is cancelled or let go.
///
/// The file is watched for writes, the folder only for names that come and go: so a deleted bell
/// is found again under its name, and the many writes to a database's other files wake nobody. When
/// the folder itself is moved or deleted, that is a ring, and so is the next folder of that path.
/// Rings before the handler runs are merged into one call.
///
/// A thread of its own waits for the rings and runs the handler in its queue's turn: a ring wakes
/// one thread, not two.
package final class DoorbellListener: Sendable {
  /// How often the handler is called where the system gives no news (inotify's instances used up,
  /// or a system without it): soon enough for eyes, rare enough to cost nothing.
  static let pollingMilliseconds = 200
  /// How often is looked for the folder while there is none.
  static let missingMilliseconds = 200

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
    /// Nil while there is no such folder.
    var folder: Int32?
    var identity: FileDescriptor.Identity?
    /// Whether a file of ours was deleted and has not come back: its folder may go too, and says
    /// so only when the last of its files is closed everywhere.
    var isDoubtful = false
    var file: Int32?
    /// Holds the lock where there is no bell of our own to hold it.
    var lock: FileDescriptor?
  }

  private let inotify: Inotify
  private let folder: String
  private let path: String
  private let own: Doorbell?
  private let names: Set<String>
  private let watched: Mutex<Watched>
  private let ending: WakePipe
  private let closed = Atomic<Bool>(false)

  init(folder: String, own: Doorbell?, names: Set<String>) throws(SystemError) {
    self.folder = folder
    path = "\(folder)/\(Doorbell.fileName)"
    self.own = own
    self.names = names
    ending = try WakePipe()
    inotify = try Inotify()
    watched = Mutex(Watched(folder: nil, file: nil, lock: nil))
    try watchFolder()
  }

  /// Watches the folder that has the path now, and the bell in it.
  private func watchFolder() throws(SystemError) {
    // The folder first: a bell hung between the two calls is then in its news.
    let now = try inotify.add(
      folder,
      UInt32(
        IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_MOVE_SELF | IN_DELETE_SELF
          | IN_ONLYDIR | (names.isEmpty ? 0 : IN_CLOSE_WRITE)))
    let identity = try FileDescriptor.identity(of: folder)
    watched.withLock { watched in
      watched.folder = now
      watched.identity = identity
      watched.isDoubtful = false
    }
    watchFile()
  }

  /// Goes over to the folder that has the path now; false while there is none.
  private func findFolder() -> Bool {
    do {
      try watchFolder()
      return true
    } catch {
      return false
    }
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
      let isMissing = watched.withLock { $0.folder == nil || $0.isDoubtful }
      let wait = isMissing ? Int32(DoorbellListener.missingMilliseconds) : -1
      _ = retrying { poll(&wanted, nfds_t(wanted.count), wait) }
      if isClosed { return }
      let rang = heard()
      doubt()
      // Looked for after the news: those of the folder that has gone are not of the new one.
      let isFound = watched.withLock { $0.folder == nil } && findFolder()
      if rang || isFound { body() }
    }
  }

  /// Takes the news; true when some of it is a ring.
  ///
  /// A bell that appears counts as one: it may have rung before it was watched.
  private func heard() -> Bool {
    var rang = false
    var moved = false
    let folderWatch = watched.withLock { $0.folder }
    for event in inotify.take() {
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
        rang = true
        moved = true
      } else if event.watch == folderWatch, event.mask & DoorbellEar.goneMask != 0 {
        rang = true
        leaveFolder()
      } else if event.watch != folderWatch {
        rang = rang || event.mask & UInt32(IN_MODIFY) != 0
      } else if event.name == Doorbell.fileName {
        // A program that closes it has not hung another.
        moved = moved || event.mask & UInt32(IN_CLOSE_WRITE) == 0
      } else if names.contains(event.name) {
        rang = true
        if event.mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0 {
          watched.withLock { $0.isDoubtful = true }
        }
      }
    }
    if moved { watchFile() }
    return rang || moved
  }

  /// Looks whether the folder has its path still, as long as a file of ours is not there.
  private func doubt() {
    let (isDoubtful, identity) = watched.withLock { ($0.isDoubtful, $0.identity) }
    if !isDoubtful { return }
    let now = try? FileDescriptor.identity(of: folder)
    if now != identity { return leaveFolder() }
    let isThere = names.allSatisfy { name in
      let file = try? FileDescriptor.identity(of: "\(folder)/\(name)")
      return file != nil
    }
    if isThere { watched.withLock { $0.isDoubtful = false } }
  }

  /// What says that the folder has lost its path.
  private static let goneMask = UInt32(IN_MOVE_SELF | IN_DELETE_SELF | IN_IGNORED | IN_UNMOUNT)

  /// Ends the watch of a folder that has lost its path.
  private func leaveFolder() {
    watched.withLock { watched in
      if let before = watched.folder { inotify.remove(before) }
      watched.folder = nil
    }
  }

  /// Watches the file that has the bell's name now, if there is one, and locks it.
  private func watchFile() {
    let now = try? inotify.add(path, UInt32(IN_MODIFY | IN_DONT_FOLLOW))
    watched.withLock { watched in
      // A bell moved away keeps its watch: drop it, its rings are not for us.
      if let before = watched.file, before != now { inotify.remove(before) }
      watched.file = now
      if own == nil {
        watched.lock = try? FileDescriptor(opening: path, .readOnly, .plain)
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
