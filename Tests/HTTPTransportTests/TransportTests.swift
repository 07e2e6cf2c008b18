import Foundation
import HTTPTransport
import Synchronization
import TestSupport
import Testing

/// The real transport against a server that says what the test wants.
@Suite struct TransportTests {
  private let transport = CurlTransport()

  private func get(
    _ server: ScriptedServer, _ target: String = "/", limit: Int = 1 << 20,
    change: (inout HTTPRequest) -> Void = { _ in }
  ) async throws -> (head: HTTPHead, body: Data) {
    var request = HTTPRequest("GET", try server.url(target))
    change(&request)
    return try await transport.collect(request, limit: limit)
  }

  /// The failure of a request, or nil.
  private func failure(
    of body: () async throws -> Void
  ) async -> HTTPFailure? {
    do {
      try await body()
      return nil
    } catch { return error as? HTTPFailure }
  }

  @Test func `an answer comes with its status, its headers and its bytes`() async throws {
    let server = try ScriptedServer([
      WireAnswer(
        200, "hello",
        headers: [
          ("X-Thing", "a"), ("x-goog-hash", "crc32c=A"),
          ("x-goog-hash", "md5=B"),
        ])
    ])
    let answer = try await get(server, "/a%2Fb?x=%2B&y=(1)")
    #expect(answer.head.status == 200)
    #expect(answer.head.headers["x-thing"] == "a")
    #expect(answer.head.headers["X-Goog-Hash"]?.contains("crc32c=A") == true)
    #expect(answer.head.headers["X-Goog-Hash"]?.contains("md5=B") == true)
    #expect(answer.head.contentLength == 5)
    #expect(answer.body == Data("hello".utf8))
    let request = try #require(server.requests.first)
    #expect(request.target == "/a%2Fb?x=%2B&y=(1)")
    #expect(request["Accept-Encoding"] == "identity")
    #expect(request["Cookie"] == nil)
  }

  @Test(arguments: ["GET", "HEAD", "DELETE", "POST", "PUT", "PATCH"])
  func `every method goes out with its body or without`(method: String) async throws {
    let server = try ScriptedServer { _ in WireAnswer(200, "") }
    for body in [nil, Data(), Data("{}".utf8)] where body?.isEmpty != false || method >= "P" {
      var request = HTTPRequest(method, try server.url("/"), body: body)
      if body != nil { request.headers["Content-Type"] = "application/json" }
      _ = try await transport.collect(request, limit: 10)
      let seen = try #require(server.requests.last)
      #expect(seen.method == method)
      #expect(seen.body == body ?? Data())
      if method == "POST" || method == "PUT" {
        #expect(seen["Content-Length"] == "\(body?.count ?? 0)")
      }
    }
  }

  @Test func `connections are used again`() async throws {
    let server = try ScriptedServer { _ in WireAnswer(200, "x") }
    for _ in 0..<5 { _ = try await get(server) }
    #expect(server.connectionCount == 1)
  }

  @Test func `a failure spoils nothing for what comes after it`() async throws {
    let server = try ScriptedServer { request in
      request.target == "/cut" ? .reset : WireAnswer(200, "x")
    }
    // No label of a name is so long: nobody has to be asked.
    let unknown = try #require(URL(string: "http://\(String(repeating: "a", count: 70)).invalid/"))
    for place in [unknown, try WireAddress.unused(), try server.url("/cut"), unknown] {
      do throws(HTTPFailure) {
        try await transport.send(HTTPRequest("GET", place), to: Recorder())
        Issue.record("\(place) answered.")
      } catch .lost(let reason) {
        #expect((place == unknown) == (reason == "The server's name is not known."))
      } catch { Issue.record("\(error)") }
      let body = try await get(server).body
      #expect(body == Data("x".utf8))
    }
  }

  @Test func `an answer that is no HTTP is said to be none`() async throws {
    let server = try ScriptedServer { _ in
      var answer = WireAnswer(0, "hello\r\n\r\n", ending: .close)
      answer.isMute = true
      return answer
    }
    do throws(HTTPFailure) {
      try await transport.send(HTTPRequest("GET", try address(server)), to: Recorder())
      Issue.record("It was taken for an answer.")
    } catch .unusable(let reason) {
      #expect(reason == "The server does not speak HTTP.")
    } catch { Issue.record("\(error)") }
  }

  private func address(_ server: ScriptedServer) throws(HTTPFailure) -> URL {
    do { return try server.url("/") } catch { throw .unusable(reason: "\(error)") }
  }

  @Test func `IPv6 is spoken`() async throws {
    let server = try ScriptedServer(onIPv6: true) { _ in WireAnswer(200, "six") }
    #expect(try await get(server).body == Data("six".utf8))
  }

  @Test(arguments: ["GET", "PUT", "POST"])
  func `a 308 without an address is an answer`(method: String) async throws {
    let server = try ScriptedServer([
      WireAnswer(308, headers: [("Range", "bytes=0-9")], framing: .length)
    ])
    let request = HTTPRequest(method, try server.url("/"), body: method == "GET" ? nil : Data([1]))
    let answer = try await transport.collect(request, limit: 10)
    #expect(answer.head.status == 308)
    #expect(answer.head.headers["Range"] == "bytes=0-9")
  }

  @Test func `a 204 and an empty 200 are answers`() async throws {
    let server = try ScriptedServer([WireAnswer(204), WireAnswer(200, "")])
    #expect(try await get(server).head.status == 204)
    #expect(try await get(server).head.status == 200)
  }

  @Test(arguments: [401, 407, 403, 503])
  func `an error's status and body come as they are`(status: Int) async throws {
    let server = try ScriptedServer([
      WireAnswer(status, "no", headers: [("WWW-Authenticate", "Basic realm=\"x\"")])
    ])
    let answer = try await get(server)
    #expect(answer.head.status == status)
    #expect(answer.body == Data("no".utf8))
    #expect(server.requests.count == 1)
  }

  @Test func `a chunked answer has no length`() async throws {
    let server = try ScriptedServer([WireAnswer(200, "chunks", framing: .chunked)])
    let answer = try await get(server)
    #expect(answer.head.contentLength == nil)
    #expect(answer.body == Data("chunks".utf8))
  }

  @Test func `a body that is shorter than declared is a lost connection`() async throws {
    let server = try ScriptedServer([.cut(Data(count: 100_000), after: 70_000)])
    let failure = await failure { _ = try await self.get(server) }
    guard case .lost = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
  }

  @Test func `a reset and a refused connection are lost connections`() async throws {
    let server = try ScriptedServer { _ in .reset }
    let reset = await failure { _ = try await self.get(server) }
    guard case .lost = reset else {
      Issue.record("\(String(describing: reset))")
      return
    }
    let nobody = try WireAddress.unused()
    let refused = await failure {
      _ = try await self.transport.collect(HTTPRequest("GET", nobody), limit: 1)
    }
    guard case .lost = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
  }

  @Test func `silence ends a request`() async throws {
    let gate = Gate()
    let server = try ScriptedServer { _ in .silent(until: gate) }
    defer { gate.open() }
    let failure = await failure {
      _ = try await self.get(server) { $0.idleTimeout = .milliseconds(100) }
    }
    guard case .lost(let reason) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(reason.contains("Nothing came"))
  }

  @Test func `a body larger than wanted is not taken`() async throws {
    let server = try ScriptedServer([
      WireAnswer(200, steps: [.zeros(1 << 22)], framing: .chunked),
      WireAnswer(200, "12345"), WireAnswer(500, "12345"),
    ])
    for _ in 0..<2 {
      let failure = await failure { _ = try await self.get(server, limit: 4) }
      guard case .stopped(let reason) = failure, reason is BodyCollector.TooLarge else {
        Issue.record("\(String(describing: failure))")
        return
      }
    }
    #expect(try await get(server, limit: 4).body == Data("1234".utf8))
  }

  @Test func `a header that is too large is not taken`() async throws {
    let fields = (0..<300).map { ("X-\($0)", "v") }
    let server = try ScriptedServer([
      WireAnswer(200, "x", headers: fields),
      WireAnswer(200, "x", headers: [("X", String(repeating: "v", count: 70_000))]),
    ])
    for _ in 0..<2 {
      let failure = await failure { _ = try await self.get(server) }
      guard case .unusable = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
    }
  }

  @Test func `what goes up is counted`() async throws {
    let server = try ScriptedServer([WireAnswer(200, "ok")])
    let receiver = Recorder()
    let request = HTTPRequest("PUT", try server.url("/"), body: Data(count: 300_000))
    try await transport.send(request, to: receiver)
    #expect(receiver.sentCounts.last == 300_000)
    #expect(receiver.sentCounts == receiver.sentCounts.sorted())
    #expect(server.requests.first?.body.count == 300_000)
  }
}
