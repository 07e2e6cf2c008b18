import Foundation
import HTTPTransport
import Synchronization
import TestSupport

/// Keeps what it is told, and may wait before a gate at each piece.
final class Recorder: HTTPReceiver {
  struct Trouble: Error, Hashable {}

  private struct Seen {
    var heads: [Int] = []
    var bytes = 0
    var sent: [Int64] = []
  }

  private let seen = Mutex(Seen())
  private let onPiece: @Sendable (Int) throws -> Void

  init(onPiece: @escaping @Sendable (Int) throws -> Void = { _ in }) { self.onPiece = onPiece }

  var heads: [Int] { seen.withLock { $0.heads } }
  var bytes: Int { seen.withLock { $0.bytes } }
  var sentCounts: [Int64] { seen.withLock { $0.sent } }

  func sent(_ bytes: Int64) { seen.withLock { $0.sent.append(bytes) } }
  func receive(_ head: HTTPHead) throws { seen.withLock { $0.heads.append(head.status) } }
  func receive(_ piece: Data) throws {
    let bytes = seen.withLock { seen in
      seen.bytes += piece.count
      return seen.bytes
    }
    try onPiece(bytes)
  }
}

/// Addresses where nobody listens.
enum WireAddress {
  static func unused() throws -> URL {
    let server = try ScriptedServer { _ in .reset }
    return try server.url("/")
  }
}
