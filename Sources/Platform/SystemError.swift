import CLinux
import Glibc

/// A system call that failed: which one, on what, and why.
package struct SystemError: Error, Sendable, Hashable {
  /// The error number, as in `errno`.
  package var errno: Int32
  /// The name of the call: `open`, `pwrite`, `fcntl`.
  package var call: String
  /// The file it was about; nil where there is none.
  package var path: String?

  /// Makes an error from its parts.
  package init(errno: Int32, call: String, path: String? = nil) {
    self.errno = errno
    self.call = call
    self.path = path
  }

  /// The error of the call that has just failed; reads `errno`, so nothing may come between.
  package static func last(_ call: String, path: String? = nil) -> SystemError {
    SystemError(errno: Glibc.errno, call: call, path: path)
  }

  /// The system's sentence: `Permission denied`.
  package var reason: String {
    clinux_error_text(errno).map { String(cString: $0) } ?? "Unknown error \(errno)"
  }

  /// The system's name of the number: `EACCES`.
  package var name: String {
    clinux_error_name(errno).map { String(cString: $0) } ?? "\(errno)"
  }

  /// True where the file or its folder may be read but not written.
  package var isReadOnly: Bool { errno == EROFS || errno == EACCES || errno == EPERM }

  /// True where a plain file was asked for and the name belongs to a link, a pipe or a folder.
  package var isForeign: Bool {
    errno == ELOOP || errno == EISDIR || errno == ENXIO || errno == ENOTSUP
  }

  /// True where the file, or a folder on the way to it, is not there.
  package var isMissing: Bool { errno == ENOENT || errno == ENOTDIR }
}

extension SystemError: CustomStringConvertible {
  package var description: String {
    let about = path.map { " \"\($0)\"" } ?? ""
    return "\(call)\(about): \(reason) (\(name))"
  }
}
