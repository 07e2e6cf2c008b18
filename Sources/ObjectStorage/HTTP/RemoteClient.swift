import Foundation
import HTTPTransport

/// Asks a server, with a token and as often as may be: the machine half under both engines.
struct RemoteClient: Sendable {
  let base: URL
  let bucket: String
  let transport: any HTTPTransport
  /// The word before a token: `Firebase`, `Bearer`.
  let tokenKind: String
  let token: TokenProvider
  let pacing: Pacing

  /// As much of an error's body as is read.
  static let errorLimit = 1 << 16
  /// How long a server may be silent, by default: it may have to put a large object together.
  static let patience: Duration = .seconds(60)

  /// What became of an attempt.
  enum Attempt: Sendable {
    case answer(ServerAnswer)
    case lost(String)

    /// With what must not be told.
    func keeping(_ secrets: [String]) -> Attempt {
      guard case .answer(var answer) = self else { return self }
      answer.secrets = secrets
      return .answer(answer)
    }
  }

  /// A whole answer and how often was asked for it.
  struct Asked: Sendable {
    var answer: ServerAnswer
    var attempts: Int
  }

  func mapping(_ object: ObjectPath) -> ErrorMapping {
    ErrorMapping(bucket: bucket, object: object.text)
  }

  /// An address of the server: a path that is escaped already, and a query that is not.
  func url(_ path: String, _ query: [(String, String)] = []) throws -> URL {
    var text = base.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    text += path
    if !query.isEmpty {
      let items = query.map { "\($0.0.escapedForQuery)=\($0.1.escapedForQuery)" }
      text += "?" + items.joined(separator: "&")
    }
    guard let url = URL(string: text) else {
      throw StorageError.invalidArgument(message: "No address can be made of \(bucket)\(path).")
    }
    return url
  }

  /// Refuses a name that no bucket takes, before anything is sent.
  func check(_ object: ObjectPath) throws {
    let name = object.text
    guard !name.isEmpty, name.utf8.count <= 1_024, name != ".", name != "..",
      !name.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }),
      !name.hasPrefix(".well-known/acme-challenge/")
    else {
      throw StorageError.invalidArgument(
        message:
          "An object's name has 1 to 1024 bytes and no line feed, and is not \".\" or \"..\".")
    }
  }

  /// Asks until there is an answer that more asking would not change, or the time is up.
  func ask(
    _ request: HTTPRequest, within time: Duration, _ mapping: ErrorMapping, limit: Int,
    retries: (RetryPolicy.Trouble) -> Bool = { _ in true }
  ) async throws -> Asked {
    var policy = RetryPolicy(within: time)
    let start = pacing.now()
    var attempts = 0
    while true {
      attempts += 1
      let attempt = try await authorized(request) { request in
        try await collect(request, mapping, limit: limit, within: time)
      }
      if case .answer(let answer) = attempt, !RetryPolicy.isRetryable(answer.status) {
        return Asked(answer: answer, attempts: attempts)
      }
      let trouble = trouble(of: attempt)
      guard retries(trouble) else { throw error(attempt, mapping, isExhausted: false) }
      try await wait(after: attempt, &policy, since: start, mapping)
    }
  }

  /// Waits before the next attempt, or throws what the last one came to.
  func wait(
    after attempt: Attempt, _ policy: inout RetryPolicy, since start: Duration,
    _ mapping: ErrorMapping
  ) async throws {
    let decision = policy.decide(
      trouble(of: attempt), at: pacing.now() - start, jitter: pacing.jitter())
    switch decision {
    case .wait(let wait): try await pacing.sleep(wait)
    case .fail: throw error(attempt, mapping, isExhausted: false)
    case .exhausted: throw error(attempt, mapping, isExhausted: true)
    }
  }

  private func trouble(of attempt: Attempt) -> RetryPolicy.Trouble {
    switch attempt {
    case .lost: .lost
    case .answer(let answer):
      .status(
        answer.status,
        retryAfter: RetryAfter.duration(
          answer.head.headers["Retry-After"], now: pacing.wallClock()))
    }
  }

  func error(_ attempt: Attempt, _ mapping: ErrorMapping, isExhausted: Bool) -> StorageError {
    switch attempt {
    case .answer(let answer): isExhausted ? mapping.exhausted(answer) : mapping.error(answer)
    case .lost(let reason):
      isExhausted ? mapping.exhausted(lost: reason) : mapping.unknown(reason)
    }
  }

  /// One request, and its body up to a limit.
  func collect(
    _ request: HTTPRequest, _ mapping: ErrorMapping, limit: Int, within time: Duration
  ) async throws -> Attempt {
    let collector = BodyCollector(limit: limit)
    return try await send(request, to: collector, mapping, within: time) { collector.body }
  }

  /// One request to a receiver; `body` is what is left of the answer for errors.
  func send(
    _ request: HTTPRequest, to receiver: any HTTPReceiver, _ mapping: ErrorMapping,
    within time: Duration, body: () -> Data
  ) async throws -> Attempt {
    var request = request
    request.idleTimeout = time > .zero ? min(Self.patience, max(time, .seconds(1))) : Self.patience
    let outcome: Result<HTTPHead, HTTPFailure>
    do throws(HTTPFailure) {
      outcome = .success(try await transport.send(request, to: receiver))
    } catch { outcome = .failure(error) }
    switch outcome {
    case .success(let head): return .answer(ServerAnswer(head: head, body: body()))
    case .failure(.cancelled): throw CancellationError()
    case .failure(.lost(let reason)): return .lost(reason)
    case .failure(.unusable(let reason)): throw mapping.unknown(reason)
    case .failure(.stopped(let reason)):
      guard reason is BodyCollector.TooLarge, let collector = receiver as? BodyCollector,
        let head = collector.head
      else { throw reason }
      // An error's first words say enough.
      if !(200..<300).contains(head.status) {
        return .answer(ServerAnswer(head: head, body: collector.body))
      }
      throw mapping.unknown("The server's answer for \(mapping.place) is too large.")
    }
  }

  /// One request with a token; when the server does not know it, another one is asked for, once.
  func authorized(
    _ request: HTTPRequest, _ send: (HTTPRequest) async throws -> Attempt
  ) async throws -> Attempt {
    let first = try await withToken(request)
    let attempt = try await send(first.request)
    guard case .answer(let answer) = attempt, answer.status == 401, !first.secrets.isEmpty else {
      return attempt.keeping(first.secrets)
    }
    let second = try await withToken(request)
    return try await send(second.request).keeping(second.secrets)
  }

  private func withToken(
    _ request: HTTPRequest
  ) async throws -> (request: HTTPRequest, secrets: [String]) {
    let token: String?
    do { token = try await self.token() } catch let error as CancellationError {
      throw error
    } catch {
      throw unauthenticated("The token's provider failed: \(error).")
    }
    guard let token else { return (request, []) }
    guard let value = StorageToken.authorization(token, kind: tokenKind) else {
      throw unauthenticated("The token holds what no token does.")
    }
    guard request.url.hasSameOrigin(as: base) else { return (request, []) }
    guard base.scheme?.lowercased() == "https" || base.isLoopback else {
      throw unauthenticated("The token is not sent in clear to \(base.withoutSecrets); use https.")
    }
    var request = request
    request.headers["Authorization"] = value
    return (request, [value, token] + token.split(separator: " ").suffix(1).map(String.init))
  }

  private func unauthenticated(_ message: String) -> StorageError {
    .unauthenticated(serverError: ["bucket": bucket, "NSLocalizedDescription": message])
  }
}
