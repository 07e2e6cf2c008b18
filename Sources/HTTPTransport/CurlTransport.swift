import CCrypto
import CCurl
import Foundation
import Synchronization

/// HTTP by libcurl: a thread a transfer, on which the receiver may take its time.
///
/// A receiver that does not return leaves the bytes with the system, and so with the server: about
/// a hundred KiB wait in memory. Connections are kept and used again. No cookies, no cache, no
/// stored credentials, no authentication of its own, no decoding: bytes come as the server sends
/// them, and are asked for as they are (`Accept-Encoding: identity`), so that lengths, ranges and
/// hashes hold. Works over IPv4 and IPv6.
///
/// Not Foundation's `URLSession` (6.3): `suspend` there takes the request off and `resume` sends it
/// again, addresses of IPv6 are refused, and a 401 that names a scheme never ends.
package final class CurlTransport: HTTPTransport {
  private let idle = Mutex<[ccurl_line]>([])

  /// As many lines with their connections are kept.
  private static let maximumIdle = 8
  /// Once in a program, before the first line.
  private static let isReady =
    ccrypto_stay() == 1 && curl_global_init(Int(CURL_GLOBAL_SSL | CURL_GLOBAL_WIN32)) == CURLE_OK

  package init() {}

  deinit {
    idle.withLock { $0 }.forEach { ccurl_close($0) }
  }

  @discardableResult
  package func send(
    _ request: HTTPRequest, to receiver: any HTTPReceiver
  ) async throws(HTTPFailure) -> HTTPHead {
    var request = request
    var redirects = 0
    while true {
      if Task.isCancelled { throw .cancelled }
      try check(request)
      let transfer = CurlTransfer(request, to: receiver)
      switch await run(transfer) {
      case .answer(let head): return head
      case .failure(let failure): throw failure
      case .redirect(let head):
        guard case .follow(let limit) = request.redirects, redirects < limit else {
          throw .unusable(reason: "The server redirects more than \(redirects) times.")
        }
        redirects += 1
        request = try Redirection.next(after: request, head)
      }
    }
  }

  private func run(_ transfer: CurlTransfer) async -> CurlTransfer.Ending {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        // Not one of the cooperative pool's: it is blocked as long as the transfer goes on.
        Thread.detachNewThread {
          guard let line = self.line() else {
            waiter.resume(
              returning: .failure(.lost(reason: "There is no memory for a connection.")))
            return
          }
          let ending = transfer.run(on: line)
          if case .failure = ending {
            // The library: after a name that is not known, a handle takes no other request.
            ccurl_close(line)
          } else {
            self.putBack(line)
          }
          waiter.resume(returning: ending)
        }
      }
    } onCancel: {
      transfer.cancel()
    }
  }

  private func line() -> ccurl_line? {
    guard Self.isReady else { return nil }
    if let line = idle.withLock({ $0.popLast() }) { return line }
    let line = ccurl_open()
    return line.multi == 0 ? nil : line
  }

  private func putBack(_ line: ccurl_line) {
    let isKept = idle.withLock { idle in
      guard idle.count < Self.maximumIdle else { return false }
      idle.append(line)
      return true
    }
    if !isKept { ccurl_close(line) }
  }

  /// Refuses what must not go out: no HTTP, a password in the address, a secret in clear.
  private func check(_ request: HTTPRequest) throws(HTTPFailure) {
    let url = request.url
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      !(url.host ?? "").isEmpty
    else { throw .unusable(reason: "The address is not one of HTTP.") }
    guard url.user == nil, url.password == nil else {
      throw .unusable(reason: "The address of \(url.host ?? "") holds a user's name or password.")
    }
    guard scheme == "https" || url.isLoopback || !Redirection.hasCredentials(request) else {
      throw .unusable(
        reason: "Credentials are not sent in clear to \(url.host ?? ""); use https.")
    }
    for (name, value) in request.headers.fields + [("", request.method)]
    where (name + value).unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      throw .unusable(reason: "A header field holds a control character.")
    }
  }
}
