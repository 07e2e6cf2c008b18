import Glibc

/// What is there in the file system.
package enum Paths {
  /// Whether something stands at a path.
  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
