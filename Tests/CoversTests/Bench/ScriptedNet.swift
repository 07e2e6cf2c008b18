import Foundation
import HTTPTransport
import Synchronization

/// A network in which a script answers.
final class ScriptedNet: HTTPTransport {
  enum Play: Sendable {
    case answer(Int, Data = Data(), HTTPHeaders = [:])
    /// A whole body of which the beginning comes, and the rest not until the asking is stopped.
    case begun(Data, of: Int)
    /// Nobody is reached.
    case away
    /// Nothing until the asking is stopped.
    case silence

    static func picture(_ bytes: [UInt8]) -> Play { .answer(200, Data(bytes)) }
  }

  typealias Script = @Sendable (HTTPRequest) -> Play

  static let base = known("http://127.0.0.1:9")

  private let script: Script
  private let asked = Mutex<[String]>([])
  private let stopped = Mutex(0)

  init(_ script: @escaping Script) { self.script = script }

  /// The addresses asked for so far.
  var addresses: [String] { asked.withLock { $0 } }
  /// How many were stopped.
  var stops: Int { stopped.withLock { $0 } }

  func send(
    _ request: HTTPRequest, to receiver: any HTTPReceiver
  ) async throws(HTTPFailure) -> HTTPHead {
    asked.withLock { $0.append(request.url.absoluteString) }
    switch script(request) {
    case .away: throw .lost(reason: "nobody is there")
    case .begun(let start, let length):
      let headers: HTTPHeaders = ["Content-Length": "\(length)"]
      do {
        try receiver.receive(HTTPHead(status: 200, headers: headers, url: request.url))
        try receiver.receive(start)
      } catch {
        throw .stopped(error)
      }
      await Silence().last()
      stopped.withLock { $0 += 1 }
      throw .cancelled
    case .silence:
      await Silence().last()
      stopped.withLock { $0 += 1 }
      throw .cancelled
    case .answer(let status, let body, let headers):
      let head = HTTPHead(status: status, headers: headers, url: request.url)
      do {
        try receiver.receive(head)
        if !body.isEmpty { try receiver.receive(body) }
      } catch {
        throw .stopped(error)
      }
      return head
    }
  }

  private static func known(_ text: String) -> URL {
    guard let url = URL(string: text) else { preconditionFailure("\(text) is an address.") }
    return url
  }
}

/// Nothing, until the task is cancelled.
private final class Silence: Sendable {
  private let ended = AsyncStream<Never>.makeStream()

  func last() async {
    await withTaskCancellationHandler {
      for await _ in ended.stream {}
    } onCancel: {
      ended.continuation.finish()
    }
  }
}
