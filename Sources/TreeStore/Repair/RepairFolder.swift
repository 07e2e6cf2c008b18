internal import Glibc
internal import Platform

/// Where a repair works: a folder beside the new one, named after it, with `.part` behind.
///
/// Its lock is held meanwhile, so that two repairs do not meet there; what a killed one left is
/// removed by the next. The unfinished tree is in a folder within, so that this one is no tree.
struct RepairFolder {
  /// The unfinished tree's folder.
  var tree: String { "\(part)/tree" }
  /// The copy of the damaged file.
  var copy: String { "\(part)/damaged" }
  /// A new file to compare it with.
  var fresh: String { "\(part)/fresh" }

  /// As the caller named it.
  private let target: String
  /// Where links in its name lead to.
  private let place: String
  private let part: String
  private let lock: FileLock

  /// Makes the folder; refuses a target with something in it, and while another repair makes it.
  init(for target: String) throws(StoreError) {
    self.target = target
    place = try RepairFolder.place(of: target)
    part = place + ".part"
    do throws(SystemError) {
      guard let lock = try RepairFolder.enter(part) else {
        throw SystemError(errno: EBUSY, call: "flock", path: part)
      }
      self.lock = lock
    } catch {
      let isBusy = error.errno == EBUSY
      throw StoreError(
        isBusy ? .busy : RepairFolder.code(of: error), at: target,
        isBusy
          ? "Another repair is saving to that place."
          : "The folder for the repaired tree cannot be made.", underlying: "\(error)")
    }
    clear()
  }

  /// Puts the tree, closed and whole, into its place, durably.
  func publish() throws(StoreError) {
    do throws(SystemError) {
      try AtomicFile.synchronizeFolder(tree)
      guard rename(tree, place) == 0 else { throw .last("rename", path: target) }
      try AtomicFile.synchronizeFolder(RepairFolder.parent(of: place))
    } catch {
      throw StoreError(
        RepairFolder.code(of: error), at: target,
        "The repaired tree cannot be put into its place.", underlying: "\(error)")
    }
  }

  /// Removes the folder and what is left in it; the new tree has gone to its place.
  func remove() {
    clear()
    try? lock.delete()
    rmdir(part)
  }

  /// An error with the names that the caller gave, in the place of those in here.
  func named(_ error: StoreError, _ file: String) -> StoreError {
    func name(_ text: String) -> String {
      text.replacing(copy, with: file).replacing(tree, with: target).replacing(part, with: target)
    }
    var error = error
    error.place = name(error.place)
    error.reason = name(error.reason)
    error.underlying = name(error.underlying)
    return error
  }

  /// Where the tree will be: the name itself, or the empty folder that it leads to.
  private static func place(of target: String) throws(StoreError) -> String {
    let isFree: Bool
    do throws(SystemError) {
      guard let status = try FileDescriptor.status(of: target) else { return target }
      isFree = status.isDirectory ? try Folder.names(in: target).isEmpty : false
    } catch {
      throw StoreError(
        .cannotOpen, at: target, "The folder cannot be opened.", underlying: "\(error)")
    }
    guard isFree, let end = realpath(target, nil) else {
      throw StoreError(
        .cannotOpen, at: target, "Something is there already; a repaired tree needs a new folder.")
    }
    defer { free(end) }
    return String(cString: end)
  }

  /// Makes the folder, or finds it, and takes its lock; nil when another holds it.
  private static func enter(_ part: String) throws(SystemError) -> FileLock? {
    let path = part + "/lock"
    // Another that ends may take the folder away after it was found.
    for _ in 0..<100 {
      try Folder.make(part)
      do throws(SystemError) {
        if let lock = try FileLock.make(at: path) { return lock }
      } catch {
        guard error.errno == ENOENT else { throw error }
        continue
      }
      switch try FileLock.attempt(at: path) {
      case .taken(let lock): return lock
      case .held: return nil
      case .missing: continue
      }
    }
    return nil
  }

  private func clear() {
    RepairFolder.remove(tree)
    for file in [copy, fresh] {
      for suffix in ["", "-wal", "-shm"] { unlink(file + suffix) }
    }
  }

  /// Removes a file, or a folder with all in it; links are not followed.
  private static func remove(_ path: String) {
    guard unlink(path) != 0, errno == EISDIR else { return }
    for name in (try? Folder.names(in: path)) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func code(of error: SystemError) -> StoreError.Code {
    if error.errno == ENOSPC || error.errno == EDQUOT { return .full }
    return error.isReadOnly ? .readOnly : .cannotOpen
  }
}
