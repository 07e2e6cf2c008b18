import Foundation
import HTTPTransport
import TestSupport
import Testing

/// Redirects: how many, where to, and with what.
@Suite struct RedirectTests {
  private let transport = CurlTransport()

  private func reason(of request: HTTPRequest) async -> String? {
    do throws(HTTPFailure) {
      _ = try await transport.collect(request, limit: 100)
      return nil
    } catch .unusable(let reason) { return reason } catch { return "\(error)" }
  }

  @Test func `a refused redirect is the answer`() async throws {
    let server = try ScriptedServer([WireAnswer(302, "moved", headers: [("Location", "/b")])])
    let answer = try await transport.collect(HTTPRequest("GET", server.url("/a")), limit: 100)
    #expect(answer.head.status == 302)
    #expect(answer.head.headers["Location"] == "/b")
    #expect(server.requests.count == 1)
  }

  @Test func `redirects are followed as often as allowed, and not once more`() async throws {
    let server = try ScriptedServer { request in
      let number = Int(request.target.dropFirst()) ?? 0
      return number == 3
        ? WireAnswer(200, "there")
        : WireAnswer(302, "on", headers: [("Location", "/\(number + 1)")])
    }
    var request = HTTPRequest("GET", try server.url("/0"), redirects: .follow(limit: 3))
    let answer = try await transport.collect(request, limit: 100)
    #expect(answer.body == Data("there".utf8))
    #expect(answer.head.url.path == "/3")
    request.redirects = .follow(limit: 2)
    #expect(await reason(of: request) == "The server redirects more than 2 times.")
  }

  @Test func `credentials go to no other server`() async throws {
    let other = try ScriptedServer { _ in WireAnswer(200, "other") }
    let server = try ScriptedServer { request in
      request.target == "/away"
        ? WireAnswer(302, headers: [("Location", other.base.absoluteString + "/x")])
        : request.target == "/home"
          ? WireAnswer(307, headers: [("Location", "/there")]) : WireAnswer(200, "same")
    }
    for place in ["/away", "/home"] {
      let request = HTTPRequest(
        "GET", try server.url(place),
        headers: ["Authorization": "Bearer secret", "Cookie": "a=b", "X-Plain": "1"],
        redirects: .follow(limit: 5))
      _ = try await transport.collect(request, limit: 100)
    }
    let away = try #require(other.requests.first)
    #expect(away["Authorization"] == nil)
    #expect(away["Cookie"] == nil)
    #expect(away["X-Plain"] == "1")
    #expect(server.requests.last?.target == "/there")
    #expect(server.requests.last?["Authorization"] == "Bearer secret")
  }

  @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "http://", "javascript:alert(1)"])
  func `a redirect to no HTTP is not followed`(location: String) async throws {
    let server = try ScriptedServer([WireAnswer(302, headers: [("Location", location)])])
    let request = HTTPRequest("GET", try server.url("/"), redirects: .follow(limit: 5))
    #expect(await reason(of: request)?.contains("redirects") == true)
  }

  @Test func `a 303 is followed by a GET, a 307 by the same request`() async throws {
    for (status, method, size) in [(303, "GET", 0), (302, "GET", 0), (307, "POST", 3)] {
      let server = try ScriptedServer([
        WireAnswer(status, headers: [("Location", "/b")]), WireAnswer(200, "ok"),
      ])
      let request = HTTPRequest(
        "POST", try server.url("/a"), headers: ["Content-Type": "text/plain"],
        body: Data("abc".utf8), redirects: .follow(limit: 1))
      _ = try await transport.collect(request, limit: 100)
      #expect(server.requests.last?.method == method)
      #expect(server.requests.last?.body.count == size)
    }
  }

  @Test func `credentials in clear go to this machine alone`() async throws {
    let url = try #require(URL(string: "http://192.0.2.1/x"))
    let request = HTTPRequest("GET", url, headers: ["Authorization": "Bearer secret"])
    let reason = try #require(await reason(of: request))
    #expect(reason == "Credentials are not sent in clear to 192.0.2.1; use https.")
  }

  @Test(arguments: [
    ("http://127.0.0.1/", true), ("http://127.9.9.9:80/", true), ("http://localhost/", true),
    ("http://[::1]:8080/", true), ("http://127.0.0.1.example.org/", false),
    ("http://localhost.example.org/", false), ("http://128.0.0.1/", false),
    ("http://[::2]/", false), ("http://example.org/127.0.0.1", false),
  ]) func `the loopback is known by its address`(text: String, expected: Bool) throws {
    #expect(try #require(URL(string: text)).isLoopback == expected)
  }

  @Test(arguments: ["ftp://127.0.0.1/", "http:///x", "http://user:pass@127.0.0.1/", "nothing"])
  func `an address of another kind is not asked`(text: String) async throws {
    #expect(await reason(of: HTTPRequest("GET", try #require(URL(string: text)))) != nil)
  }

  @Test func `an address in a message shows no secret`() throws {
    let url = try #require(URL(string: "https://u:p@h.example:8443/a%2Fb?token=secret#f"))
    #expect(url.withoutSecrets == "https://h.example:8443/a%2Fb")
  }
}
