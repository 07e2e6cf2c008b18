internal import Glibc

/// Which folder has a name, and when names in it last came, went or changed hands.
struct FolderStamp: Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let seconds: Int
  private let nanoseconds: Int

  /// A change of names within so many seconds after another may bear the same time: the kernel's
  /// clock ticks, and some file systems keep whole seconds.
  private static let granularity = 2

  /// The stamp of a folder; nil when it cannot be had.
  ///
  /// Costs one system call.
  init?(of folder: String) {
    var status = stat()
    guard stat(folder, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  /// Whether every later change of names gives the folder another stamp.
  var isSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return now.tv_sec - seconds > FolderStamp.granularity
  }
}
