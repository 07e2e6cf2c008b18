import Foundation
import HTTPTransport
import ObjectStorage
import Synchronization
import TestSupport
import Testing

/// Our engine and Google's client at servers that others wrote.
@Suite(
  .enabled(if: IndependentServers.areThere, "There are no test servers: run .ci/test-servers."))
struct IndependentServerTests {
  private static let odd = "ordner/漢字 % ? # & ; +.bin"

  private func put(
    _ server: IndependentServer, _ data: Data, _ name: String = "big.bin",
    settings: ObjectSettings = ObjectSettings()
  ) async throws -> ObjectRecord {
    var leg = UploadLeg(
      object: ObjectPath(name), settings: settings, body: MemoryBody(data: data),
      chunkSize: 262_144, retryTime: Remote.minute)
    return try await server.bucket.upload(&leg) { _ in }
  }

  private func get(
    _ server: IndependentServer, _ name: String = "big.bin", kept: Data = Data(),
    validator: String? = nil
  ) async throws -> (sink: MemorySink, outcome: DownloadOutcome) {
    let sink = MemorySink(kept: kept)
    var leg = Remote.download(sink, name, validator: validator)
    return (sink, try await server.bucket.download(&leg))
  }

  private func checkBothWays(_ server: IndependentServer) async throws {
    let sizes = [0, 11, 262_144, 262_145, 1_060_921]
    for (number, size) in sizes.enumerated() {
      let data = Remote.bytes(size, seed: UInt64(number))
      let record = try await put(server, data, "up-\(size)")
      #expect(record.size == Int64(size))
      let (sink, outcome) = try await get(server, "up-\(size)")
      #expect(Remote.same(sink.data, data))
      let hash = Remote.hashes(data)
      try outcome.check(md5Hash: hash.md5, crc32c: hash.crc32c)
    }
    let read = try await server.witness(
      """
      import hashlib
      for size in \(sizes):
          print(hashlib.md5(bucket.blob("up-%d" % size).download_as_bytes()).hexdigest())
      """)
    let ours = sizes.enumerated().map { number, size in
      Data(base64Encoded: Remote.hashes(Remote.bytes(size, seed: UInt64(number))).md5 ?? "")?
        .map { String(format: "%02x", $0) }.joined()
    }
    #expect(read.split(separator: "\n").map { String($0) } == ours)
    // And the other way.
    let written = try await server.witness(
      """
      blob = bucket.blob(sys.argv[1], chunk_size=262144)
      blob.upload_from_string(bytes(range(256)) * 3000, content_type="image/png")
      print(blob.crc32c)
      """, [Self.odd])
    let (sink, outcome) = try await get(server, Self.odd)
    #expect(Remote.same(sink.data, Data((0..<3_000).flatMap { _ in UInt8.min...UInt8.max })))
    #expect(Remote.hashes(sink.data).crc32c == written)
    try outcome.check(md5Hash: nil, crc32c: written)
    let record = try await server.bucket.metadata(of: ObjectPath(Self.odd), within: Remote.minute)
    #expect(record.settings.contentType == "image/png")
    #expect(record.timeCreated != nil)
  }

  @Test func `gcp-storage-emulator and Google's client read what we write, and we what they write`()
    async throws
  {
    try await checkBothWays(.emulator())
  }

  @Test func `fake-gcs-server and Google's client read what we write, and we what they write`()
    async throws
  {
    try await checkBothWays(.fake())
  }

  // fake-gcs-server takes a query for the end of the upload, so that only the other can show this.
  @Test func `gcp-storage-emulator: a paused upload and a broken chunk are taken up`() async throws
  {
    let server = try await IndependentServer.emulator()
    let data = Remote.bytes(1_060_921)
    for isPause in [true, false] {
      let broken = BrokenOnce(after: isPause ? .cancelling : .losing)
      let bucket = GoogleCloudBucket(
        base: server.base, name: "bucket", transport: broken, token: { nil },
        pacing: FakeTime().pacing)
      var leg = Remote.upload(data, to: "resumed-\(isPause)")
      if isPause {
        await #expect(throws: CancellationError.self) { _ = try await bucket.upload(&leg) { _ in } }
        #expect(leg.session != nil)
      }
      _ = try await bucket.upload(&leg) { _ in }
      #expect(broken.ranges.contains("bytes */1060921"))
      let (sink, _) = try await get(server, "resumed-\(isPause)")
      #expect(Remote.same(sink.data, data))
    }
  }

  // Neither server drops an entry that is set to null; that is tested by our own script.
  @Test func `gcp-storage-emulator: metadata is changed and objects are deleted`() async throws {
    let server = try await IndependentServer.emulator()
    _ = try await put(server, Data("x".utf8), "m")
    let patched = try await server.bucket.update(
      ObjectPath("m"),
      with: ObjectPatch(fields: ["contentType": "image/gif"], custom: ["k": "v"]),
      within: Remote.minute)
    #expect(patched.settings.contentType == "image/gif")
    #expect(patched.settings.customMetadata == ["k": "v"])
    try await server.bucket.delete(ObjectPath("m"), within: Remote.minute)
    let error = await Remote.error {
      try await server.bucket.delete(ObjectPath("m"), within: Remote.minute)
    }
    #expect(error?.code == .objectNotFound)
  }

  // gcp-storage-emulator has no pages and no 416, and one connection at a time.
  @Test func `fake-gcs-server: ranges, 416, pages and many at once`() async throws {
    let server = try await IndependentServer.fake()
    let data = Remote.bytes(700_000)
    let record = try await put(server, data)
    let note = DownloadMachine.Validator(generation: record.generation, etag: nil).note
    let (sink, _) = try await get(server, kept: data.prefix(300_000), validator: note)
    #expect(Remote.same(sink.data, data))
    #expect(sink.all.begins == [300_000])
    let (whole, _) = try await get(server, kept: data, validator: note)
    #expect(Remote.same(whole.data, data))
    #expect(whole.all.begins.isEmpty)
    for name in ["a", "b", "c", "d/x"] { _ = try await put(server, Data(), "list/" + name) }
    var request = ListRequest(under: ObjectPath("list"), maxResults: 2)
    var items: [String] = []
    var prefixes: Set<String> = []
    repeat {
      let page = try await server.bucket.list(request, within: Remote.minute)
      items += page.items
      prefixes.formUnion(page.prefixes)
      request.pageToken = page.nextPageToken
    } while request.pageToken != nil
    #expect(items == ["list/a", "list/b", "list/c"])
    #expect(prefixes == ["list/d"])
    try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<8 { group.addTask { try await get(server).sink.data } }
      for try await each in group { #expect(Remote.same(each, data)) }
    }
    let missing = await Remote.error { _ = try await get(server, "nothing") }
    #expect(missing?.code == .objectNotFound)
  }
}

/// Lets one chunk break, and keeps what was asked for.
final class BrokenOnce: HTTPTransport {
  enum Manner: Sendable { case losing, cancelling }

  private let state = Mutex((isWhole: true, chunks: 0, ranges: [String]()))
  private let manner: Manner

  init(after manner: Manner) { self.manner = manner }

  var ranges: [String] { state.withLock { $0.ranges } }

  func send(
    _ request: HTTPRequest, to receiver: any HTTPReceiver
  ) async throws(HTTPFailure) -> HTTPHead {
    let range = request.headers["Content-Range"]
    let breaks = state.withLock { state in
      if let range { state.ranges.append(range) }
      guard request.body != nil, range != nil else { return false }
      state.chunks += 1
      defer { if state.chunks == 2 { state.isWhole = false } }
      return state.chunks == 2 && state.isWhole
    }
    guard breaks else { return try await Remote.transport.send(request, to: receiver) }
    switch manner {
    case .losing: throw .lost(reason: "broken by the test")
    case .cancelling: throw .cancelled
    }
  }
}
