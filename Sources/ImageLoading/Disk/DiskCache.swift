import Glibc
import Platform

/// Pictures' own bytes, in a folder of their own.
///
/// Several processes may share the folder: files get their name when they are whole, and a file is
/// never changed, only replaced or removed. Nothing is forced to the disk: what a power cut leaves
/// half is known by its checksum and removed, and a cache can be filled again. Links are never
/// followed, and only files with the form of a name of ours are ever removed.
actor DiskCache {
  nonisolated let executor = SerialQueueExecutor(label: "ImageLoading.DiskCache")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let folder: String
  let limits: DiskCacheLimits
  /// Milliseconds since 1970.
  let now: @Sendable () -> Int64
  private let log: Log
  private var hasComplained = false
  /// Bytes in the folder at the last look, and what this process added since; nil before the first.
  var used: Int64?
  var filesSinceScan = 0

  init(
    folder: String, limits: DiskCacheLimits, log: Log, now: @escaping @Sendable () -> Int64
  ) {
    self.folder = folder
    self.limits = limits
    self.log = log
    self.now = now
  }

  /// The synchronous door: runs a body after everything that came before, and returns at once.
  nonisolated func enqueue(_ body: @escaping @Sendable (isolated DiskCache) -> Void) {
    executor.enqueue { self.assumeIsolated(body) }
  }

  /// What is kept under a key, which counts as used now; nil when there is nothing fit for use.
  ///
  /// A damaged, expired or overlong file, and a link or pipe in its place, is removed.
  func entry(for key: String) -> DiskEntry? {
    let path = path(of: DiskFileName.name(for: key))
    do throws(SystemError) {
      let descriptor = try FileDescriptor(opening: path, .readOnly, .plain)
      let status = try descriptor.status()
      guard status.size <= limits.largestFile, !isExpired(Self.lastUse(of: descriptor.raw)) else {
        return discard(path)
      }
      let file = try descriptor.bytes(at: 0, count: Int(status.size))
      switch DiskEnvelope.read(file, key: key) {
      case .entry(let entry):
        Self.setTimes(of: descriptor.raw, used: now(), changed: nil)
        return entry
      case .otherKey: return nil
      case .damaged: return discard(path)
      }
    } catch {
      return error.isForeign ? discard(path) : nil
    }
  }

  /// Keeps a picture; where that cannot be, the program goes on without, and says so once.
  func store(_ entry: DiskEntry, for key: String) {
    guard let file = DiskEnvelope.file(of: entry, key: key), file.count <= limits.largestFile else {
      return
    }
    do throws(SystemError) {
      try write(file, to: path(of: DiskFileName.name(for: key)))
    } catch {
      return complain(of: error)
    }
    filesSinceScan += 1
    used = used.map { $0 + Int64(file.count) }
    let isFull = limits.bytes.map { limit in used.map { $0 > limit } ?? true } ?? (used == nil)
    if isFull || filesSinceScan >= limits.filesBetweenScans { trim() }
  }

  /// Removes what is kept under a key.
  func remove(_ key: String) {
    discard(path(of: DiskFileName.name(for: key)))
  }

  func path(of name: String) -> String { folder + "/" + name }

  private func write(_ file: [UInt8], to path: String) throws(SystemError) {
    let temporary = self.path(of: DiskFileName.temporary())
    try makeFolder()
    let descriptor = try FileDescriptor(
      opening: temporary, .writeOnly, [.create, .exclusive, .plain], permissions: 0o600)
    do throws(SystemError) {
      try descriptor.write(file)
      Self.setTimes(of: descriptor.raw, used: now(), changed: now())
      // Takes the place of a link itself, not of what it leads to.
      guard rename(temporary, path) == 0 else { throw .last("rename", path: path) }
    } catch {
      _ = unlink(temporary)
      throw error
    }
  }

  /// Makes the folder and those above it, for their owner alone.
  private func makeFolder() throws(SystemError) {
    guard access(folder, F_OK) != 0 else { return }
    var made = folder.hasPrefix("/") ? "/" : ""
    for piece in folder.split(separator: "/") {
      made += piece
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw .last("mkdir", path: made) }
      made += "/"
    }
  }

  @discardableResult
  func discard(_ path: String) -> DiskEntry? {
    _ = unlink(path)
    return nil
  }

  private func complain(of error: SystemError) {
    guard !hasComplained else { return }
    hasComplained = true
    log(
      .warning, "pictures cannot be kept on the disk and will be fetched again each time",
      ["folder": folder, "reason": "\(error)"])
  }
}
