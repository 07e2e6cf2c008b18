import Foundation
import Glibc
import Platform
import Synchronization

/// A download into a file, which replaces the old one when everything is there and checked.
///
/// The bytes lie in a file beside the destination until then, so that readers see the old content
/// or the new, and what fails leaves the old as it was. The form that keeps its part leaves
/// `NAME.part` and, in `NAME.part.tag`, what tells the content from any other: another run goes on
/// from there.
final class FileSink: TransferSink {
  private struct Content: ~Copyable {
    var file: Part?
    var count: Int64 = 0
    var hash = RunningHash()
    /// What tells the content; known before it is written beside the part.
    var validator: String?
    var isBegun = false
    var isSpoiled = false
  }

  let destination: String
  private let tag: PartTag?
  private let content = Mutex(Content())

  init(_ url: URL, resuming reference: StorageReference? = nil) {
    let path = FileSink.endOfLinks(url.path)
    destination = path
    tag = reference.map { PartTag(path + ".part.tag", of: $0.description) }
  }

  var count: Int64 { content.withLock { $0.count } }

  func open() throws -> String? {
    guard let tag, let validator = tag.read() else { return nil }
    return try content.withLock { content in
      guard try FileDescriptor.status(of: destination + ".part") != nil else { return nil }
      let part = try Part.shared(destination + ".part")
      content.count = try part.file.status().size
      content.validator = validator
      content.file = consume part
      return content.count > 0 ? validator : nil
    }
  }

  func begin(at offset: Int64, total: Int64?, hashes: Checksum.Kinds) throws {
    try content.withLock { content in
      try checkStart(offset, of: content.count)
      content.hash.begin(at: offset, hashes)
      if content.file == nil { content.file = try newPart() }
      if offset == 0 {
        // In this order: bytes never lie beside what tells of others.
        tag?.delete()
        try content.file?.file.truncate(to: 0)
        content.count = 0
      }
      content.isBegun = true
      if let validator = content.validator { try tag?.write(validator) }
    }
  }

  func append(_ piece: Data) throws {
    try content.withLock { content in
      for region in piece.regions {
        let offset = content.count
        let failure = region.withUnsafeBytes { bytes in
          do throws(SystemError) {
            try content.file?.file.write(bytes, at: offset)
            return SystemError?.none
          } catch {
            return error
          }
        }
        if let failure { throw failure }
        content.count += Int64(region.count)
      }
      content.hash.update(piece)
    }
  }

  func note(_ validator: String) {
    content.withLock { content in
      guard content.validator != validator else { return }
      content.validator = validator
      // Without its tag a part is begun anew: nothing is lost by a note that fails.
      if content.isBegun { try? tag?.write(validator) }
    }
  }

  var isFinishedAtOnce: Bool { false }

  func finish(_ outcome: DownloadOutcome) throws {
    try content.withLock { content in
      if content.file == nil { content.file = try newPart() }
      guard let part = content.file.take() else { return }
      do {
        let count = content.count
        try content.hash.verify(outcome.sums, count: count) { take in
          try part.read(count, take)
        }
        try part.replace(destination)
      } catch {
        content.isSpoiled = true
        content.file = consume part
        throw error
      }
      tag?.delete()
    }
  }

  func discard() {
    content.withLock { content in
      guard let part = content.file.take() else { return }
      let isKept = tag?.isWritten == true && content.count > 0 && !content.isSpoiled
      if isKept { return }
      tag?.delete()
      part.delete()
    }
  }

  private func newPart() throws -> Part {
    let folder = (destination as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(
      atPath: folder.isEmpty ? "." : folder, withIntermediateDirectories: true)
    if tag != nil { return try Part.shared(destination + ".part") }
    let name = ".\(String(UInt64.random(in: .min ... .max), radix: 16)).tmp"
    return try Part.new((folder.isEmpty ? "." : folder) + "/" + name)
  }

  /// The path with symbolic links followed, so that a link stays one; as it is when nothing is
  /// there.
  private static func endOfLinks(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// The file beside the destination.
struct Part: ~Copyable, Sendable {
  let path: String
  let file: FileDescriptor
  /// Held while it is written to, where its name is known to other programs.
  private let lock: FileLock?

  private init(_ path: String, _ file: consuming FileDescriptor, _ lock: FileLock?) {
    self.path = path
    self.file = file
    self.lock = lock
  }

  /// Makes one under a name that nobody else knows.
  static func new(_ path: String) throws -> Part {
    Part(path, try FileDescriptor(opening: path, .readWrite, [.create, .exclusive]), nil)
  }

  /// Makes one, or opens what is there, and keeps others from it.
  static func shared(_ path: String) throws -> Part {
    let file = try FileDescriptor(opening: path, .readWrite, [.create, .plain])
    let lock = try locked(path, file)
    return Part(path, file, lock)
  }

  private static func locked(
    _ path: String, _ file: borrowing FileDescriptor
  ) throws -> FileLock {
    if case .taken(let lock) = try FileLock.attempt(at: path), lock.isStanding,
      try FileDescriptor.identity(of: path) == file.status().identity
    {
      return lock
    }
    throw StorageError.unknown(
      message: "\(path.shown) is being written by another download.", serverError: [:])
  }

  /// Gives its bytes in pieces.
  borrowing func read(_ count: Int64, _ take: (Data) -> Void) throws {
    var offset: Int64 = 0
    while offset < count {
      let bytes = try file.bytes(at: offset, count: Int(min(count - offset, 1 << 20)))
      if bytes.isEmpty { break }
      take(Data(bytes))
      offset += Int64(bytes.count)
    }
  }

  /// Puts it in the place of a file, durably; the old one's permissions stay.
  borrowing func replace(_ destination: String) throws {
    if let old = try FileDescriptor.status(of: destination) {
      guard old.isRegularFile else {
        let number = old.isDirectory ? EISDIR : ENOTSUP
        throw SystemError(errno: number, call: "rename", path: destination)
      }
      try file.setPermissions(old.permissions)
    }
    try file.synchronize()
    guard rename(path, destination) == 0 else {
      throw SystemError.last("rename", path: destination)
    }
    let folder = (destination as NSString).deletingLastPathComponent
    try AtomicFile.synchronizeFolder(folder.isEmpty ? "." : folder)
  }

  borrowing func delete() {
    _ = unlink(path)
  }
}

/// The note beside a part: of which object it is, and what tells its content from any other.
package struct PartTag: Sendable {
  private let path: String
  private let object: String

  /// More than any validator has.
  private static let sizeLimit = 8192

  init(_ path: String, of object: String) {
    self.path = path
    self.object = object
  }

  /// Whether a file is such a note, of whatever object; anything else is somebody's own.
  package static func isOne(at path: String) -> Bool {
    guard let text = text(at: path) else { return false }
    return text.hasPrefix("gs://") && text.hasSuffix("\n") && text.count { $0 == "\n" } == 2
  }

  private static func text(at path: String) -> String? {
    guard let file = try? FileDescriptor(opening: path, .readOnly, .plain),
      let bytes = try? file.bytes(at: 0, count: sizeLimit)
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The validator; nil when there is none, or the part is of another object.
  func read() -> String? {
    guard let text = Self.text(at: path)?.after(object + "\n"), text.hasSuffix("\n") else {
      return nil
    }
    return String(text.dropLast())
  }

  func write(_ validator: String) throws {
    if read() == validator { return }
    let text = object + "\n" + validator + "\n"
    if text.utf8.count <= Self.sizeLimit { try AtomicFile.write(Array(text.utf8), to: path) }
  }

  var isWritten: Bool { read() != nil }

  func delete() {
    _ = unlink(path)
  }
}
