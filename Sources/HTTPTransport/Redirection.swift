import Foundation

/// What to do about an answer that points elsewhere.
enum Redirection {
  /// Header fields that open doors: they go to no other server.
  private static let credentials: Set<String> = [
    "authorization", "cookie", "proxy-authorization", "x-firebase-appcheck",
  ]

  /// Whether a request holds credentials.
  static func hasCredentials(_ request: HTTPRequest) -> Bool {
    request.headers.fields.contains { credentials.contains($0.name.lowercased()) }
  }

  /// Whether an answer is a redirect that can be followed: one that says where to.
  static func isRedirect(_ head: HTTPHead) -> Bool {
    [301, 302, 303, 307, 308].contains(head.status) && head.headers["Location"] != nil
  }

  /// The request that follows a redirect.
  ///
  /// A 303, and a 301 or 302 to a POST, is followed by a GET without a body, as everywhere. Throws
  /// ``HTTPFailure/unusable(reason:)`` for an address that is none, and from https to http.
  static func next(after request: HTTPRequest, _ head: HTTPHead) throws(HTTPFailure) -> HTTPRequest
  {
    guard
      let location = head.headers["Location"],
      let target = URL(string: location, relativeTo: request.url)?.absoluteURL,
      let scheme = target.scheme?.lowercased(), target.host != nil
    else { throw .unusable(reason: "The server redirects to an address that is none.") }
    guard scheme == "https" || (scheme == "http" && request.url.scheme?.lowercased() == "http")
    else {
      throw .unusable(
        reason: "The server redirects from \(request.url.scheme ?? "") to \(target.withoutSecrets)."
      )
    }
    var next = request
    next.url = target
    let becomesGet = head.status == 303 || (head.status < 303 && request.method == "POST")
    if becomesGet, request.method != "HEAD" {
      next.method = "GET"
      next.body = nil
      for name in ["Content-Type", "Content-Length", "Content-Range"] { next.headers[name] = nil }
    }
    if !target.hasSameOrigin(as: request.url) {
      for name in credentials { next.headers[name] = nil }
    }
    return next
  }
}
