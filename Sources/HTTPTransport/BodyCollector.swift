package import Foundation
import Synchronization

/// Keeps an answer's body, up to a limit.
package final class BodyCollector: HTTPReceiver {
  /// The body is larger than wanted.
  package struct TooLarge: Error, Sendable, Hashable {
    package let limit: Int
  }

  private struct Kept {
    var head: HTTPHead?
    var body = Data()
  }

  private let kept = Mutex(Kept())
  private let limit: Int

  /// `limit` is in bytes.
  package init(limit: Int) { self.limit = limit }

  /// What has come of the body.
  package var body: Data { kept.withLock { $0.body } }

  /// The answer's head, once it is there.
  package var head: HTTPHead? { kept.withLock { $0.head } }

  package func receive(_ head: HTTPHead) throws {
    kept.withLock { $0.head = head }
    if (200..<300).contains(head.status), let length = head.contentLength, length > limit {
      throw TooLarge(limit: limit)
    }
  }

  package func receive(_ piece: Data) throws {
    try kept.withLock { kept in
      let room = limit - kept.body.count
      kept.body.append(piece.prefix(room))
      if piece.count > room { throw TooLarge(limit: limit) }
    }
  }
}

extension HTTPTransport {
  /// Sends a request and returns the answer with its body, which may have `limit` bytes.
  ///
  /// A larger body ends the transfer with ``HTTPFailure/stopped(_:)`` of
  /// ``BodyCollector/TooLarge``; of an error's body the beginning is returned.
  package func collect(
    _ request: HTTPRequest, limit: Int
  ) async throws(HTTPFailure) -> (head: HTTPHead, body: Data) {
    let collector = BodyCollector(limit: limit)
    do throws(HTTPFailure) {
      let head = try await send(request, to: collector)
      return (head, collector.body)
    } catch .stopped(let reason) where reason is BodyCollector.TooLarge {
      guard let head = collector.head, !(200..<300).contains(head.status) else {
        throw .stopped(reason)
      }
      return (head, collector.body)
    }
  }
}
