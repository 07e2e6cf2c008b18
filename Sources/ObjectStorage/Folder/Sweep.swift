internal import CLinux
internal import Glibc
internal import Platform

/// Takes away what processes that died left behind: files that are no object's.
///
/// A file is taken away when nobody has it locked, because then nobody is writing it, and no row
/// that was read after it was locked names it: numbers are not given twice, so that none ever will.
struct Sweep {
  private let place: FolderPlace

  init(_ place: FolderPlace) { self.place = place }

  /// The marks of processes that died; nobody else has them while they are held.
  func abandonedMarks() throws(FolderFault) -> [FileLock] {
    try onDisk { () throws(SystemError) in
      var marks: [FileLock] = []
      for name in try Folder.names(in: place.running) {
        guard FileNumber(name) != nil else { continue }
        if case .taken(let mark) = try FileLock.attempt(at: "\(place.running)/\(name)") {
          marks.append(mark)
        }
      }
      return marks
    }
  }

  /// Deletes the files that are no object's; returns how many.
  ///
  /// `files` reads the objects' files.
  ///
  /// Costs reading all names in the bucket's folder, and the objects' files twice or more.
  func run(objects files: () throws(FolderFault) -> Set<FileNumber>) throws(FolderFault) -> Int {
    let known = try files()
    var found: [String] = []
    for folder in try names(in: place.objects) where folder.utf8.count == 2 {
      for name in try names(in: "\(place.objects)/\(folder)") {
        guard let file = FileNumber(name), name.hasPrefix(folder), !known.contains(file) else {
          continue
        }
        found.append(place.path(of: file))
      }
    }
    var count = 0
    var rest = found[...]
    while !rest.isEmpty {
      count += try delete(rest.prefix(FolderLimits.sweepFiles), objects: files)
      rest = rest.dropFirst(FolderLimits.sweepFiles)
    }
    return count
  }

  private func names(in folder: String) throws(FolderFault) -> [String] {
    try place.requireOwn(folder)
    return try onDisk { () throws(SystemError) in try Folder.names(in: folder) }
  }

  private func delete(
    _ paths: ArraySlice<String>, objects files: () throws(FolderFault) -> Set<FileNumber>
  ) throws(FolderFault) -> Int {
    var locked: [LockedFile] = []
    for path in paths {
      if let file = try LockedFile(path) { locked.append(file) }
    }
    let known = try files()
    var count = 0
    for file in locked where !known.contains(file.number) {
      if unlink(file.path) == 0 { count += 1 }
    }
    return count
  }
}

/// A file that is being looked at, locked against others who would.
private final class LockedFile {
  let path: String
  let number: FileNumber
  private let descriptor: FileDescriptor

  /// Locks a file that nobody writes; nil when somebody does, or when it has gone.
  init?(_ path: String) throws(FolderFault) {
    guard let number = FileNumber(String(path.suffix(16))) else { return nil }
    self.path = path
    self.number = number
    do throws(SystemError) {
      descriptor = try FileDescriptor(opening: path, .readOnly, .plain)
    } catch {
      // What is a link, or has gone, is not ours to judge.
      if error.isMissing || error.isForeign { return nil }
      throw .system(error)
    }
    guard clinux_lock_whole(descriptor.raw) == 0 else { return nil }
  }
}
