import Foundation
import Synchronization

/// A download into memory, with a limit.
final class MemorySink: TransferSink {
  private struct Content: ~Copyable {
    var data = Data()
    var total: Int64?
    var hash = RunningHash()
  }

  /// At most so much is set aside on the word of a server.
  private static let reserveLimit: Int64 = 64 << 20

  private let maxSize: Int64
  private let content = Mutex(Content())

  init(maxSize: Int64) {
    self.maxSize = maxSize
  }

  var count: Int64 { content.withLock { Int64($0.data.count) } }

  /// What has arrived.
  var data: Data { content.withLock { $0.data } }

  func open() throws -> String? { nil }

  /// Refuses what is declared too large before a byte of it is taken.
  func begin(at offset: Int64, total: Int64?, hashes: Checksum.Kinds) throws {
    if let total, total > maxSize {
      throw StorageError.downloadSizeExceeded(total: total, maxSize: maxSize)
    }
    try content.withLock { content in
      try checkStart(offset, of: Int64(content.data.count))
      if offset == 0 { content.data = Data() }
      content.total = total
      content.hash.begin(at: offset, hashes)
      if let total { content.data.reserveCapacity(Int(min(total, Self.reserveLimit))) }
    }
  }

  func append(_ piece: Data) throws {
    try content.withLock { content in
      guard Int64(content.data.count) + Int64(piece.count) <= maxSize else {
        throw StorageError.downloadSizeExceeded(total: content.total ?? -1, maxSize: maxSize)
      }
      content.data.append(piece)
      content.hash.update(piece)
    }
  }

  /// Unless the hash of everything is to be taken again.
  var isFinishedAtOnce: Bool { content.withLock { $0.hash.hasAll(Int64($0.data.count)) } }

  func finish(_ outcome: DownloadOutcome) throws {
    try content.withLock { content in
      let data = content.data
      try content.hash.verify(outcome.sums, count: Int64(data.count)) { take in take(data) }
    }
  }

  func discard() {
    content.withLock { $0.data = Data() }
  }
}

/// Refuses to go on anywhere but at the start or behind what is kept.
func checkStart(_ offset: Int64, of count: Int64) throws {
  guard offset == 0 || offset == count else {
    throw StorageError.internalError(
      message: "The download would go on at byte \(offset), and \(count) bytes are kept.")
  }
}

extension DownloadOutcome {
  var sums: RunningHash.Sums {
    RunningHash.Sums(size: size, md5Hash: md5Hash, crc32c: crc32c)
  }
}
