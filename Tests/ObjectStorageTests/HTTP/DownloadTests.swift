import Foundation
import HTTPTransport
import ObjectStorage
import Synchronization
import TestSupport
import Testing

/// Downloads that are cut, paused, and gone on with.
@Suite struct DownloadTests {
  private let data = Remote.bytes(900_000)

  private func script() throws -> FirebaseScript {
    let script = try FirebaseScript(hashes: Remote.hashes)
    script.put(data, at: "big.bin")
    return script
  }

  private func validator(_ script: FirebaseScript) throws -> String {
    let generation = try #require(script.object("big.bin")).generation
    return DownloadMachine.Validator(generation: generation, etag: "\"e\(generation)\"").note
  }

  /// Runs one leg over what is kept.
  private func leg(
    _ server: ScriptedServer, kept: Data, validator: String?, within time: Duration = Remote.minute
  ) async throws -> (MemorySink, DownloadOutcome) {
    let sink = MemorySink(kept: kept)
    var leg = Remote.download(sink, validator: validator, within: time)
    let outcome = try await Remote.firebase(server).download(&leg)
    return (sink, outcome)
  }

  @Test func `a leg goes on where the last one ended`() async throws {
    let script = try script()
    let (sink, outcome) = try await leg(
      script.server, kept: data.prefix(300_000), validator: validator(script))
    #expect(Remote.same(sink.data, data))
    #expect(sink.all.begins == [300_000])
    #expect(sink.all.totals == [900_000])
    #expect(sink.all.hashes == .crc32c)
    #expect(outcome.crc32c == Remote.hashes(data).crc32c)
    let request = try #require(script.server.requests.first)
    #expect(request["Range"] == "bytes=300000-")
    #expect(request["If-Range"]?.hasPrefix("\"e") == true)
    #expect(request["Accept-Encoding"] == "identity")
  }

  @Test func `a cancelled leg keeps what came, and another one takes it up`() async throws {
    let script = try script()
    let data = data
    let gate = Gate()
    script.intercept { request in
      guard request["Range"] == nil, let stored = script.object("big.bin") else { return nil }
      return WireAnswer(
        200, headers: [("x-goog-generation", "\(stored.generation)")],
        steps: [.bytes(data.prefix(500_000)), .hold(gate)], framing: .declared(900_000),
        ending: .close)
    }
    let sink = MemorySink()
    let bucket = Remote.firebase(script.server)
    let first = Task { () -> String? in
      var leg = Remote.download(sink)
      await #expect(throws: CancellationError.self) { _ = try await bucket.download(&leg) }
      return leg.validator
    }
    try await eventually("some of it is there") { sink.count == 500_000 }
    first.cancel()
    let validator = await first.value
    gate.open()
    #expect(validator != nil)
    var leg = Remote.download(sink, validator: validator)
    _ = try await bucket.download(&leg)
    #expect(sink.all.begins == [0, 500_000])
    #expect(Remote.same(sink.data, data))
  }

  @Test func `resume_download_200_restart: a server that knows no ranges begins anew`()
    async throws
  {
    let data = data
    let server = try ScriptedServer { _ in
      .bytes(data, headers: [("ETag", "\"e\"")])
    }
    let (sink, _) = try await leg(
      server, kept: Data(count: 300_000), validator: "0 \"e\"")
    #expect(server.requests.first?["Range"] == "bytes=300000-")
    #expect(sink.all.begins == [0])
    #expect(Remote.same(sink.data, data))
  }

  @Test func `resume_download_416_complete: what is whole is not fetched again`() async throws {
    let script = try script()
    let (sink, outcome) = try await leg(script.server, kept: data, validator: validator(script))
    #expect(sink.all.begins.isEmpty)
    #expect(Remote.same(sink.data, data))
    #expect(outcome.crc32c == Remote.hashes(data).crc32c)
    let media = script.server.requests.filter { $0.query["alt"] == "media" }
    #expect(media.count == 1)
  }

  @Test func `what is kept and longer than the object is fetched anew`() async throws {
    let script = try script()
    let (sink, _) = try await leg(
      script.server, kept: data + Data([1]), validator: validator(script))
    #expect(sink.all.begins == [0])
    #expect(Remote.same(sink.data, data))
  }

  @Test func `resume_download_object_replaced: never a mix of two contents`() async throws {
    let script = try script()
    let old = try validator(script)
    let new = Remote.bytes(700_000, seed: 9)
    script.put(new, at: "big.bin")
    let (sink, _) = try await leg(script.server, kept: data.prefix(300_000), validator: old)
    #expect(Remote.same(sink.data, new))
    // A server that does not look at If-Range, and sends the new one's part.
    let careless = try ScriptedServer { request in
      guard request["Range"] != nil else {
        return .bytes(new, headers: [("x-goog-generation", "8")])
      }
      return .bytes(
        new.dropFirst(300_000), 206,
        headers: [("Content-Range", "bytes 300000-699999/700000"), ("x-goog-generation", "8")])
    }
    let (other, _) = try await leg(careless, kept: data.prefix(300_000), validator: "7 ")
    #expect(Remote.same(other.data, new))
    #expect(other.all.begins == [0])
  }

  @Test(arguments: [412, 404]) func `a generation that is gone is fetched anew`(status: Int)
    async throws
  {
    let data = data
    let server = try ScriptedServer { request in
      request.query["generation"] == nil ? .bytes(data) : WireAnswer(status, "gone")
    }
    let sink = MemorySink(kept: Data(count: 10))
    var leg = Remote.download(sink, validator: "7 ")
    _ = try await Remote.google(server).download(&leg)
    #expect(server.requests.map { $0.query["generation"] } == ["7", nil])
    #expect(Remote.same(sink.data, data))
  }

  @Test func `a body that is cut again and again is put together`() async throws {
    let data = data
    let server = try ScriptedServer { request in
      let from = Int((request["Range"] ?? "").dropFirst(6).dropLast()) ?? 0
      let headers = [("ETag", "\"e\"")]
      guard from > 0 else { return .cut(data, after: 200_000, headers: headers) }
      return .cut(
        data.dropFirst(from), after: 200_000, 206,
        headers: headers + [("Content-Range", "bytes \(from)-899999/900000")])
    }
    let (sink, outcome) = try await leg(server, kept: Data(), validator: nil)
    #expect(Remote.same(sink.data, data))
    #expect(outcome.size == 900_000)
    #expect(server.requests.count == 5)
    #expect(sink.all.totals.allSatisfy { $0 == 900_000 })
  }

  @Test func `without a validator what is kept is not trusted`() async throws {
    let script = try script()
    let (sink, _) = try await leg(script.server, kept: Data(count: 300_000), validator: nil)
    #expect(script.server.requests.first?["Range"] == nil)
    #expect(Remote.same(sink.data, data))
  }

  @Test func `hash_mismatch_detected: wrong bytes are known by their hash`() async throws {
    let wrong = data.dropLast() + Data([data[899_999] ^ 1])
    let hash = try #require(Remote.hashes(data).crc32c)
    let server = try ScriptedServer { _ in
      .bytes(wrong, headers: [("x-goog-hash", "crc32c=\(hash)")])
    }
    let (sink, outcome) = try await leg(server, kept: Data(), validator: nil)
    let error = await Remote.error {
      try outcome.check(md5Hash: nil, crc32c: Remote.hashes(sink.data).crc32c)
    }
    #expect(error?.code == .nonMatchingChecksum)
  }

  @Test func `gzip_object_not_hash_checked: bytes made on the way have no hash`() async throws {
    let server = try ScriptedServer { _ in
      WireAnswer(
        200, "inflated",
        headers: [
          ("x-goog-hash", "crc32c=yZRlqg==,md5=XrY7u+Ae7tCTyyK7j1rNww=="),
          ("x-goog-stored-content-encoding", "gzip"), ("x-goog-stored-content-length", "40"),
        ], framing: .chunked)
    }
    let (sink, outcome) = try await leg(server, kept: Data(), validator: nil)
    #expect(Remote.same(sink.data, Data("inflated".utf8)))
    #expect(sink.all.totals == [nil])
    #expect(outcome.crc32c == nil)
    #expect(outcome.md5Hash == nil)
  }

  @Test func `a composite object has no MD5, and an old one no CRC`() async throws {
    for (header, kinds) in [
      ("crc32c=yZRlqg==", Checksum.Kinds.crc32c),
      ("md5=XrY7u+Ae7tCTyyK7j1rNww==", .md5), ("crc32c=zz, md5=7", []),
    ] {
      let server = try ScriptedServer { _ in
        WireAnswer(200, "hello world", headers: [("x-goog-hash", header)])
      }
      let (sink, outcome) = try await leg(server, kept: Data(), validator: nil)
      #expect(sink.all.hashes == kinds)
      let hash = Remote.hashes(sink.data)
      try outcome.check(md5Hash: hash.md5, crc32c: hash.crc32c)
    }
  }

  @Test func `a sink that throws ends the leg with its reason`() async throws {
    struct Full: Error {}
    let script = try script()
    let sink = MemorySink { _ in throw Full() }
    var leg = Remote.download(sink)
    await #expect(throws: Full.self) {
      _ = try await Remote.firebase(script.server).download(&leg)
    }
    #expect(script.server.requests.count == 1)
  }

  @Test func `errors of a download are those of their statuses`() async throws {
    let script = try script()
    for (status, code) in [
      (404, StorageErrorCode.objectNotFound), (403, .unauthorized),
      (401, .unauthenticated), (416, .unknown), (304, .unknown), (206, .unknown),
    ] {
      let server = try ScriptedServer { _ in WireAnswer(status, "no") }
      let error = await Remote.error {
        _ = try await leg(server, kept: Data(), validator: nil, within: .zero)
      }
      #expect(error?.code == code)
    }
    _ = script
  }

  @Test(arguments: ["bytes 5-9/10", "bytes 0-9/5", "bytes 9-0/10", "bytes */x", "lines 0-9/10", ""])
  func `a range without sense is refused`(range: String) async throws {
    let server = try ScriptedServer { _ in
      WireAnswer(206, "0123456789", headers: [("Content-Range", range), ("ETag", "\"e\"")])
    }
    let error = await Remote.error {
      _ = try await leg(server, kept: Data(count: 3), validator: "0 \"e\"")
    }
    #expect(error?.code == .unknown)
    #expect(server.requests.count == 3)
  }
}
