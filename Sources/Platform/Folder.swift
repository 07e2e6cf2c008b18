import CLinux
import Glibc

/// Folders: made, and read.
package enum Folder {
  /// Makes a folder; one that is there already is no error.
  package static func make(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o777) != 0 else { return }
    let error = SystemError.last("mkdir", path: path)
    if error.errno != EEXIST { throw error }
  }

  /// The names in a folder, in no order; none when there is no such folder.
  package static func names(in path: String) throws(SystemError) -> [String] {
    guard let folder = opendir(path) else {
      let error = SystemError.last("opendir", path: path)
      if error.isMissing { return [] }
      throw error
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
