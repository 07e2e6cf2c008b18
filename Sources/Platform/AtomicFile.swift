import CLinux
import Glibc

/// A file written whole or not at all: under a name of its own first, then put in the place of the
/// old one, durably.
///
/// A crash at any moment leaves the old file or the new one. What is not committed is deleted when
/// the value is let go.
package struct AtomicFile: ~Copyable, Sendable {
  /// Where the file will be: the end of symbolic links, so that a link stays one.
  private let path: String
  private let folder: String
  private let temporary: String
  private let descriptor: FileDescriptor
  private var isCommitted: Bool

  /// Begins a file that will replace, or become, the one at `path`.
  ///
  /// A file that is there keeps its permissions; a new one gets `permissions` less the umask. What
  /// is there and no file (a folder, a device, a pipe) is refused: nothing may take its place.
  package init(replacing path: String, permissions: UInt32 = 0o666) throws(SystemError) {
    let target = try Self.endOfLinks(path)
    let folder = Self.folder(of: target)
    let existing = try FileDescriptor.status(of: target)
    if let existing, !existing.isRegularFile {
      let number = existing.isDirectory ? EISDIR : ENOTSUP
      throw SystemError(errno: number, call: "rename", path: target)
    }
    let temporary = try "\(folder)/.\(Self.randomName()).tmp"
    let descriptor = try FileDescriptor(
      opening: temporary, .writeOnly, [.create, .exclusive], permissions: permissions)
    if let existing {
      do throws(SystemError) {
        try descriptor.setPermissions(existing.permissions)
      } catch {
        _ = unlink(temporary)
        throw error
      }
    }
    self.path = target
    self.folder = folder
    self.temporary = temporary
    self.descriptor = descriptor
    isCommitted = false
  }

  deinit {
    if !isCommitted { _ = unlink(temporary) }
  }

  /// Adds bytes at the end.
  package borrowing func write(_ buffer: UnsafeRawBufferPointer) throws(SystemError) {
    try descriptor.write(buffer)
  }

  /// Adds bytes at the end.
  package borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
    try descriptor.write(bytes)
  }

  /// Puts the file in its place.
  ///
  /// When this returns it is there even after a power cut.
  package consuming func commit() throws(SystemError) {
    try descriptor.synchronize()
    guard rename(temporary, path) == 0 else { throw .last("rename", path: path) }
    isCommitted = true
    try Self.synchronizeFolder(folder)
  }

  /// Writes a whole file at once.
  package static func write(
    _ bytes: [UInt8], to path: String, permissions: UInt32 = 0o666
  ) throws(SystemError) {
    let file = try AtomicFile(replacing: path, permissions: permissions)
    try file.write(bytes)
    try file.commit()
  }

  /// Returns when the names in a folder are on the disk.
  package static func synchronizeFolder(_ folder: String) throws(SystemError) {
    let descriptor = try FileDescriptor(opening: folder, .readOnly, .directory)
    try descriptor.synchronize()
  }

  /// The folder part of a path; `.` for a bare name.
  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path with symbolic links followed, or as it is when nothing is there yet.
  private static func endOfLinks(_ path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else {
      let error = SystemError.last("realpath", path: path)
      if error.isMissing { return path }
      throw error
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Sixteen hexadecimal digits nobody else draws.
  private static func randomName() throws(SystemError) -> String {
    var number: UInt64 = 0
    let count = retrying { getrandom(&number, 8, 0) }
    guard count == 8 else { throw .last("getrandom") }
    return String(number, radix: 16)
  }
}
