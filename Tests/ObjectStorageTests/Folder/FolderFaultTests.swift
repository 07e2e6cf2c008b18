import Foundation
import Glibc
import ObjectStorage
import Platform
import TestSupport
import Testing

/// Folders that are missing, damaged, or not what they seem.
@Suite struct FolderFaultTests {
  @Test func `a bucket is made only when asked`() async throws {
    let place = try TemporaryPlace()
    let folder = place.path("a/b/c")
    #expect(
      await code { _ = try await FolderBucket.open("s", at: folder, creates: false) }
        == .bucketNotFound)
    #expect(!FileManager.default.fileExists(atPath: place.path("a")))
    let bucket = try await FolderBucket.open("s", at: folder, creates: true)
    try await bucket.put("x", "x")
    // A folder without a bucket, and what is no folder.
    try FileManager.default.createDirectory(
      atPath: place.path("empty"), withIntermediateDirectories: true)
    try place.write("x", to: "file")
    for path in ["empty", "file"] {
      #expect(
        await code { _ = try await FolderBucket.open("s", at: place.path(path), creates: false) }
          == .bucketNotFound)
    }
    #expect(try Folder.names(in: place.path("empty")).isEmpty)
  }

  @Test func `a bucket whose folder is gone is not found`() async throws {
    let fixture = try await FolderFixture()
    try await fixture.bucket.put("x", "x")
    try FileManager.default.removeItem(atPath: fixture.folder)
    #expect(await code { _ = try await fixture.bucket.get("x") } == .bucketNotFound)
    #expect(await code { _ = try await fixture.bucket.metadata("x") } == .bucketNotFound)
    #expect(await code { _ = try await fixture.bucket.page() } == .bucketNotFound)
    #expect(await code { try await fixture.bucket.delete("x") } == .bucketNotFound)
    #expect(await code { try await fixture.bucket.put("y", "y") } == .bucketNotFound)
  }

  @Test(arguments: [0, 1, 100, 4_096, 5_000, 8_192, 20_000])
  func `a catalogue that was cut off is damage, and costs no bytes`(length: Int) async throws {
    let fixture = try await FolderFixture()
    for number in 0..<300 { try await fixture.bucket.put("object \(number)", "\(number)") }
    await fixture.bucket.close()
    let file = fixture.folder + "/catalogue.sqlite"
    for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + end) }
    #expect(truncate(file, off_t(length)) == 0)
    for creates in [false, true] {
      var sentence = ""
      do {
        let bucket = try await FolderBucket.open("shop", at: fixture.folder, creates: creates)
        for number in 0..<300 { _ = try await bucket.metadata("object \(number)") }
        Issue.record("nothing was noticed")
      } catch StorageError.unknown(let message, _) {
        sentence = message
      }
      #expect(sentence.contains("damaged"), "\(sentence)")
      #expect(sentence.contains("backup"), "\(sentence)")
    }
    #expect(try fixture.files.count == 300)
  }

  @Test func `a catalogue of another program or a later one is left alone`() async throws {
    let place = try TemporaryPlace()
    try place.write(
      "This is no database, and never was one. " + String(repeating: "x", count: 999),
      to: "catalogue.sqlite")
    for creates in [false, true] {
      #expect(
        await code { _ = try await FolderBucket.open("s", at: place.path, creates: creates) }
          == .unknown)
    }
    #expect(try place.text(of: "catalogue.sqlite").hasPrefix("This is no database"))
  }

  @Test func `bytes that are missing or cut off are damage`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    try await fixture.bucket.put("x", "hello")
    let file = try #require(try fixture.files.first).path
    #expect(truncate(file, 3) == 0)
    #expect(await code { _ = try await fixture.bucket.get("x") } == .unknown)
    #expect(unlink(file) == 0)
    #expect(await code { _ = try await fixture.bucket.get("x") } == .unknown)
    try await fixture.bucket.put("x", "again")
    #expect(try await fixture.bucket.get("x") == Data("again".utf8))
  }

  @Test func `the named folder may be a link, inside no link is followed`() async throws {
    let place = try TemporaryPlace()
    try FileManager.default.createDirectory(
      atPath: place.path("real"), withIntermediateDirectories: true)
    #expect(symlink(place.path("real"), place.path("link")) == 0)
    let bucket = try await FolderBucket.open("s", at: place.path("link"), creates: true)
    try await bucket.put("x", "x")
    let url = try await bucket.downloadURL(of: ObjectPath("x"), within: time)
    #expect(url.path.contains("/real/objects/"))

    // An object's file that is a link to another file.
    try place.write("secret", to: "secret")
    #expect(unlink(url.path) == 0)
    #expect(symlink(place.path("secret"), url.path) == 0)
    #expect(await code { _ = try await bucket.get("x") } == .unknown)
    await bucket.close()

    // The folder of all objects, and the catalogue.
    for name in ["objects", "catalogue.sqlite"] {
      let (path, aside) = (place.path("real/" + name), place.path("aside " + name))
      #expect(rename(path, aside) == 0)
      #expect(symlink(aside, path) == 0)
      for creates in [false, true] {
        #expect(
          await code {
            let bucket = try await FolderBucket.open("s", at: place.path("link"), creates: creates)
            try await bucket.put("y", "y")
          } == .unknown, "\(name)")
      }
      #expect(unlink(path) == 0)
      #expect(rename(aside, path) == 0)
    }
    #expect(try FolderFixture.files(in: place.path("real")).count == 0)
  }

  @Test func `a folder of files that is a link is refused`() async throws {
    let fixture = try await FolderFixture()
    try await fixture.bucket.put("x", "x")
    await fixture.bucket.close()
    let file = try #require(try fixture.files.first)
    let folder = file.deletingLastPathComponent().path
    #expect(rename(folder, fixture.place.path("aside")) == 0)
    #expect(symlink(fixture.place.path("aside"), folder) == 0)
    let bucket = try await FolderBucket.open("shop", at: fixture.folder, creates: false)
    #expect(await code { _ = try await bucket.get("x") } == .unknown)
    #expect(await code { _ = try await bucket.sweep() } == .unknown)
  }

  @Test func `a catalogue that was replaced while in use is not written to`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    try await fixture.bucket.put("x", "x")
    let file = fixture.folder + "/catalogue.sqlite"
    try FileManager.default.moveItem(atPath: file, toPath: fixture.place.path("aside"))
    try FileManager.default.copyItem(atPath: fixture.place.path("aside"), toPath: file)
    #expect(await code { try await fixture.bucket.put("y", "y") } == .unknown)
    #expect(await code { _ = try await fixture.bucket.metadata("x") } == .unknown)
  }

  @Test func `a catalogue that was replaced in a quiet folder is not read`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    try await fixture.bucket.put("x", "x")
    // So old that the next look is remembered.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: fixture.folder)
    for _ in 0..<2 { #expect(try await fixture.bucket.get("x") == Data("x".utf8)) }
    let file = fixture.folder + "/catalogue.sqlite"
    try FileManager.default.moveItem(atPath: file, toPath: fixture.place.path("aside"))
    try FileManager.default.copyItem(atPath: fixture.place.path("aside"), toPath: file)
    #expect(await code { _ = try await fixture.bucket.get("x") } == .unknown)
    #expect(await code { try await fixture.bucket.delete("x") } == .unknown)
  }

  @Test func `who waits for another's turn can give up, and is told after its time`()
    async throws
  {
    let fixture = try await FolderFixture()
    let bucket = fixture.bucket
    try await bucket.put("x", "x")
    let queue = try WriterQueue(at: fixture.folder + "/turn", program: "another")
    try queue.enter()
    let waiting = Task { try await bucket.delete("x") }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    do {
      try await bucket.delete(ObjectPath("x"), within: .milliseconds(50))
      Issue.record("deleted without a turn")
    } catch StorageError.retryLimitExceeded(let last, _) {
      #expect(last.contains("another"), "\(last)")
    }
    // Reading goes on meanwhile.
    #expect(try await bucket.get("x") == Data("x".utf8))
    queue.leave()
    try await bucket.delete("x")
    #expect(await code { _ = try await bucket.get("x") } == .objectNotFound)
  }
}
