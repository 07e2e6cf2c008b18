@preconcurrency import Dispatch
import Glibc
import Synchronization

/// The process's one inotify instance, behind every `FileWatch`.
///
/// The system allows a user about 128 instances but many thousand watches. One instance has one
/// watch for a file or folder, however many ask for it: each is told what it asked for. Ears for a
/// bell have an instance and a thread each, so that a ring wakes one thread.
final class SharedInotify: Sendable {
  /// Someone who watches a file or a folder.
  private struct Subscriber {
    var mask: UInt32
    var hear: @Sendable ([Inotify.Event]) -> Void
  }

  /// What ends a subscription.
  struct Ticket: Sendable {
    fileprivate let watch: Int32
    fileprivate let number: Int
  }

  private struct Board {
    var subscribers: [Int32: [Int: Subscriber]] = [:]
    var last = 0
  }

  private static let instance = Mutex<SharedInotify?>(nil)

  private let inotify: Inotify
  private let board = Mutex(Board())
  private let queue = DispatchQueue(label: "Platform.SharedInotify")
  private let source = Mutex<EventSource?>(nil)

  /// The instance, made at its first use.
  static func shared() throws(SystemError) -> SharedInotify {
    let result = instance.withLock { known -> Result<SharedInotify, SystemError> in
      if let known { return .success(known) }
      return Result { () throws(SystemError) in
        let new = try SharedInotify()
        known = new
        return new
      }
    }
    return try result.get()
  }

  private init() throws(SystemError) {
    inotify = try Inotify()
    let source = EventSource(reading: inotify.raw, of: inotify, on: queue) { [weak self] in
      self?.tell()
    }
    self.source.withLock { $0 = source }
  }

  /// Watches a file or folder for the `IN_` bits of a mask; `hear` is called on a queue of this
  /// object's own and must return at once.
  func subscribe(
    to path: String, _ mask: UInt32, _ hear: @escaping @Sendable ([Inotify.Event]) -> Void
  ) throws(SystemError) -> Ticket {
    let result = board.withLock { board in
      Result { () throws(SystemError) in
        // Added to what others ask for of the same file.
        let watch = try inotify.add(path, mask | UInt32(IN_MASK_ADD))
        board.last += 1
        board.subscribers[watch, default: [:]][board.last] = Subscriber(mask: mask, hear: hear)
        return Ticket(watch: watch, number: board.last)
      }
    }
    return try result.get()
  }

  /// Ends a subscription; news that was taken before may still come.
  func end(_ ticket: Ticket) {
    board.withLock { board in
      board.subscribers[ticket.watch]?[ticket.number] = nil
      if board.subscribers[ticket.watch]?.isEmpty == true {
        board.subscribers[ticket.watch] = nil
        inotify.remove(ticket.watch)
      }
    }
  }

  /// Takes the news and tells everybody what it asked for; that news was lost is told to all.
  private func tell() {
    let events = inotify.drain()
    let told = board.withLock { board in
      var told: [Int: (hear: @Sendable ([Inotify.Event]) -> Void, events: [Inotify.Event])] = [:]
      for event in events {
        let isLost = event.mask & UInt32(IN_Q_OVERFLOW) != 0
        let concerned = isLost ? Array(board.subscribers.keys) : [event.watch]
        for watch in concerned {
          for (number, subscriber) in board.subscribers[watch] ?? [:] {
            let wanted = subscriber.mask | UInt32(IN_UNMOUNT)
            guard isLost || event.mask & wanted != 0 else { continue }
            told[number, default: (subscriber.hear, [])].events.append(event)
          }
        }
        // The system has ended the watch of what is gone, and does not use its number again.
        if event.mask & UInt32(IN_IGNORED) != 0 { board.subscribers[event.watch] = nil }
      }
      return told
    }
    for (hear, events) in told.values { hear(events) }
  }
}
