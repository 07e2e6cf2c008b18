package import Foundation

/// Sends requests and hands over answers piece by piece: the seam under everything that speaks
/// HTTP.
///
/// In the program it is ``CurlTransport``; in tests a script.
package protocol HTTPTransport: Sendable {
  /// Sends a request and gives the answer to `receiver` as it comes: its head once, then its pieces
  /// in order, never two at a time.
  ///
  /// Returns when the answer is whole. Cancelling the task stops the transfer; nothing is handed
  /// over after that, and ``HTTPFailure/cancelled`` is thrown when the transfer has really stopped.
  /// A receiver that is slow slows the sender down: at most a few MiB wait in memory.
  @discardableResult
  func send(
    _ request: HTTPRequest, to receiver: any HTTPReceiver
  ) async throws(HTTPFailure) -> HTTPHead
}

/// Takes an answer.
package protocol HTTPReceiver: Sendable {
  /// So much of the request's body was handed to the network; at most the body's length.
  func sent(_ bytes: Int64)
  /// The answer's status and headers. What it throws stops the transfer:
  /// ``HTTPFailure/stopped(_:)``.
  func receive(_ head: HTTPHead) throws
  /// The next bytes of the answer's body.
  func receive(_ piece: Data) throws
}

extension HTTPReceiver {
  package func sent(_ bytes: Int64) {}
}

/// A request.
package struct HTTPRequest: Sendable {
  /// What to do when the answer is a redirect.
  package enum Redirects: Sendable, Hashable {
    /// Hand the redirect itself over as the answer.
    case refuse
    /// Follow at most so many, without credentials to another host and never from https to http.
    case follow(limit: Int)
  }

  package var method: String
  package var url: URL
  package var headers: HTTPHeaders
  package var body: Data?
  /// How long nothing may come before the connection counts as lost.
  package var idleTimeout: Duration
  package var redirects: Redirects

  package init(
    _ method: String, _ url: URL, headers: HTTPHeaders = HTTPHeaders(), body: Data? = nil,
    idleTimeout: Duration = .seconds(30), redirects: Redirects = .refuse
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.idleTimeout = idleTimeout
    self.redirects = redirects
  }
}

/// An answer's first part.
package struct HTTPHead: Sendable {
  package var status: Int
  package var headers: HTTPHeaders
  /// Where the answer came from, after redirects.
  package var url: URL

  package init(status: Int, headers: HTTPHeaders, url: URL) {
    self.status = status
    self.headers = headers
    self.url = url
  }

  /// The declared length of the body; nil when there is none, or it is no number.
  package var contentLength: Int64? {
    headers["Content-Length"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }
}

/// Header fields, by name without regard to case, in order.
package struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  package private(set) var fields: [(name: String, value: String)] = []

  package init() {}

  package init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { fields.append((name, value)) }
  }

  /// All values of a field, joined by commas as HTTP allows; assigning replaces them.
  package subscript(name: String) -> String? {
    get {
      let values = fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
    set {
      fields.removeAll { $0.name.lowercased() == name.lowercased() }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// Adds a field beside those of the same name.
  package mutating func add(_ name: String, _ value: String) {
    fields.append((name, value))
  }

  package static func == (left: HTTPHeaders, right: HTTPHeaders) -> Bool {
    left.fields.elementsEqual(right.fields) { $0.name == $1.name && $0.value == $1.value }
  }

  package func hash(into hasher: inout Hasher) {
    for field in fields {
      hasher.combine(field.name)
      hasher.combine(field.value)
    }
  }
}

/// Why no whole answer came.
package enum HTTPFailure: Error, Sendable {
  /// The task was cancelled.
  case cancelled
  /// The receiver threw this.
  case stopped(any Error)
  /// The connection could not be made, broke, stalled, or ended before the declared length.
  case lost(reason: String)
  /// The answer cannot be used: too many redirects, one to another scheme, no HTTP.
  case unusable(reason: String)
}
