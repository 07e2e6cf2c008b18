import Glibc
import Platform

/// Giving up what is old, and what is over the limit.
extension DiskCache {
  private struct KeptFile {
    var path: String
    var size: Int64
    var lastUse: Int64
  }

  /// A file that was begun longer ago belongs to a process that has died.
  private static let longestWriting: Int64 = 3_600_000

  /// Removes what has expired, and what is over the limit.
  ///
  /// Over the limit, the longest unused go until less than half of it is left. SDWebImage:
  /// `removeExpiredData`. The cost is one look at every file.
  func trim() {
    var files: [KeptFile] = []
    for name in (try? Folder.names(in: folder)) ?? [] {
      let isEntry = DiskFileName.isEntry(name)
      guard isEntry || DiskFileName.isTemporary(name) else { continue }
      let path = path(of: name)
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { continue }
      let file = KeptFile(
        path: path, size: Int64(status.st_size), lastUse: Self.milliseconds(status.st_atim))
      if !isEntry {
        if abs(now() - file.lastUse) > Self.longestWriting { discard(path) }
      } else if status.st_mode & S_IFMT != S_IFREG || file.size > limits.largestFile
        || isExpired(file.lastUse)
      {
        discard(path)
      } else {
        files.append(file)
      }
    }
    var total = files.reduce(0) { $0 + $1.size }
    if let limit = limits.bytes, total > limit {
      files.sort { ($0.lastUse, $0.path) < ($1.lastUse, $1.path) }
      for file in files where total >= limit / 2 && total > 0 {
        discard(file.path)
        total -= file.size
      }
    }
    used = total
    filesSinceScan = 0
  }

  /// Whether a file has not been used for too long; a time that far ahead is a clock's mistake.
  func isExpired(_ lastUse: Int64) -> Bool {
    let (seconds, attoseconds) = limits.age.components
    return abs(now() - lastUse) > seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }

  /// Milliseconds since 1970 of an open file's last use; long ago where the system does not say.
  static func lastUse(of descriptor: Int32) -> Int64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? milliseconds(status.st_atim) : 0
  }

  /// Sets an open file's times, in milliseconds since 1970.
  ///
  /// By hand, because file systems are mounted so that reading notes no time or only the first.
  static func setTimes(of descriptor: Int32, used: Int64, changed: Int64?) {
    func time(_ milliseconds: Int64) -> timespec {
      timespec(
        tv_sec: Int(milliseconds / 1000), tv_nsec: Int(milliseconds % 1000) * 1_000_000)
    }
    let untouched = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)  // UTIME_OMIT
    let times = [time(used), changed.map(time) ?? untouched]
    _ = futimens(descriptor, times)
  }

  /// Some file systems keep any 64-bit number of seconds; beyond 2^52 all are the same.
  private static func milliseconds(_ time: timespec) -> Int64 {
    let seconds = min(max(Int64(time.tv_sec), -1 << 52), 1 << 52)
    return seconds * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
