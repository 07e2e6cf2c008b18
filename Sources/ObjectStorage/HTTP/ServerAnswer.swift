import Foundation
import HTTPTransport

/// A server's whole answer, and the error that it means.
struct ServerAnswer: Sendable {
  var head: HTTPHead
  var body: Data
  /// What was sent along and must not be told again: a token.
  var secrets: [String] = []

  var status: Int { head.status }
  var isSuccess: Bool { (200..<300).contains(head.status) }
}

/// Turns statuses into ``StorageError``.
struct ErrorMapping: Sendable {
  let bucket: String
  let object: String
  /// What must not stand in a message: addresses of uploads.
  var secrets: [String] = []

  /// As much of an error's body as is kept.
  private static let bodyLimit = 4_096

  /// The error that a status means.
  func error(_ answer: ServerAnswer) -> StorageError {
    let facts = facts(of: answer)
    switch answer.status {
    case 401: return .unauthenticated(serverError: facts)
    case 402: return .quotaExceeded(bucket: bucket, serverError: facts)
    case 403: return .unauthorized(bucket: bucket, object: object, serverError: facts)
    case 404:
      return isAboutBucket(answer.body)
        ? .bucketNotFound(bucket: bucket) : .objectNotFound(object: object, serverError: facts)
    default:
      return .unknown(
        message: "The server answered with status \(answer.status) to a request for \(place).",
        serverError: facts)
    }
  }

  /// The time for attempts is over; the last of them is told with it.
  func exhausted(_ answer: ServerAnswer) -> StorageError {
    .retryLimitExceeded(
      last: "The server answered with status \(answer.status) to a request for \(place).",
      serverError: facts(of: answer))
  }

  func exhausted(lost reason: String) -> StorageError {
    .retryLimitExceeded(last: clean(reason), serverError: names)
  }

  func unknown(_ message: String) -> StorageError {
    .unknown(message: clean(message), serverError: names)
  }

  /// A 2xx whose body is not what it should be.
  func invalidData(_ answer: ServerAnswer) -> StorageError {
    .unknown(
      message: "Invalid data returned from the server for \(place).",
      serverError: facts(of: answer))
  }

  var place: String { "gs://\(bucket)/\(object)" }

  private var names: [String: any Sendable] { ["bucket": bucket, "object": object] }

  private func facts(of answer: ServerAnswer) -> [String: any Sendable] {
    var facts = names
    facts["ResponseErrorDomain"] = "com.google.HTTPStatus"
    facts["ResponseErrorCode"] = answer.status
    let text = String(decoding: answer.body.prefix(Self.bodyLimit), as: UTF8.self)
    facts["ResponseBody"] = clean(text, answer.secrets)
    return facts
  }

  /// Without secrets, and without what would move a terminal's cursor.
  private func clean(_ text: String, _ more: [String] = []) -> String {
    var text = text
    for secret in secrets + more where !secret.isEmpty {
      text = text.replacingOccurrences(of: secret, with: "…")
    }
    let kept = text.unicodeScalars.filter { scalar in
      scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
    }
    return String(String.UnicodeScalarView(kept))
  }

  /// Google: "The specified bucket does not exist."; a listing has no object to miss.
  private func isAboutBucket(_ body: Data) -> Bool {
    if object.isEmpty { return true }
    let error = ServerJSON.object(body)?["error"] as? [String: Any]
    let message = (error?["message"] as? String ?? "").lowercased()
    return message.contains("bucket") && message.contains("not exist")
  }
}
