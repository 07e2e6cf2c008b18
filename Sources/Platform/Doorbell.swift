import CLinux
@preconcurrency package import Dispatch
import Glibc
import Synchronization

/// Tells other processes that something new has been committed in a folder.
///
/// Ringing writes one byte over the first of the file `bell`. It is a hint, never the truth: a ring
/// can be merged with others, and a lost one costs time, not correctness.
///
/// Who listens holds a shared lock on that byte, so that nobody rings when nobody listens. A
/// listener locks first and looks for news then, a writer commits first and asks for locks then: a
/// commit is seen by the look, or its writer sees the lock.
package final class Doorbell: Sendable {
  /// The file's name inside the folder.
  package static let fileName = "bell"
  /// The byte that listeners lock.
  static let listeningByte: Int64 = 0

  private struct Bell: ~Copyable {
    var descriptor: FileDescriptor
    var identity: FileDescriptor.Identity
    /// Whether this bell's own listener holds its lock through it.
    var isAttended = false
  }

  private let path: String
  private let bell: Mutex<Bell>

  /// Opens the bell of a folder, made when missing.
  ///
  /// A folder that cannot be written to gives the system's error: from there nobody rings, but one
  /// can listen. So does a name that belongs to a link or anything but a plain file.
  package init(in folder: String) throws(SystemError) {
    path = "\(folder)/\(Self.fileName)"
    bell = Mutex(try Self.open(path))
  }

  /// Wakes every listener, in this process too, but not the one that listens through this bell.
  ///
  /// Returns whether somebody listens. At most three system calls; they do not wait for the disk.
  @discardableResult
  package func ring() throws(SystemError) -> Bool {
    try bell.withLock { bell throws(SystemError) in
      // Deleted or replaced: the listeners watch the file that has the name now.
      if try FileDescriptor.identity(of: path) != bell.identity {
        try Self.replace(&bell, by: Self.open(path))
      }
      guard clinux_lock_end(bell.descriptor.raw, Self.listeningByte) != 0 else { return false }
      var byte: UInt8 = 0x07
      let written = retrying { pwrite(bell.descriptor.raw, &byte, 1, 0) }
      guard written == 1 else { throw .last("pwrite", path: path) }
      return true
    }
  }

  /// Calls `handler` on `queue` after rings; see `DoorbellListener`.
  ///
  /// Rings of the bell `own` are not heard. What was committed before is not told of: look once
  /// when this has returned.
  package static func listen(
    in folder: String, besides own: Doorbell? = nil, alsoFor names: Set<String> = [],
    on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
  ) -> DoorbellListener {
    DoorbellListener(
      in: folder, besides: own, alsoFor: names, on: queue, usingInotify: true, handler: handler)
  }

  /// Holds the lock of a listener on the file that has the bell's name now.
  func attend() {
    bell.withLock { bell in
      bell.isAttended = true
      // A bell that was deleted is made again by the next who rings, and attended then.
      if let now = try? FileDescriptor.identity(of: path), now != bell.identity,
        let opened = try? Self.open(path)
      {
        Self.replace(&bell, by: opened)
      }
      _ = clinux_lock_shared(bell.descriptor.raw, Self.listeningByte, 1)
    }
  }

  /// Gives the lock of a listener up.
  func leave() {
    bell.withLock { bell in
      bell.isAttended = false
      _ = clinux_unlock(bell.descriptor.raw, Self.listeningByte, 1)
    }
  }

  private static func replace(_ bell: inout Bell, by opened: consuming Bell) {
    let isAttended = bell.isAttended
    bell = opened
    bell.isAttended = isAttended
    if isAttended { _ = clinux_lock_shared(bell.descriptor.raw, listeningByte, 1) }
  }

  private static func open(_ path: String) throws(SystemError) -> Bell {
    let descriptor = try FileDescriptor(opening: path, .readWrite, [.create, .plain])
    let identity = try descriptor.status().identity
    return Bell(descriptor: descriptor, identity: identity)
  }
}
