import Foundation
import Glibc
import Platform

/// What is to be put: a file as it lies there, or what a pipe brings.
struct PutSource: Sendable {
  enum Content: Sendable {
    case data(Data)
    case file(String)
  }

  let content: Content
  /// The source's name for messages.
  let name: String
  /// A file of ours that holds what came by the pipe.
  private let spool: String?

  /// Bytes that are read at once.
  private static let pieceSize = 1 << 18
  /// What comes by a pipe is kept in memory up to here, beyond it in a file.
  private static let memoryLimit = 8 << 20
  /// More than this is refused: a pipe may have no end.
  private static let pipeLimit: Int64 = 1 << 30

  /// Opens a file; `-` is standard input, and links are followed.
  ///
  /// What can be read only once is read to its end here.
  init(_ path: String) throws {
    name = path == "-" ? "standard input" : path
    do throws(SystemError) {
      if path != "-", let resolved = try PutSource.plainFile(path) {
        content = .file(resolved)
        spool = nil
        return
      }
      let input =
        path == "-"
        ? FileDescriptor(owning: dup(STDIN_FILENO), path: name)
        : try FileDescriptor(opening: path, .readOnly, .noControllingTerminal)
      if try input.status().isDirectory {
        throw SystemError(errno: EISDIR, call: "read", path: name)
      }
      (content, spool) = try PutSource.read(input)
    } catch {
      let more =
        switch error.errno {
        case EFBIG: " Of a pipe at most 1 GiB is taken; put a file."
        case ENOSPC: " What a pipe brings is kept in $TMPDIR meanwhile, which is full."
        default: ""
        }
      throw StorageTrouble(
        status: 1, reason: error.isMissing ? "no_file" : "unreadable",
        sentence: "\(printable(name)) cannot be put: \(error.reason).\(more)")
    }
  }

  /// Takes away what was kept.
  func close() {
    if let spool { unlink(spool) }
  }

  /// The path of a plain file without links; nil for a pipe.
  ///
  /// Folders and devices are refused.
  private static func plainFile(_ path: String) throws(SystemError) -> String? {
    guard let resolved = realpath(path, nil) else {
      // `/dev/stdin` and its like lead to what has no path.
      let error = SystemError.last("open", path: path)
      guard try FileDescriptor.status(of: path) != nil else { throw error }
      return nil
    }
    defer { free(resolved) }
    let status = try FileDescriptor.status(of: path)
    if status?.isDirectory == true { throw SystemError(errno: EISDIR, call: "read", path: path) }
    if status?.isRegularFile == true { return String(cString: resolved) }
    var kind = stat()
    if stat(path, &kind) == 0, [S_IFBLK, S_IFCHR].contains(kind.st_mode & S_IFMT) {
      throw SystemError(errno: ENOTSUP, call: "read", path: path)
    }
    return nil
  }

  private static func read(
    _ input: borrowing FileDescriptor
  ) throws(SystemError) -> (Content, String?) {
    var data = Data()
    while data.count < memoryLimit {
      let piece = try input.piece(atMost: pieceSize)
      if piece.isEmpty { return (.data(data), nil) }
      data.append(contentsOf: piece)
    }
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let path = "\(folder)/bookstock-put-\(getpid())-\(UInt64.random(in: .min ... .max))"
    let file = try FileDescriptor(
      opening: path, .writeOnly, [.create, .exclusive], permissions: 0o600)
    // A read may wait for ever; who gives up leaves nothing behind.
    let interruption = try Interruption {
      unlink(path)
      Output.write("bookstock: Stopped: nothing was put.\n", to: STDERR_FILENO)
      exit(130)
    }
    defer { interruption.end() }
    do throws(SystemError) {
      try file.write(Array(data))
      var length = Int64(data.count)
      while true {
        let piece = try input.piece(atMost: pieceSize)
        if piece.isEmpty { return (.file(path), path) }
        try file.write(piece)
        length += Int64(piece.count)
        // The system's word for it: a file that is too large.
        if length > pipeLimit { throw SystemError(errno: EFBIG, call: "read") }
      }
    } catch {
      unlink(path)
      throw error
    }
  }
}
