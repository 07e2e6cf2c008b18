import CLinux
import Glibc

/// An open file that belongs to exactly one owner and is closed with it.
///
/// Every descriptor is close-on-exec: a child process never keeps a lock or a file of ours open.
package struct FileDescriptor: ~Copyable, Sendable {
  /// What the file is opened for.
  package enum Access: Sendable {
    case readOnly, writeOnly, readWrite
  }

  /// How the file is opened.
  package struct Options: OptionSet, Sendable {
    package let rawValue: Int32
    package init(rawValue: Int32) { self.rawValue = rawValue }
    /// Made when missing.
    package static let create = Options(rawValue: O_CREAT)
    /// Together with `create`: refused when it is there already.
    package static let exclusive = Options(rawValue: O_EXCL)
    /// Emptied.
    package static let truncate = Options(rawValue: O_TRUNC)
    /// Every write goes to the end, whoever else writes.
    package static let append = Options(rawValue: O_APPEND)
    /// Refused unless it is a folder.
    package static let directory = Options(rawValue: O_DIRECTORY)
    /// A terminal does not become the controlling one.
    package static let noControllingTerminal = Options(rawValue: O_NOCTTY)
    /// Refused unless it is a plain file: no link to another, no pipe, no folder.
    package static let plain = Options(rawValue: O_NOFOLLOW | O_NONBLOCK)
  }

  /// The number the system knows it by; valid as long as this value lives.
  package let raw: Int32
  /// The path it was opened at, for error messages.
  package let path: String?

  /// Takes over a descriptor that nobody else will close.
  package init(owning raw: Int32, path: String? = nil) {
    self.raw = raw
    self.path = path
  }

  /// Opens a file.
  ///
  /// A new one gets `permissions` less the process's umask.
  package init(
    opening path: String, _ access: Access, _ options: Options = [], permissions: UInt32 = 0o666
  ) throws(SystemError) {
    guard !path.utf8.contains(0) else {
      throw SystemError(errno: EINVAL, call: "open", path: path)
    }
    let mode =
      switch access {
      case .readOnly: O_RDONLY
      case .writeOnly: O_WRONLY
      case .readWrite: O_RDWR
      }
    let raw = retrying { clinux_open(path, mode | options.rawValue, permissions) }
    guard raw >= 0 else { throw .last("open", path: path) }
    if options.contains(.plain), !FileDescriptor.isPlain(raw) {
      _ = Glibc.close(raw)
      throw SystemError(errno: ENOTSUP, call: "open", path: path)
    }
    self.init(owning: raw, path: path)
  }

  private static func isPlain(_ raw: Int32) -> Bool {
    var status = stat()
    return fstat(raw, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  deinit {
    _ = Glibc.close(raw)
  }

  /// A second descriptor on the same open file, closed on its own.
  package borrowing func duplicate() throws(SystemError) -> FileDescriptor {
    let copy = clinux_duplicate(raw)
    guard copy >= 0 else { throw .last("fcntl", path: path) }
    return FileDescriptor(owning: copy, path: path)
  }
}

/// Calls again as long as a signal interrupted the call.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
