import CLinux
import Glibc
import Synchronization

/// A log file that several processes may share and that does not grow without end.
///
/// A line is one appending write, so lines of several processes never mix. At the size limit the
/// file is renamed to `<name>.1`, over the one before, and a new one begun.
package final class LogFile: Sendable {
  /// Where a file is turned over: enough for weeks of warnings, and an editor still opens it.
  package static let sizeLimit: Int64 = 5 * 1024 * 1024

  private let path: String
  private let limit: Int64
  private let file: Mutex<FileDescriptor>

  /// Opens the file, made when missing for its owner alone.
  package convenience init(at path: String) throws(SystemError) {
    try self.init(at: path, sizeLimit: Self.sizeLimit)
  }

  init(at path: String, sizeLimit: Int64) throws(SystemError) {
    self.path = path
    limit = sizeLimit
    file = Mutex(try Self.open(path))
  }

  /// The sink to give to a `Log`.
  ///
  /// A line that cannot be written is lost: there is no other place to say so, and the program must
  /// not stop for its log.
  package var sink: Log.Sink {
    { entry in self.write(entry.line) }
  }

  private func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    file.withLock { file in
      if let fresh = try? current(file, adding: Int64(bytes.count)) { file = fresh }
      try? file.write(bytes)
    }
  }

  /// The file to write to when it is another than the open one: turned over by us or by another.
  private func current(
    _ file: borrowing FileDescriptor, adding count: Int64
  ) throws(SystemError) -> FileDescriptor? {
    let open = try file.status()
    guard let named = try FileDescriptor.status(of: path), named.identity == open.identity else {
      return try Self.open(path)
    }
    guard named.size > 0, named.size + count > limit else { return nil }
    // Two processes that both find it full: the second must not turn over the first one's new file.
    guard retrying({ flock(file.raw, LOCK_EX) }) == 0 else { throw .last("flock", path: path) }
    defer { _ = flock(file.raw, LOCK_UN) }
    if try FileDescriptor.status(of: path)?.identity == open.identity {
      guard rename(path, path + ".1") == 0 else { throw .last("rename", path: path) }
    }
    return try Self.open(path)
  }

  private static func open(_ path: String) throws(SystemError) -> FileDescriptor {
    try FileDescriptor(opening: path, .writeOnly, [.create, .append], permissions: 0o600)
  }
}
