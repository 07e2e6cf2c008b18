import Foundation
import HTTPTransport
import ObjectStorage
import Synchronization
import TestSupport
import Testing

/// Firebase's protocol, against a small server that speaks it.
@Suite struct FirebaseBucketTests {
  private func script() throws -> FirebaseScript { try FirebaseScript(hashes: Remote.hashes) }

  private func upload(
    _ script: FirebaseScript, _ data: Data, chunk: Int64 = 262_144, time: FakeTime = FakeTime(),
    token: @escaping TokenProvider = { nil },
    progress: @escaping @Sendable (Int64) -> Void = { _ in }
  ) async throws -> ObjectRecord {
    var leg = Remote.upload(data, chunk: chunk)
    return try await Remote.firebase(script.server, time: time, token: token)
      .upload(&leg, progress: progress)
  }

  @Test(arguments: [0, 1, 262_144, 262_145, 1_048_576, 1_100_000])
  func `bytes go up and come down again`(count: Int) async throws {
    let script = try script()
    let data = Remote.bytes(count)
    let heard = Mutex<[Int64]>([])
    let record = try await upload(
      script, data, progress: { bytes in heard.withLock { $0.append(bytes) } })
    #expect(record.size == Int64(count))
    #expect(Remote.same(script.object("big.bin")?.data, data))
    let progress = heard.withLock { $0 }
    #expect(progress.last == Int64(count))
    #expect(progress == progress.sorted())
    #expect(script.commands.isEmpty == (count <= 262_144))
    let sink = MemorySink()
    var leg = Remote.download(sink)
    let outcome = try await Remote.firebase(script.server).download(&leg)
    #expect(Remote.same(sink.data, data))
    #expect(outcome.size == Int64(count))
    try outcome.check(md5Hash: nil, crc32c: Remote.hashes(data).crc32c)
  }

  @Test func `fb_upload_pause_query: a paused upload goes on where the server is`() async throws {
    let script = try script()
    let data = Remote.bytes(1_048_576)
    let gate = Gate()
    script.intercept { request in
      // The second chunk is on its way when the upload is paused.
      guard request["X-Goog-Upload-Offset"] == "262144", !gate.isOpen else { return nil }
      return .silent(until: gate)
    }
    let bucket = Remote.firebase(script.server)
    let first = Task { () -> UploadLeg in
      var leg = Remote.upload(data)
      await #expect(throws: CancellationError.self) {
        _ = try await bucket.upload(&leg) { _ in }
      }
      return leg
    }
    try await eventually("the second chunk") { script.server.requests.count == 3 }
    first.cancel()
    var leg = await first.value
    gate.open()
    #expect(leg.session != nil)
    let asked = script.server.requests.count
    var second = UploadLeg(
      object: leg.object, settings: leg.settings, body: leg.body, chunkSize: leg.chunkSize,
      retryTime: leg.retryTime)
    second.session = leg.session
    leg.session = nil
    _ = try await bucket.upload(&second) { _ in }
    #expect(second.session == nil)
    let later = script.server.requests.dropFirst(asked)
    #expect(later.first?["X-Goog-Upload-Command"] == "query")
    #expect(later.dropFirst().first?["X-Goog-Upload-Offset"] == "262144")
    #expect(later.last?["X-Goog-Upload-Command"] == "upload, finalize")
    #expect(Remote.same(script.object("big.bin")?.data, data))
  }

  @Test func `fb_upload_denied_at_finalize: the refusal comes at the end`() async throws {
    let script = try script()
    script.denyUploads()
    for size in [300_000, 100] {
      let error = await Remote.error { _ = try await upload(script, Remote.bytes(size)) }
      #expect(error?.code == .unauthorized)
    }
    #expect(script.commands == ["start", "upload", "upload, finalize"])
  }

  @Test func `fb_chunk_without_auth: chunks carry no token`() async throws {
    let script = try script()
    _ = try await upload(script, Remote.bytes(600_000), token: { "secret" })
    let requests = script.server.requests
    #expect(requests.first?["Authorization"] == "Firebase secret")
    #expect(requests.dropFirst().allSatisfy { $0["Authorization"] == nil })
    #expect(requests.count == 4)
  }

  @Test func `fb_cancel_states: an upload is given up once`() async throws {
    let script = try script()
    let start = try script.server.url("/v0/b/bucket/o/x?uploadType=resumable&name=x")
    func session() async throws -> URL {
      let answer = try await Remote.transport.collect(
        HTTPRequest(
          "POST", start,
          headers: ["X-Goog-Upload-Protocol": "resumable", "X-Goog-Upload-Command": "start"],
          body: Data("{}".utf8)), limit: 1_000)
      return try #require(answer.head.headers["X-Goog-Upload-URL"].flatMap { URL(string: $0) })
    }
    func command(_ command: String, _ url: URL) async throws -> Int {
      try await Remote.transport.collect(
        HTTPRequest("PUT", url, headers: ["X-Goog-Upload-Command": command]), limit: 10_000
      ).head.status
    }
    let finished = try await session()
    #expect(try await command("finalize", finished) == 200)
    #expect(try await command("cancel", finished) == 400)
    let cancelled = try await session()
    #expect(try await command("cancel", cancelled) == 200)
    #expect(try await command("cancel", cancelled) == 200)
    script.forgetSessions()
    #expect(try await command("cancel", cancelled) == 404)
  }

  @Test func `an upload that is given up is cancelled at the server`() async throws {
    let script = try script()
    script.intercept { $0["X-Goog-Upload-Command"] == "upload" ? WireAnswer(503, "") : nil }
    var leg = Remote.upload(Remote.bytes(600_000), within: .zero)
    let error = await Remote.error {
      _ = try await Remote.firebase(script.server).upload(&leg) { _ in }
    }
    #expect(error?.code == .unknown)
    let session = try #require(leg.session as? any AbandonableUpload)
    await session.abandon()
    #expect(script.commands.last == "cancel")
  }

  @Test func `upload_lost_connection_query: a cut chunk is asked for and sent again`()
    async throws
  {
    let script = try script()
    let data = Remote.bytes(1_000_000)
    let faults = Mutex(2)
    script.intercept { request in
      guard request["X-Goog-Upload-Offset"] == "262144" else { return nil }
      return faults.withLock { left in
        left -= 1
        return left == 1 ? .reset : left == 0 ? WireAnswer(503, "") : nil
      }
    }
    _ = try await upload(script, data)
    #expect(
      script.commands == [
        "start", "upload", "upload", "query", "upload", "query", "upload", "upload",
        "upload, finalize",
      ])
    #expect(Remote.same(script.object("big.bin")?.data, data))
  }

  @Test func `an upload that was finished unheard is found finished`() async throws {
    let script = try script()
    let data = Remote.bytes(300_000)
    let isFirst = Mutex(true)
    script.intercept { request in
      guard request["X-Goog-Upload-Command"] == "upload, finalize",
        isFirst.withLock({
          let was = $0; $0 = false; return was
        })
      else { return nil }
      // The server takes it all; the answer is lost.
      _ = script.taken(request)
      return .reset
    }
    let record = try await upload(script, data)
    #expect(record.size == 300_000)
    #expect(script.commands == ["start", "upload", "upload, finalize", "query"])
    #expect(Remote.same(script.object("big.bin")?.data, data))
  }

  @Test func `what the server has and what was sent are compared`() async throws {
    let script = try FirebaseScript { _ in ("1B2M2Y8AsgTpgAmY7PhCfg==", nil) }
    for size in [100, 300_000] {
      let error = await Remote.error { _ = try await upload(script, Remote.bytes(size)) }
      #expect(error?.code == .nonMatchingChecksum)
    }
  }

  @Test(arguments: ["http://192.0.2.1/x", "ftp://127.0.0.1/x", "", "file:///etc/passwd"])
  func `a session that leads elsewhere is not followed`(address: String) async throws {
    let server = try ScriptedServer { _ in
      WireAnswer(
        200, "",
        headers: [("X-Goog-Upload-Status", "active"), ("X-Goog-Upload-URL", address)])
    }
    let error = await Remote.error {
      var leg = Remote.upload(Remote.bytes(300_000))
      _ = try await Remote.firebase(server).upload(&leg) { _ in }
    }
    #expect(error?.code == .unknown)
    #expect(server.requests.count == 1)
  }

  @Test func `metadata is changed, and taken away`() async throws {
    let script = try script()
    script.put(Data("x".utf8), at: "a/b", custom: ["old": "1", "keep": "2"])
    let bucket = Remote.firebase(script.server)
    let patch = ObjectPatch(
      fields: ["contentType": "image/png", "cacheControl": nil],
      custom: ["old": nil, "ちかてつ": "🚇"])
    let record = try await bucket.update(ObjectPath("a/b"), with: patch, within: Remote.minute)
    #expect(record.settings.contentType == "image/png")
    #expect(record.settings.customMetadata == ["keep": "2", "ちかてつ": "🚇"])
    #expect(record.metageneration == 2)
    let cleared = try await bucket.update(
      ObjectPath("a/b"), with: ObjectPatch(custom: ["n": "3"], clearsCustom: true),
      within: Remote.minute)
    #expect(cleared.settings.customMetadata == ["n": "3"])
    try await bucket.delete(ObjectPath("a/b"), within: Remote.minute)
    #expect(script.object("a/b") == nil)
  }

  @Test func `a listing goes page by page`() async throws {
    let script = try script()
    for name in ["list/a", "list/b", "list/c", "list/p/x", "other"] {
      script.put(Data(), at: name)
    }
    let bucket = Remote.firebase(script.server)
    let first = try await bucket.list(
      ListRequest(under: ObjectPath("list"), maxResults: 2), within: Remote.minute)
    #expect(first.items == ["list/a", "list/b"])
    let second = try await bucket.list(
      ListRequest(under: ObjectPath("list"), maxResults: 2, pageToken: first.nextPageToken),
      within: Remote.minute)
    #expect(second.items == ["list/c"])
    #expect(second.prefixes == ["list/p"])
    #expect(second.nextPageToken == nil)
  }

  private func address(
    _ metadata: String, base: String = "https://firebasestorage.googleapis.com",
    name: String = "path/to/object"
  ) async throws -> String {
    let server = try ScriptedServer { _ in .json(metadata) }
    let bucket = FirebaseBucket(
      base: try #require(URL(string: base)), name: "bucket",
      transport: Rerouted(to: server.base), token: { nil })
    return try await bucket.downloadURL(of: ObjectPath(name), within: Remote.minute)
      .absoluteString
  }

  @Test func `download_url_format: the first token and the port`() async throws {
    let metadata =
      #"{"bucket": "bucket", "name": "path/to/object", "downloadTokens": "12345,ignored"}"#
    #expect(
      try await address(metadata)
        == "https://firebasestorage.googleapis.com:443/v0/b/bucket/o/path%2Fto%2Fobject"
        + "?alt=media&token=12345")
  }

  @Test func `download_url_no_token: there is none to tell`() async throws {
    let error = await Remote.error { _ = try await address(#"{"bucket": "bucket", "name": "x"}"#) }
    #expect(error?.code == .unknown)
  }

  @Test func `download_url_empty_metadata_map: no custom entries do no harm`() async throws {
    let metadata = #"{"bucket": "bucket", "name": "x", "downloadTokens": "t", "metadata": {}}"#
    #expect(try await address(metadata, name: "x").hasSuffix("/o/x?alt=media&token=t"))
  }
}

/// Sends every request to another server, with its path and query.
struct Rerouted: HTTPTransport {
  let base: URL

  init(to base: URL) { self.base = base }

  func send(
    _ request: HTTPRequest, to receiver: any HTTPReceiver
  ) async throws(HTTPFailure) -> HTTPHead {
    var request = request
    var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
    parts?.scheme = base.scheme
    parts?.host = base.host
    parts?.port = base.port
    request.url = parts?.url ?? base
    return try await Remote.transport.send(request, to: receiver)
  }
}
