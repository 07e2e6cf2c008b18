@preconcurrency import Dispatch
import Foundation
import Synchronization

/// Reads an upload's bytes, and takes their hashes as they go by for the first time.
///
/// On a queue of its own: files and hashes take their time.
final class UploadSource: Sendable {
  private struct Hashing: ~Copyable {
    var checksum = Checksum()
    var count: Int64 = 0
  }

  private let body: any UploadBody
  private let queue = DispatchQueue(label: "bytes of an upload")
  private let hashing = Mutex(Hashing())

  init(_ body: any UploadBody) { self.body = body }

  var size: Int64 { body.size }

  /// Exactly `count` bytes from `offset` on; throws what the body throws.
  func read(at offset: Int64, count: Int) async throws -> Data {
    try await withCheckedThrowingContinuation { waiter in
      queue.async { waiter.resume(with: Result { try self.take(offset, count) }) }
    }
  }

  private func take(_ offset: Int64, _ count: Int) throws -> Data {
    let data = count == 0 ? Data() : try body.read(at: offset, count: count)
    guard data.count == count else {
      throw StorageError.unknown(
        message: "What is uploaded became shorter while it was read.", serverError: [:])
    }
    hashing.withLock { hashing in
      // Bytes that are sent again are not hashed again; a server never skips any.
      let known = hashing.count - offset
      guard known >= 0, known < Int64(count) else { return }
      hashing.checksum.update(data.dropFirst(Int(known)))
      hashing.count = offset + Int64(count)
    }
    return data
  }

  /// The hashes, when all bytes went by.
  var hash: ObjectHash? {
    hashing.withLock { hashing in
      guard hashing.count == size else { return nil }
      return ObjectHash(md5: hashing.checksum.md5Hash, crc32c: hashing.checksum.crc32c)
    }
  }
}
