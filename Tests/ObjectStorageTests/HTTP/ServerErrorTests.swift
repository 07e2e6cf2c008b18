import Foundation
import ObjectStorage
import Synchronization
import TestSupport
import Testing

/// Statuses and their errors, tokens, and what must not be told.
@Suite struct ServerErrorTests {
  private let object = ObjectPath("x")

  private func error(_ status: Int, _ body: String = "no") async throws -> StorageError? {
    let server = try ScriptedServer { _ in WireAnswer(status, body) }
    return await Remote.error {
      _ = try await Remote.firebase(server).metadata(of: object, within: .zero)
    }
  }

  private func check(_ status: Int, _ code: Int) async throws {
    let error = try await error(status)
    let bridged = try #require(error) as NSError
    #expect(bridged.code == code)
    #expect(bridged.domain == "FIRStorageErrorDomain")
    let facts = Remote.facts(error)
    #expect(facts["ResponseErrorCode"] as? Int == status)
    #expect(facts["ResponseErrorDomain"] as? String == "com.google.HTTPStatus")
    #expect(facts["ResponseBody"] as? String == "no")
    #expect(facts["bucket"] as? String == "bucket")
    #expect(facts["object"] as? String == "x")
  }

  @Test func `status_400_maps: unknown`() async throws { try await check(400, -13_000) }
  @Test func `status_401_maps: unauthenticated`() async throws { try await check(401, -13_020) }
  @Test func `status_402_maps: quota`() async throws { try await check(402, -13_013) }
  @Test func `status_403_maps: unauthorized`() async throws { try await check(403, -13_021) }
  @Test func `status_404_maps: not found`() async throws { try await check(404, -13_010) }
  @Test func `status_409_maps: unknown`() async throws { try await check(409, -13_000) }
  @Test func `status_500_maps: unknown`() async throws { try await check(500, -13_000) }

  @Test func `bad_json_2xx: what is no JSON is said so`() async throws {
    guard case .unknown(let message, _) = try await error(200, "<html>") else {
      Issue.record("Another error.")
      return
    }
    #expect(message.contains("Invalid data returned from the server"))
  }

  @Test func `a missing bucket is told as that`() async throws {
    let body = #"{"error": {"code": 404, "message": "The specified bucket does not exist."}}"#
    #expect(try await error(404, body)?.code == .bucketNotFound)
    let server = try ScriptedServer { _ in WireAnswer(404, "Not Found") }
    let listing = await Remote.error {
      _ = try await Remote.google(server).list(
        ListRequest(under: ObjectPath("a")), within: Remote.minute)
    }
    #expect(listing?.code == .bucketNotFound)
  }

  @Test func `an answer without end is not read to it`() async throws {
    let server = try ScriptedServer { _ in
      WireAnswer(200, steps: [.zeros(64 << 20)], framing: .chunked)
    }
    let error = await Remote.error {
      _ = try await Remote.firebase(server).metadata(of: object, within: Remote.minute)
    }
    #expect(error?.code == .unknown)
    #expect(server.requests.count == 1)
  }

  @Test func `control sequences of a server are not told`() async throws {
    let facts = Remote.facts(try await error(400, "a\u{1B}[2Jb\u{9B}c\u{7}\nd"))
    #expect(facts["ResponseBody"] as? String == "a[2Jbc\nd")
  }

  @Test func `put_unauthorized: an upload without leave`() async throws {
    let server = try ScriptedServer { _ in WireAnswer(403, "{}") }
    for size in [10, 300_000] {
      let error = await Remote.error {
        var leg = Remote.upload(Data(count: size))
        _ = try await Remote.firebase(server).upload(&leg) { _ in }
      }
      #expect(error?.code == .unauthorized)
    }
  }

  @Test func `a token goes by each protocol's word`() async throws {
    let server = try ScriptedServer { _ in .json("{}") }
    let token: TokenProvider = { "secret" }
    _ = try await Remote.firebase(server, token: token).metadata(of: object, within: .zero)
    _ = try await Remote.google(server, token: token).metadata(of: object, within: .zero)
    _ = try await Remote.firebase(server, token: { "Bearer owner" })
      .metadata(of: object, within: .zero)
    #expect(
      server.requests.map { $0["Authorization"] }
        == ["Firebase secret", "Bearer secret", "Bearer owner"])
  }

  @Test func `a 401 asks for a token once more, and once only`() async throws {
    let server = try ScriptedServer { request in
      request["Authorization"] == "Bearer 2" ? .json("{}") : WireAnswer(401, "who?")
    }
    let asked = Mutex(0)
    let next: TokenProvider = {
      "\(asked.withLock { asked in asked += 1; return asked })"
    }
    _ = try await Remote.google(server, token: next).metadata(of: object, within: Remote.minute)
    #expect(server.requests.count == 2)
    let error = await Remote.error {
      _ = try await Remote.google(server, token: next).metadata(of: object, within: Remote.minute)
    }
    #expect(error?.code == .unauthenticated)
    #expect(server.requests.count == 4)
  }

  @Test func `a token stands in no error, also when the server says it`() async throws {
    let server = try ScriptedServer { request in
      WireAnswer(400, "You sent \(request["Authorization"] ?? "")")
    }
    let error = await Remote.error {
      _ = try await Remote.google(server, token: { "secret-key" })
        .metadata(of: object, within: .zero)
    }
    #expect(!"\(String(describing: error))".contains("secret-key"))
    #expect((Remote.facts(error)["ResponseBody"] as? String)?.hasPrefix("You sent") == true)
  }

  @Test func `a token that is none, or in clear, is not sent`() async throws {
    let server = try ScriptedServer { _ in .json("{}") }
    let broken = await Remote.error {
      _ = try await Remote.google(server, token: { "a\r\nX-Evil: 1" })
        .metadata(of: object, within: .zero)
    }
    #expect(broken?.code == .unauthenticated)
    #expect(server.requests.isEmpty)
    struct NoToken: Error {}
    let failing = await Remote.error {
      _ = try await Remote.google(server, token: { throw NoToken() })
        .metadata(of: object, within: .zero)
    }
    #expect(failing?.code == .unauthenticated)
    let clear = await Remote.error {
      let base = try #require(URL(string: "http://192.0.2.1"))
      _ = try await GoogleCloudBucket(
        base: base, name: "b", transport: Remote.transport, token: { "secret" }
      ).metadata(of: object, within: .zero)
    }
    #expect(clear?.code == .unauthenticated)
    #expect(!"\(String(describing: clear))".contains("secret"))
  }
}
