import Dispatch
import Foundation
import ObjectStorage
import Synchronization
import TestSupport
import Testing

/// Legs of transfers: in pieces, stopped, and taken up again.
@Suite struct FolderTransferTests {
  private static let piece = 256 * 1024
  private static let data = bytes(3 * piece + 1_000)

  @Test func `a large object goes and comes in pieces`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let heard = Mutex<[Int64]>([])
    var leg = UploadLeg(
      object: ObjectPath("x"), settings: ObjectSettings(), body: DataBody(Self.data),
      chunkSize: 262_144, retryTime: time)
    _ = try await fixture.bucket.upload(&leg) { count in heard.withLock { $0.append(count) } }
    let piece = Int64(Self.piece)
    #expect(heard.withLock { $0 } == [piece, 2 * piece, 3 * piece, 3 * piece + 1_000])
    #expect(leg.session == nil)
    let sink = HeldSink()
    var download = DownloadLeg(object: ObjectPath("x"), sink: sink, retryTime: time)
    let outcome = try await fixture.bucket.download(&download)
    #expect(sink.data == Self.data)
    #expect(sink.now.pieces == [Self.piece, Self.piece, Self.piece, 1_000])
    #expect(sink.now.begins.map(\.total) == [Int64(Self.data.count)])
    #expect(outcome.size == Int64(Self.data.count))
  }

  @Test func `a cancelled upload goes on where it was`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    let asked = Mutex<[Int64]>([])
    let first = Task { () -> UploadLeg in
      var body = DataBody(Self.data)
      body.willRead = { offset in asked.withLock { $0.append(offset) } }
      var leg = UploadLeg(
        object: ObjectPath("x"), settings: ObjectSettings(), body: body, chunkSize: .max,
        retryTime: time)
      await #expect(throws: CancellationError.self) {
        try await bucket.upload(&leg) { count in
          if count >= 2 * Self.piece { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      return leg
    }
    var leg = await first.value
    #expect(await code { _ = try await bucket.metadata("x") } == .objectNotFound)
    #expect(try fixture.files.count == 1)
    // A sweep leaves what is under way alone.
    #expect(try await bucket.sweep() == 0)
    let record = try await bucket.upload(&leg) { _ in }
    #expect(record.size == Int64(Self.data.count))
    #expect(try await bucket.get("x") == Self.data)
    let piece = Int64(Self.piece)
    #expect(asked.withLock { $0 } == [0, piece, 2 * piece, 3 * piece])
  }

  @Test func `an upload that is given up leaves nothing`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    await Task {
      var leg = UploadLeg(
        object: ObjectPath("x"), settings: ObjectSettings(), body: DataBody(Self.data),
        chunkSize: .max, retryTime: time)
      await #expect(throws: CancellationError.self) {
        try await bucket.upload(&leg) { _ in withUnsafeCurrentTask { $0?.cancel() } }
      }
    }.value
    try await eventually("the file is gone") { try fixture.files.isEmpty }
  }

  @Test func `a body that becomes shorter, or fails, ends the upload`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    struct Short: UploadBody {
      var size: Int64 { 1_000_000 }
      func read(at offset: Int64, count: Int) throws -> Data { Data(count: min(count, 300_000)) }
    }
    struct Changed: Error {}
    func put(_ body: any UploadBody) async throws {
      var leg = UploadLeg(
        object: ObjectPath("x"), settings: ObjectSettings(), body: body, chunkSize: .max,
        retryTime: time)
      _ = try await fixture.bucket.upload(&leg) { _ in }
    }
    struct Cut: UploadBody {
      var size: Int64 { 1_000 }
      func read(at offset: Int64, count: Int) throws -> Data { Data(count: 10) }
    }
    #expect(await code { try await put(Cut()) } == .unknown)
    var failing = DataBody(Self.data)
    failing.willRead = { if $0 > 0 { throw Changed() } }
    await #expect(throws: Changed.self) { try await put(failing) }
    try await put(Short())
    try await eventually("only the whole one is left") { try fixture.files.count == 1 }
  }

  @Test func `a cancelled download goes on where it was`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    try await bucket.put("x", Self.data)
    for isReplaced in [false, true] {
      let sink = HeldSink { kept in
        if kept.count == Self.piece { withUnsafeCurrentTask { $0?.cancel() } }
      }
      let first = Task { () -> DownloadLeg in
        var leg = DownloadLeg(object: ObjectPath("x"), sink: sink, retryTime: time)
        await #expect(throws: CancellationError.self) { try await bucket.download(&leg) }
        return leg
      }
      var leg = await first.value
      #expect(sink.count == 2 * Self.piece)
      let new = bytes(Self.data.count, seed: 2)
      if isReplaced { try await bucket.put("x", new) }
      _ = try await bucket.download(&leg)
      #expect(sink.data == (isReplaced ? new : Self.data))
      #expect(sink.now.begins.map(\.offset) == [0, isReplaced ? 0 : 2 * Int64(Self.piece)])
    }
  }

  @Test func `an object that is replaced or deleted while it is read is read whole`()
    async throws
  {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    for isDeleted in [false, true] {
      try await bucket.put("x", Self.data)
      let (reached, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let begun = Mutex(false)
      let sink = HeldSink { kept in
        guard kept.count == Self.piece else { return }
        begun.withLock { $0 = true }
        reached.signal()
        #expect(go.wait(timeout: .now() + 60) == .success)
      }
      async let outcome = {
        var leg = DownloadLeg(object: ObjectPath("x"), sink: sink, retryTime: time)
        return try await bucket.download(&leg)
      }()
      try await eventually("the reading is under way") { begun.withLock { $0 } }
      if isDeleted { try await bucket.delete("x") } else { try await bucket.put("x", "new") }
      go.signal()
      #expect(try await outcome.size == Int64(Self.data.count))
      #expect(sink.data == Self.data)
    }
  }

  @Test func `a sink that throws ends the leg with what it threw`() async throws {
    struct Full: Error {}
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    try await fixture.bucket.put("x", Self.data)
    let sink = HeldSink { if !$0.isEmpty { throw Full() } }
    var leg = DownloadLeg(object: ObjectPath("x"), sink: sink, retryTime: time)
    await #expect(throws: Full.self) { try await fixture.bucket.download(&leg) }
    #expect(sink.count == Self.piece)
  }

  @Test func `many put, get and delete at once, and each gets what it asked for`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        group.addTask {
          let data = bytes(number * 7_000, seed: UInt64(number))
          let record = try await bucket.put("n\(number)", data)
          #expect(record.size == Int64(data.count))
          #expect(try await bucket.get("n\(number)") == data)
          if number % 3 == 0 { try await bucket.delete("n\(number)") }
        }
      }
      try await group.waitForAll()
    }
    let page = try await bucket.page()
    #expect(page.items.count == 40)
    #expect(try fixture.files.count == 40)
    let generations = try await page.items.asyncMap { try await bucket.metadata($0).generation }
    #expect(Set(generations).count == 40)
  }
}

extension [String] {
  fileprivate func asyncMap<Value>(_ body: (String) async throws -> Value) async throws -> [Value] {
    var values: [Value] = []
    for text in self { values.append(try await body(text)) }
    return values
  }
}
