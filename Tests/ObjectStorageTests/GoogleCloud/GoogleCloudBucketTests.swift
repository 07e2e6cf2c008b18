import Foundation
import HTTPTransport
import ObjectStorage
import Synchronization
import TestSupport
import Testing

/// Google's protocol as it goes over the wire.
@Suite struct GoogleCloudBucketTests {
  private let done = #"{"name": "big.bin", "size": "600000"}"#

  /// Runs an upload of 600,000 bytes against answers, and returns what was asked.
  private func ranges(_ answers: [WireAnswer]) async throws -> [String?] {
    let left = Mutex(answers[...])
    let scripted = try ScriptedServer { request in
      if request.query["uploadType"] == "resumable" {
        let host = request["Host"] ?? ""
        return WireAnswer(200, "", headers: [("Location", "http://\(host)/session?id=1")])
      }
      return left.withLock { $0.popFirst() } ?? WireAnswer(599)
    }
    var leg = Remote.upload(Remote.bytes(600_000))
    _ = try await Remote.google(scripted).upload(&leg) { _ in }
    return scripted.requests.map { $0["Content-Range"] }
  }

  private func open(_ range: String?) -> WireAnswer {
    WireAnswer(308, "", headers: range.map { [("Range", $0)] } ?? [])
  }

  @Test func `chunks go up with their places`() async throws {
    let asked = try await ranges([
      open("bytes=0-262143"), open("bytes=0-524287"), .json(done),
    ])
    #expect(
      asked == [
        nil, "bytes 0-262143/600000", "bytes 262144-524287/600000",
        "bytes 524288-599999/600000",
      ])
  }

  @Test func `what was not kept is sent again`() async throws {
    let asked = try await ranges([
      open("bytes=0-262143"), open("bytes=0-399999"), .json(done),
    ])
    #expect(asked.last == "bytes 400000-599999/600000")
    let none = try await ranges([
      WireAnswer(503, ""), open(nil), open("bytes=0-262143"), open("bytes=0-524287"), .json(done),
    ])
    #expect(none[2] == "bytes */600000")
    #expect(none[3] == "bytes 0-262143/600000")
  }

  @Test(arguments: [404, 410]) func `a session that is gone is begun anew`(status: Int)
    async throws
  {
    let asked = try await ranges([
      open("bytes=0-262143"), WireAnswer(status, ""), open("bytes=0-262143"),
      open("bytes=0-524287"), .json(done),
    ])
    #expect(asked.filter { $0 == nil }.count == 2)
    #expect(asked.filter { $0 == "bytes 0-262143/600000" }.count == 2)
  }

  @Test func `a server that keeps nothing is not asked without end`() async throws {
    let nothing = open(nil)
    let error = await Remote.error {
      _ = try await ranges(Array(repeating: nothing, count: 200))
    }
    #expect(error?.code == .retryLimitExceeded)
  }

  @Test(arguments: [
    "bytes=0-600000", "bytes=5-9", "x", "bytes=0--1", "bytes=0-99999999999999999999",
  ])
  func `a confirmation without sense ends an upload`(range: String) async throws {
    let answer = open(range)
    let error = await Remote.error { _ = try await ranges([answer, answer, answer]) }
    #expect(error?.code == .unknown)
  }

  @Test func `an upload that is given up is deleted`() async throws {
    let server = try ScriptedServer { request in
      request.method == "POST"
        ? WireAnswer(200, "", headers: [("Location", "/session?id=1")]) : WireAnswer(503, "")
    }
    var leg = Remote.upload(Remote.bytes(600_000), within: .zero)
    _ = await Remote.error { _ = try await Remote.google(server).upload(&leg) { _ in } }
    let session = try #require(leg.session as? any AbandonableUpload)
    await session.abandon()
    #expect(server.requests.last?.method == "DELETE")
    #expect(server.requests.last?.target == "/session?id=1")
  }

  @Test func `an address without a key needs a token of Firebase`() async throws {
    let server = try ScriptedServer([
      .json(#"{"metadata": {"firebaseStorageDownloadTokens": "t&1"}}"#), .json("{}"),
    ])
    let base = try #require(URL(string: "https://storage.googleapis.com"))
    let bucket = GoogleCloudBucket(
      base: base, name: "b", transport: Rerouted(to: server.base), token: { nil })
    let url = try await bucket.downloadURL(of: ObjectPath("a/b"), within: Remote.minute)
    #expect(
      url.absoluteString
        == "https://firebasestorage.googleapis.com:443/v0/b/b/o/a%2Fb?alt=media&token=t%261")
    let error = await Remote.error {
      _ = try await bucket.downloadURL(of: ObjectPath("a/b"), within: Remote.minute)
    }
    guard case .unknown(let message, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains("firebaseStorageDownloadTokens"))
  }
}
