import Foundation
import HTTPTransport
import Synchronization

/// Keeps an answer's body up to a limit; a useless body is read a little, and dropped.
final class Collector: HTTPReceiver {
  /// Why a transfer was stopped by us.
  enum Stop: Error {
    /// The body is larger than allowed; with its size where it was declared.
    case tooLarge(declared: Int64?)
    /// The body is of no use.
    case enough
  }

  private struct Kept {
    var head: HTTPHead?
    var body = Data()
    var useless = 0
  }

  private let limit: Int
  private let progress: ByteProgress?
  private let kept = Mutex(Kept())

  init(limit: Int, progress: ByteProgress? = nil) {
    self.limit = limit
    self.progress = progress
  }

  /// What came, nil before the head.
  var whole: (head: HTTPHead, body: Data)? {
    kept.withLock { kept in kept.head.map { ($0, kept.body) } }
  }

  func receive(_ head: HTTPHead) throws {
    kept.withLock { $0.head = head }
    guard head.status == 200 else { return }
    if let length = head.contentLength, length > Int64(limit) {
      throw Stop.tooLarge(declared: length)
    }
  }

  func receive(_ piece: Data) throws {
    let (received, expected) = try kept.withLock { kept -> (Int, Int64?) in
      guard let head = kept.head, head.status == 200 else {
        kept.useless += piece.count
        if kept.useless > Limits.uselessBytes { throw Stop.enough }
        return (0, nil)
      }
      guard piece.count <= limit - kept.body.count else { throw Stop.tooLarge(declared: nil) }
      kept.body.append(piece)
      return (kept.body.count, head.contentLength)
    }
    if received > 0 { progress?(Int64(received), expected ?? -1) }
  }
}
