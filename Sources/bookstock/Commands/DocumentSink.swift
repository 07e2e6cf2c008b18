import Glibc
import Platform
import Synchronization

/// Where an exported document goes: standard output; a file, which appears when it is whole; or
/// what is there already and no file, a pipe or a device, which is written to as it is.
final class DocumentSink: Sendable {
  private enum Target: ~Copyable {
    case output
    case stream(FileDescriptor)
    case file(AtomicFile)
    case done
  }

  private let target: Mutex<Target>
  private let bar: ProgressBar

  /// Opens what a path names, standard output for nil; refuses the files of the data folder.
  init(_ path: String?, besides data: String, _ bar: ProgressBar) throws {
    self.bar = bar
    guard let path else {
      target = Mutex(.output)
      return
    }
    if let status = try FileDescriptor.status(of: path) {
      if try Self.isPart(of: data, status.identity) {
        throw UsageError("“\(printable(path))” is part of the database itself: name another file.")
      }
      if !status.isRegularFile, !status.isDirectory {
        target = Mutex(
          .stream(try FileDescriptor(opening: path, .writeOnly, .noControllingTerminal)))
        return
      }
    }
    target = Mutex(.file(try AtomicFile(replacing: path)))
  }

  /// Whether a file is one of those in a data folder.
  private static func isPart(
    of folder: String, _ identity: FileDescriptor.Identity
  ) throws(SystemError) -> Bool {
    for name in try Folder.names(in: folder)
    where try FileDescriptor.identity(of: "\(folder)/\(name)") == identity {
      return true
    }
    return false
  }

  /// Adds bytes, and tells the bar.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    bar.advance(bytes.count)
    try target.withLock { target in
      switch target {
      case .output: Output.write(bytes, to: STDOUT_FILENO)
      case .stream(let stream): try stream.write(bytes)
      case .file(let file): try file.write(bytes)
      case .done: return
      }
    }
  }

  /// Puts the file in its place.
  func commit() throws {
    try target.withLock { target in
      var last = Target.done
      swap(&last, &target)
      switch consume last {
      case .file(let file): try file.commit()
      default: return
      }
    }
  }
}
