internal import CLinux
internal import Foundation
internal import Glibc
internal import Platform
internal import Synchronization

/// An upload under way: a file under a number that nobody knows yet, and how far it has come.
///
/// The file is locked as long as it is open, so that no sweep takes it for one that was left
/// behind; the kernel frees the lock of a process that dies. A value that is let go before its
/// object was committed deletes the file. One lane at a time works on it.
final class FolderUpload: Sendable {
  let file: FileNumber
  let size: Int64
  private let place: FolderPlace
  private let executor: SerialQueueExecutor
  /// Says that this process writes, as long as anything of it is under way.
  private let mark: RunningMark
  private let state: Mutex<State>

  private struct State: ~Copyable {
    let descriptor: FileDescriptor
    var checksum = Checksum()
    var offset: Int64 = 0
    var isSynchronized = false
    var isKept = false

    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
  }

  /// Makes the file of an upload; nil when the number is taken.
  init?(
    _ file: FileNumber, of size: Int64, at place: FolderPlace, mark: RunningMark,
    on executor: SerialQueueExecutor
  ) throws(FolderFault) {
    self.file = file
    self.size = size
    self.place = place
    self.mark = mark
    self.executor = executor
    let path = place.path(of: file)
    let made = try onDisk { () throws(SystemError) in try FolderUpload.lock(path) }
    guard let made else { return nil }
    state = Mutex(State(made))
  }

  deinit {
    let isKept = state.withLock { $0.isKept }
    let path = place.path(of: file)
    if !isKept { executor.enqueue { unlink(path) } }
  }

  /// Makes a file and locks it; nil when the name is taken.
  private static func lock(_ path: String) throws(SystemError) -> FileDescriptor? {
    let descriptor: FileDescriptor
    do throws(SystemError) {
      // Nobody writes to the bytes of an object again.
      descriptor = try FileDescriptor(
        opening: path, .writeOnly, [.create, .exclusive], permissions: 0o444)
    } catch {
      if error.errno == EEXIST { return nil }
      throw error
    }
    // A sweep that came between has locked it, or deleted it.
    let number = clinux_lock_whole(descriptor.raw)
    if number == EWOULDBLOCK { return nil }
    guard number == 0 else { throw SystemError(errno: number, call: "flock", path: path) }
    guard try descriptor.status().links > 0 else { return nil }
    return descriptor
  }

  /// Bytes that are in the file.
  var offset: Int64 { state.withLock { $0.offset } }

  /// Whether the bytes, all of them, are on the disk.
  var isSynchronized: Bool { state.withLock { $0.isSynchronized } }

  /// The hashes of the bytes so far.
  var hashes: (md5: String, crc32c: String) {
    state.withLock { ($0.checksum.md5Hash ?? "", $0.checksum.crc32c ?? "") }
  }

  /// Keeps the file: it is an object's now.
  func keep() { state.withLock { $0.isKept = true } }

  /// Takes the next piece of a body; with the last one returns when all are on the disk.
  ///
  /// Linux: a file system with a journal makes the name of a new file durable with the first
  /// fsync of the file, so that its folder needs none.
  func advance(from body: any UploadBody) throws {
    try state.withLock { state in
      let wanted = Int(min(Int64(FolderLimits.piece), size - state.offset))
      if wanted > 0 {
        let piece = try body.read(at: state.offset, count: wanted)
        guard piece.count == wanted else {
          throw FolderFault.other("What was to be uploaded became shorter meanwhile.")
        }
        try FolderUpload.write(piece, at: state.offset, to: state.descriptor)
        state.checksum.update(piece)
        state.offset += Int64(wanted)
      }
      if state.offset == size, !state.isSynchronized {
        let failure = FolderUpload.synchronize(state.descriptor)
        if let failure { throw FolderFault.system(failure) }
        state.isSynchronized = true
      }
    }
  }

  private static func synchronize(_ descriptor: borrowing FileDescriptor) -> SystemError? {
    do throws(SystemError) {
      try descriptor.synchronize()
      return nil
    } catch {
      return error
    }
  }

  private static func write(
    _ piece: Data, at offset: Int64, to descriptor: borrowing FileDescriptor
  ) throws(FolderFault) {
    // At a place: what was written of a piece before it failed is written again.
    var place = offset
    for region in piece.regions {
      var failure: SystemError?
      region.withUnsafeBytes { bytes in
        do throws(SystemError) {
          try descriptor.write(bytes, at: place)
        } catch {
          failure = error
        }
      }
      if let failure { throw .system(failure) }
      place += Int64(region.count)
    }
  }
}

/// Says that a process writes into a bucket: a locked file, deleted at the end.
///
/// One that is there and not locked was left by a process that died, perhaps with files that are no
/// object's.
final class RunningMark: Sendable {
  private let lock: FileLock

  init(at place: FolderPlace) throws(FolderFault) {
    try place.make(place.running, in: place.root)
    while true {
      let path = "\(place.running)/\(FileNumber.random().text)"
      let made = try onDisk { () throws(SystemError) in try FileLock.make(at: path) }
      guard let made else { continue }
      lock = made
      return
    }
  }

  deinit {
    try? lock.delete()
  }
}
