import Glibc

/// What one of a child's standard files is.
enum FileAction {
  /// A path opened by the child itself.
  case open(path: String, as: Int32)
  /// A descriptor of this process.
  case copy(Int32, as: Int32)

  func add(to actions: inout posix_spawn_file_actions_t) {
    switch self {
    case .open(let path, let number):
      posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
    case .copy(let descriptor, let number):
      posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }
  }
}
