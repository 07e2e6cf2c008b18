@preconcurrency package import Dispatch
import Glibc
import Synchronization

/// Tells other processes that something new has been committed in a folder.
///
/// Ringing writes one byte over the first of the file `bell`. It is a hint, never the truth: a ring
/// can be merged with others, and a lost one costs time, not correctness.
package final class Doorbell: Sendable {
  /// The file's name inside the folder.
  package static let fileName = "bell"

  private struct Bell: ~Copyable {
    var descriptor: FileDescriptor
    var identity: FileDescriptor.Identity
  }

  private let folder: String
  private let path: String
  private let bell: Mutex<Bell>

  /// Opens the bell of a folder, made when missing.
  ///
  /// A folder that cannot be written to gives the system's error: from there nobody rings, but one
  /// can listen.
  package init(in folder: String) throws(SystemError) {
    self.folder = folder
    path = "\(folder)/\(Self.fileName)"
    bell = Mutex(try Self.open(path))
  }

  /// Wakes every listener, in this process too.
  ///
  /// Two system calls; they do not wait for the disk.
  package func ring() throws(SystemError) {
    let failure = bell.withLock { bell -> SystemError? in
      do throws(SystemError) {
        // Deleted or replaced: the listeners watch the file that has the name now.
        if try FileDescriptor.identity(of: path) != bell.identity {
          bell = try Self.open(path)
        }
        var byte: UInt8 = 0x07
        let written = retrying { pwrite(bell.descriptor.raw, &byte, 1, 0) }
        guard written == 1 else { throw .last("pwrite", path: path) }
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  /// Calls `handler` on `queue` after rings; see `DoorbellListener`.
  package static func listen(
    in folder: String, on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
  ) -> DoorbellListener {
    DoorbellListener(in: folder, on: queue, usingInotify: true, handler: handler)
  }

  private static func open(_ path: String) throws(SystemError) -> Bell {
    let descriptor = try FileDescriptor(opening: path, .writeOnly, .create)
    let identity = try descriptor.status().identity
    return Bell(descriptor: descriptor, identity: identity)
  }
}
