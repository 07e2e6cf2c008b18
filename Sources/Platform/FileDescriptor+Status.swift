import CLinux
import Glibc

/// What the system knows about a file, and what is made durable.
extension FileDescriptor {
  /// Which file it is, apart from its name.
  package struct Identity: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64
  }

  /// What the system says about a file.
  package struct Status: Hashable, Sendable {
    package var identity: Identity
    /// In bytes.
    package var size: Int64
    /// The permission bits only.
    package var permissions: UInt32
    package var isRegularFile: Bool
    package var isDirectory: Bool
    /// How many names it has; 0 after the last was deleted.
    package var links: UInt64

    init(_ status: stat) {
      identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
      size = Int64(status.st_size)
      permissions = UInt32(status.st_mode) & 0o7777
      isRegularFile = status.st_mode & S_IFMT == S_IFREG
      isDirectory = status.st_mode & S_IFMT == S_IFDIR
      links = UInt64(status.st_nlink)
    }
  }

  /// What the system says about the open file.
  package borrowing func status() throws(SystemError) -> Status {
    var status = stat()
    guard fstat(raw, &status) == 0 else { throw .last("fstat", path: path) }
    return Status(status)
  }

  /// What the system says about the file of that name, nil when there is none.
  package static func status(of path: String) throws(SystemError) -> Status? {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let error = SystemError.last("stat", path: path)
      if error.isMissing { return nil }
      throw error
    }
    return Status(status)
  }

  /// Which file has that name, nil when there is none; cheaper than its status.
  package static func identity(of path: String) throws(SystemError) -> Identity? {
    var identity = Identity(device: 0, inode: 0)
    let number = clinux_identity(path, &identity.device, &identity.inode)
    if number == 0 { return identity }
    let error = SystemError(errno: number, call: "statx", path: path)
    if error.isMissing { return nil }
    throw error
  }

  /// Returns when the file's bytes, size and times are on the disk.
  package borrowing func synchronize() throws(SystemError) {
    guard retrying({ fsync(raw) }) == 0 else { throw .last("fsync", path: path) }
  }

  /// Cuts or lengthens the file to that many bytes.
  package borrowing func truncate(to size: Int64) throws(SystemError) {
    guard retrying({ ftruncate(raw, off_t(size)) }) == 0 else {
      throw .last("ftruncate", path: path)
    }
  }

  /// Sets the permission bits, whatever the umask.
  package borrowing func setPermissions(_ permissions: UInt32) throws(SystemError) {
    guard fchmod(raw, mode_t(permissions)) == 0 else { throw .last("fchmod", path: path) }
  }
}
