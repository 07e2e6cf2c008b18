import Foundation
import HTTPTransport

/// How one protocol asks and answers; pure.
protocol UploadDialect: Sendable {
  /// The whole object in one request.
  func multipart(_ upload: UploadLeg, _ payload: Data) throws -> HTTPRequest
  func request(
    for step: UploadMachine.Step, of upload: UploadLeg, session: URL?, chunk: Data
  ) throws -> HTTPRequest
  func news(of answer: ServerAnswer, to step: UploadMachine.Step) -> UploadMachine.News
  /// Where an object's metadata is, from the server's root on.
  func objectPath(_ object: ObjectPath) -> String
  /// Gives a session up; nil where the protocol has no word for it.
  func cancellation(of session: URL) -> HTTPRequest?
}

extension UploadDialect {
  /// What every protocol says with statuses alone; nil for a success.
  func trouble(_ answer: ServerAnswer) -> UploadMachine.News? {
    switch answer.status {
    case 200..<300: nil
    case 404, 410: .gone
    case 401, 402, 403, 412: .denied
    case let status where RetryPolicy.isRetryable(status): .troubled
    case 400..<500: .refused
    default: .denied
    }
  }
}

/// A body of two parts: an object's metadata and its bytes.
enum MultipartBody {
  static func data(_ metadata: Data, _ payload: Data, type: String, boundary: String) -> Data {
    var body = Data()
    body.append(Data("--\(boundary)\r\n".utf8))
    body.append(Data("Content-Type: application/json; charset=utf-8\r\n\r\n".utf8))
    body.append(metadata)
    body.append(Data("\r\n--\(boundary)\r\nContent-Type: \(type)\r\n\r\n".utf8))
    body.append(payload)
    body.append(Data("\r\n--\(boundary)--\r\n".utf8))
    return body
  }

  /// A line between parts that stands in neither: 122 random bits.
  static func boundary() -> String { "bookstock-\(UUID().uuidString)" }

  /// A content type that makes one line of its own.
  static func line(_ type: String) -> String {
    let isPlain = type.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    return isPlain ? type : "application/octet-stream"
  }
}

/// Where a server may lead an upload.
enum SessionAddress {
  /// The address, if it is the same server's, or both are this very machine's; never from https to
  /// http.
  static func checked(_ text: String?, base: URL) -> URL? {
    guard let text, text.utf8.count <= 8_192, let url = URL(string: text, relativeTo: base),
      let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http",
      scheme == "https" || base.scheme?.lowercased() == "http", let host = url.host
    else { return nil }
    let isHome = host.lowercased() == base.host?.lowercased() || (url.isLoopback && base.isLoopback)
    return isHome ? url.absoluteURL : nil
  }
}
