import Glibc
import Inventory
import Platform
import Synchronization

/// A file that a JSON document is read from, from its beginning as often as needed.
final class DocumentFile: Sendable {
  private let file: FileDescriptor
  private let position = Mutex<Int64>(0)
  /// The file's name for messages.
  let name: String
  /// The file's bytes.
  let size: Int64

  /// Opens a file; `-` is standard input.
  ///
  /// What cannot be read twice, a pipe, is first kept in an unnamed file in `folder`.
  init(_ path: String, keptIn folder: String) throws {
    name = path == "-" ? "standard input" : path
    do throws(SystemError) {
      let given =
        path == "-"
        ? FileDescriptor(owning: dup(STDIN_FILENO), path: name)
        : try FileDescriptor(opening: path, .readOnly, .noControllingTerminal)
      let status = try given.status()
      if status.isDirectory { throw SystemError(errno: EISDIR, call: "read", path: path) }
      file =
        path != "-" && status.isRegularFile ? given : try DocumentFile.keep(given, in: folder)
      size = try file.status().size
    } catch {
      throw ImportRefusal(
        path: name, fault: FileFault("unreadable", "The file cannot be read: \(error.reason)."))
    }
  }

  /// Copies what can be read only once: nobody waits for a slow sender, and it can be read twice.
  private static func keep(
    _ input: borrowing FileDescriptor, in folder: String
  ) throws(SystemError) -> FileDescriptor {
    let path = "\(folder)/import-\(getpid())"
    let file = try FileDescriptor(opening: path, .readWrite, [.create, .exclusive])
    unlink(path)
    while true {
      let piece = try input.piece(atMost: 1 << 18)
      if piece.isEmpty { return file }
      try file.write(piece)
    }
  }

  /// Goes back to the beginning.
  func rewind() { position.withLock { $0 = 0 } }

  /// Reads on, and tells the bar.
  func read(into buffer: UnsafeMutableRawBufferPointer, _ bar: ProgressBar) throws -> Int {
    let count = try position.withLock { position in
      let count = try file.read(into: buffer, at: position)
      position += Int64(count)
      return count
    }
    bar.advance(count)
    return count
  }
}
