import Foundation
import ObjectStorage
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct MetadataTests {
  /// What a bucket says of `x`, with these settings.
  private func fetched(
    _ place: Place, _ change: (inout ObjectSettings) -> Void
  ) async throws -> StorageMetadata {
    place.put(11)
    place.bucket.change { change(&$0.objects["x", default: empty].record.settings) }
    return try await place.reference("x").getMetadata()
  }

  private var empty: FakeBucket.Stored {
    FakeBucket.Stored(data: Data(), record: ObjectRecord(bucket: "", name: ""))
  }

  @Test func `meta_diff_delete_with_null: only what differs, nil for what goes`() async throws {
    let place = Place()
    let metadata = try await fetched(place) { settings in
      settings.contentLanguage = "old"
      settings.cacheControl = "kept"
      settings.customMetadata = ["foo": "old", "bar": "old"]
    }
    let nothing: String? = nil
    metadata.contentLanguage = nil
    metadata.customMetadata = ["foo": "old"]
    _ = try await place.reference("x").updateMetadata(metadata)
    #expect(
      place.bucket.counts.patch
        == ObjectPatch(fields: ["contentLanguage": nothing], custom: ["bar": nothing]))
  }

  @Test func `new metadata sends what was set, and no custom entries at all clear them`()
    async throws
  {
    let fresh = StorageMetadata()
    fresh.contentType = "image/png"
    fresh.customMetadata = ["a": "1"]
    #expect(fresh.patch == ObjectPatch(fields: ["contentType": "image/png"], custom: ["a": "1"]))
    let metadata = try await fetched(Place()) { $0.customMetadata = ["a": "1", "b": "2"] }
    #expect(metadata.patch == ObjectPatch())
    metadata.customMetadata = ["a": "3", "b": "2"]
    #expect(metadata.patch == ObjectPatch(custom: ["a": "3"]))
    metadata.customMetadata = nil
    #expect(metadata.patch == ObjectPatch(clearsCustom: true))
  }

  @Test func `put_does_not_mutate_callers_metadata: nor does a later change reach the upload`()
    async throws
  {
    let place = Place(FakeBucket.Script(holdsAt: 0))
    let mine = StorageMetadata()
    mine.cacheControl = "no-store"
    let answers = Answers<StorageMetadata>()
    place.reference("images/a.jpg").putData(Data([1]), metadata: mine) { answers.note($0, $1) }
    mine.cacheControl = "changed"
    place.bucket.gate.open()
    _ = try await answers.first().get()
    #expect(place.bucket.counts.settings?.cacheControl == "no-store")
    #expect(place.bucket.counts.settings?.contentType == "image/jpeg")
    #expect(mine.contentType == nil)
    #expect(mine.path == nil)
    #expect(mine.bucket.isEmpty)
    #expect(mine.generation == 0)
    #expect(!mine.isFile)
  }

  @Test func `put_content_type_defaults: by the file's name, the object's, the first bytes`()
    async throws
  {
    let place = Place()
    let folder = try TemporaryPlace()
    try folder.write("hello", to: "hello.txt")
    try folder.write("hello", to: "hello")
    let text = folder.url.appending(path: "hello.txt")
    let plain = folder.url.appending(path: "hello")
    let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0])
    func type(_ put: () async throws -> StorageMetadata) async throws -> String? {
      _ = try await put()
      return place.bucket.counts.settings?.contentType
    }
    #expect(
      try await type { try await place.reference("images/a.jpg").putDataAsync(Data([1])) }
        == "image/jpeg")
    #expect(
      try await type { try await place.reference("images/b").putFileAsync(from: text) }
        == "text/plain")
    #expect(
      try await type { try await place.reference("b.JPG").putFileAsync(from: plain) }
        == "image/jpeg")
    #expect(try await type { try await place.reference("b").putDataAsync(png) } == "image/png")
    #expect(
      try await type { try await place.reference("b.strange").putFileAsync(from: plain) }
        == "application/octet-stream")
    let own = StorageMetadata()
    own.contentType = "image/x-own"
    #expect(
      try await type { try await place.reference("a.jpg").putDataAsync(png, metadata: own) }
        == "image/x-own")
  }

  @Test func `what the bucket says is there to read`() async throws {
    let place = Place()
    place.put(11, at: "a/b.jpg", generation: 12_345)
    let metadata = try await place.reference("a/b.jpg").getMetadata()
    #expect(metadata.path == "a/b.jpg")
    #expect(metadata.name == "b.jpg")
    #expect(metadata.bucket == "bucket")
    #expect(metadata.size == 11)
    #expect(metadata.generation == 12_345)
    #expect(metadata.md5Hash?.count == 24)
    #expect(metadata.isFile && !metadata.isFolder)
    #expect(metadata.storageReference == place.reference("a/b.jpg"))
  }
}
