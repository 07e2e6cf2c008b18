import Foundation
import Glibc
import Platform
import Synchronization

/// Bytes in memory.
struct DataBody: UploadBody {
  let data: Data
  var size: Int64 { Int64(data.count) }

  func read(at offset: Int64, count: Int) throws -> Data {
    guard offset < size else { return Data() }
    return data.dropFirst(Int(offset)).prefix(count)
  }
}

/// A file, as it was when it was opened: reading throws once it has been changed.
final class FileBody: UploadBody {
  let size: Int64
  private let file: FileDescriptor
  private let place: String
  private let times: Times

  private struct Times: Equatable {
    var size: Int64
    var seconds: Int
    var nanoseconds: Int

    init(_ file: borrowing FileDescriptor) throws {
      var status = stat()
      guard fstat(file.raw, &status) == 0 else { throw SystemError.last("fstat", path: file.path) }
      size = Int64(status.st_size)
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    }
  }

  /// Opens a file; a folder, a link, or what is not there is refused.
  ///
  /// Firebase: the text.
  init(_ url: URL) throws {
    let place = url.relativeString.shown
    do {
      guard url.isFileURL || url.scheme == nil else { throw POSIXError(.EINVAL) }
      file = try FileDescriptor(opening: url.path, .readOnly, .plain)
      times = try Times(file)
    } catch {
      throw StorageError.unknown(
        message: "File at URL: \(place) is not reachable. Ensure file URL is not a directory, "
          + "symbolic link, or invalid url.", serverError: [:])
    }
    self.place = place
    size = times.size
  }

  func read(at offset: Int64, count: Int) throws -> Data {
    let bytes = try file.bytes(at: offset, count: Int(max(min(Int64(count), size - offset), 0)))
    guard try Times(file) == times else {
      throw StorageError.unknown(
        message: "File at URL: \(place) was changed while it was uploaded.", serverError: [:])
    }
    return Data(bytes)
  }
}

/// A body whose bytes are hashed as they are read.
final class HashedBody: UploadBody {
  private let body: any UploadBody
  private let hash: Mutex<RunningHash>

  init(_ body: any UploadBody) {
    self.body = body
    var hash = RunningHash()
    // CRC-32C costs next to nothing; MD5 is taken only where a bucket knows no other.
    hash.begin(at: 0, .crc32c)
    self.hash = Mutex(hash)
  }

  var size: Int64 { body.size }

  func read(at offset: Int64, count: Int) throws -> Data {
    let piece = try body.read(at: offset, count: count)
    hash.withLock { $0.update(piece, at: offset) }
    return piece
  }

  /// Compares what was sent with what the bucket has.
  func verify(_ record: ObjectRecord) throws {
    let sums = RunningHash.Sums(
      size: record.size, md5Hash: record.crc32c == nil ? record.md5Hash : nil,
      crc32c: record.crc32c)
    try hash.withLock { hash in
      try hash.verify(sums, count: size) { take in
        var offset: Int64 = 0
        while offset < size {
          let piece = try body.read(at: offset, count: 1 << 20)
          if piece.isEmpty { break }
          take(piece)
          offset += Int64(piece.count)
        }
      }
    }
  }
}
