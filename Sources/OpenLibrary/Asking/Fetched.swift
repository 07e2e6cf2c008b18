import Foundation
import HTTPTransport

/// What came of asking an address and following where it led.
enum Fetched: Sendable {
  /// An answer that is no redirect; the body is kept only of status 200.
  case answer(Whole)
  /// The server was not reached, or the connection broke, and why. Where another server has
  /// answered before, the network is there.
  case lost(String, isFirst: Bool)
  /// A redirect that is not followed: a sentence.
  case astray(String)
  /// More bytes than allowed.
  case tooLarge
  /// Nobody waits any more.
  case stopped

  /// A whole answer.
  struct Whole: Sendable {
    var head: HTTPHead
    var body: Data
    /// Where it came from.
    var address: URL

    var status: Int { head.status }

    /// The length announced for the body as it is here; nil if none was, or if it was announced for
    /// another form, packed for the way.
    var declaredLength: Int64? {
      let coding = head.headers["Content-Encoding"]?.lowercased() ?? ""
      return ["", "identity"].contains(coding) ? head.contentLength : nil
    }

    /// How long the server asks to be left alone.
    func retryAfter(now: Date) -> Duration? {
      let server = head.headers["Date"].flatMap(RetryAfter.date)
      return head.headers["Retry-After"].flatMap { RetryAfter.wait($0, now: server ?? now) }
    }
  }
}

/// What an address is asked for.
struct Errand: Sendable {
  var start: URL
  var origin: Journey.Start
  /// The field `Accept`.
  var accepted: String
  /// The most bytes.
  var limit: Int
  /// How the first request counts, nil if it is not asked of the service.
  var kind: Pace.Kind?
  /// Hears how many bytes came, and how many are announced (-1 where nobody says).
  var progress: ByteProgress?
}
