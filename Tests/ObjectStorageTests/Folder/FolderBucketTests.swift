import Foundation
import ObjectStorage
import TestSupport
import Testing

/// Objects put, read, described, changed and deleted.
@Suite struct FolderBucketTests {
  private static func full() -> ObjectSettings {
    var settings = ObjectSettings()
    settings.cacheControl = "no-cache"
    settings.contentDisposition = "inline"
    settings.contentEncoding = "gzip"
    settings.contentLanguage = "de"
    settings.contentType = "image/jpeg"
    settings.customMetadata = ["a": "1", "b": ""]
    return settings
  }

  @Test func `what was put is got, with all that was said of it`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    let put = try await bucket.put("covers/a.jpg", Data("hello world".utf8), Self.full())
    #expect(put.bucket == "shop")
    #expect(put.name == "covers/a.jpg")
    #expect(put.size == 11)
    #expect(put.metageneration == 1)
    #expect(put.md5Hash == "XrY7u+Ae7tCTyyK7j1rNww==")
    #expect(put.crc32c == "yZRlqg==")
    #expect(put.settings == Self.full())
    #expect(put.downloadTokens.count == 1)
    #expect(abs(put.timeCreated?.timeIntervalSinceNow ?? 1e9) < 3_600)
    #expect(try await bucket.metadata("covers/a.jpg") == put)
    #expect(try await bucket.get("covers/a.jpg") == Data("hello world".utf8))
  }

  @Test func `meta_md5_length: an MD5 is 24 characters of base64`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    try await bucket.put("x", bytes(1_000))
    #expect(try await bucket.metadata("x").md5Hash?.count == 24)
  }

  @Test func `an empty object is one`() async throws {
    let fixture = try await FolderFixture()
    let record = try await fixture.bucket.put("empty", Data())
    #expect(record.size == 0)
    #expect(record.md5Hash == "1B2M2Y8AsgTpgAmY7PhCfg==")
    #expect(try await fixture.bucket.get("empty").isEmpty)
  }

  @Test func `an object put anew has a later generation, and its old bytes are gone`()
    async throws
  {
    let fixture = try await FolderFixture()
    let first = try await fixture.bucket.put("x", Data("one".utf8), Self.full())
    let second = try await fixture.bucket.put("x", "two")
    #expect(second.generation > first.generation)
    #expect(second.metageneration == 1)
    #expect(second.settings.contentType == nil)
    #expect(second.downloadTokens != first.downloadTokens)
    #expect(try await fixture.bucket.get("x") == Data("two".utf8))
    #expect(try fixture.files.count == 1)
    try await fixture.bucket.delete("x")
    #expect(try fixture.files.isEmpty)
    let third = try await fixture.bucket.put("x", "three")
    #expect(third.generation > second.generation)
  }

  @Test func `tokens that are carried over stay`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    var settings = ObjectSettings()
    settings.customMetadata = ["firebaseStorageDownloadTokens": "t1,t2"]
    let record = try await bucket.put("x", Data("x".utf8), settings)
    #expect(record.downloadTokens == ["t1", "t2"])
    #expect(record.settings.customMetadata == nil)
  }

  @Test func `meta_patch_bumps_metageneration: a change of metadata is counted`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    let before = try await bucket.put("x", Data("x".utf8), Self.full())
    let after = try await bucket.update(
      ObjectPath("x"), with: ObjectPatch(fields: ["contentType": "image/png"]), within: time)
    #expect(after.metageneration == before.metageneration + 1)
    #expect(after.generation == before.generation)
    #expect(after.etag != before.etag)
    var expected = Self.full()
    expected.contentType = "image/png"
    #expect(after.settings == expected)
    #expect(try await bucket.metadata("x") == after)
  }

  @Test func `meta_custom_unicode: keys and values keep their text`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    try await bucket.put("x", "x")
    let custom = ["ちかてつ": "🚇", "shinkansen": "新幹線", "nul": "a\u{0}b", "": ""]
    let record = try await bucket.update(
      ObjectPath("x"), with: ObjectPatch(custom: custom), within: time)
    #expect(record.settings.customMetadata == custom)
    #expect(try await bucket.metadata("x").settings.customMetadata == custom)
    let less = try await bucket.update(
      ObjectPath("x"), with: ObjectPatch(custom: ["shinkansen": nil, "new": "1"]), within: time)
    #expect(
      less.settings.customMetadata == ["ちかてつ": "🚇", "nul": "a\u{0}b", "": "", "new": "1"])
  }

  @Test func `meta_clear_all_gives_identity: nothing is left but the encoding "identity"`()
    async throws
  {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    try await bucket.put("x", Data("x".utf8), Self.full())
    let record = try await bucket.update(
      ObjectPath("x"),
      with: ObjectPatch(
        fields: [
          "cacheControl": nil, "contentDisposition": nil, "contentEncoding": nil,
          "contentLanguage": nil, "contentType": nil,
        ], clearsCustom: true), within: time)
    var expected = ObjectSettings()
    expected.contentEncoding = "identity"
    #expect(record.settings == expected)
    #expect(try await bucket.metadata("x").settings == expected)
  }

  @Test func `what is not there is not found`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    try await bucket.put("a/b", "x")
    for name in ["a", "a/b/c", "A/b", "x"] {
      #expect(await code { _ = try await bucket.metadata(name) } == .objectNotFound)
      #expect(await code { _ = try await bucket.get(name) } == .objectNotFound)
      #expect(await code { try await bucket.delete(name) } == .objectNotFound)
      #expect(
        await code {
          _ = try await bucket.update(ObjectPath(name), with: ObjectPatch(), within: time)
        } == .objectNotFound)
      #expect(
        await code { _ = try await bucket.downloadURL(of: ObjectPath(name), within: time) }
          == .objectNotFound)
    }
  }

  @Test func `an address of an object is that of its very bytes`() async throws {
    let fixture = try await FolderFixture()
    let data = bytes(300_000)
    try await fixture.bucket.put("../../etc/passwd", data)
    let url = try await fixture.bucket.downloadURL(
      of: ObjectPath("../../etc/passwd"), within: time)
    #expect(url.scheme == "file")
    #expect(try Data(contentsOf: url) == data)
    #expect(url.path.hasPrefix(fixture.folder + "/objects/"))
    #expect(try fixture.files.map(\.path) == [url.path])
  }

  @Test func `what is too long or unknown in metadata is refused`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    try await bucket.put("x", "x")
    let long = String(repeating: "x", count: 9_000)
    for patch in [
      ObjectPatch(fields: ["contentType": long]), ObjectPatch(custom: ["k": long]),
      ObjectPatch(fields: ["md5Hash": "x"]),
    ] {
      #expect(
        await code { _ = try await bucket.update(ObjectPath("x"), with: patch, within: time) }
          == .invalidArgument)
    }
    var settings = ObjectSettings()
    settings.customMetadata = [long: ""]
    #expect(
      await code { try await bucket.put("y", Data(), settings) } == .invalidArgument)
    #expect(try await bucket.metadata("x").metageneration == 1)
  }

  @Test func `a closed bucket says so, and one opened anew has everything`() async throws {
    let fixture = try await FolderFixture()
    let record = try await fixture.bucket.put("x", "x")
    await fixture.bucket.close()
    #expect(await code { _ = try await fixture.bucket.get("x") } == .unknown)
    #expect(await code { try await fixture.bucket.put("y", "y") } == .unknown)
    #expect(await code { try await fixture.bucket.delete("x") } == .unknown)
    let again = try await FolderBucket.open("shop", at: fixture.folder, creates: false)
    #expect(try await again.metadata("x") == record)
    #expect(try await again.get("x") == Data("x".utf8))
  }
}
