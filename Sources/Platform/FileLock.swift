import CLinux
import Glibc

/// The exclusive lock on a whole file, held as long as this object lives.
///
/// The lock (flock) belongs to the open file: the kernel frees it when the process ends in whatever
/// way, and a program that this one starts does not keep it. A process that was forked and runs on
/// without starting another program does. Whoever holds it has the file open for writing, so that a
/// `FileWatch` for `.closed` hears of its end; asking whether it is held makes no such news. That
/// news comes a moment before the kernel frees the lock.
package final class FileLock: Sendable {
  /// What came of asking for a lock.
  package enum Attempt: Sendable {
    /// It is ours.
    case taken(FileLock)
    /// Another holds it.
    case held
    /// There is no such file.
    case missing
  }

  /// The file.
  package let path: String
  private let locked: FileDescriptor
  /// Open for writing; its end is what others hear.
  private let heard: FileDescriptor?
  private let identity: FileDescriptor.Identity

  private init(
    _ path: String, _ locked: consuming FileDescriptor, heard: consuming FileDescriptor?,
    _ identity: FileDescriptor.Identity
  ) {
    self.path = path
    self.locked = locked
    self.heard = heard
    self.identity = identity
  }

  /// Makes a file and takes its lock; nil when the name was taken, or was taken away meanwhile.
  package static func make(at path: String) throws(SystemError) -> FileLock? {
    let file: FileDescriptor
    do throws(SystemError) {
      file = try FileDescriptor(opening: path, .readWrite, [.create, .exclusive])
    } catch {
      if error.errno == EEXIST { return nil }
      throw error
    }
    let identity = try file.status().identity
    guard try lock(file, path) else { return nil }
    let own = FileLock(path, file, heard: nil, identity)
    return own.isStanding ? own : nil
  }

  /// Takes the lock of a file that is there, if nobody holds it; never waits.
  ///
  /// A link, or anything but a plain file, gives the system's error.
  package static func attempt(at path: String) throws(SystemError) -> Attempt {
    do throws(SystemError) {
      // Open for reading only: closing it is no news, or those who ask would wake one another.
      let file = try FileDescriptor(opening: path, .readOnly, .plain)
      let identity = try file.status().identity
      guard try lock(file, path) else { return .held }
      let heard = try FileDescriptor(opening: path, .writeOnly, .plain)
      // Another may have taken the lock, deleted the file and let go since it was opened.
      guard try heard.status().identity == identity else { return .held }
      return .taken(FileLock(path, file, heard: heard, identity))
    } catch {
      if error.isMissing { return .missing }
      throw error
    }
  }

  /// Whether the file still has its name: nobody else can hold the lock then.
  package var isStanding: Bool {
    let now = try? FileDescriptor.identity(of: path)
    return now == identity
  }

  /// Deletes the file, and with it the reason for the lock; one that has gone is no error.
  package func delete() throws(SystemError) {
    guard isStanding else { return }
    guard unlink(path) == 0 || errno == ENOENT else { throw .last("unlink", path: path) }
  }

  private static func lock(
    _ file: borrowing FileDescriptor, _ path: String
  ) throws(SystemError) -> Bool {
    let number = clinux_lock_whole(file.raw)
    if number == EWOULDBLOCK { return false }
    guard number == 0 else { throw SystemError(errno: number, call: "flock", path: path) }
    return true
  }
}
