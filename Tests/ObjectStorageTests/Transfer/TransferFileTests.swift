import Foundation
import Glibc
import ObjectStorage
import TestSupport
import Testing

/// Files and memory at both ends of a transfer.
@Suite(.timeLimit(.minutes(5))) struct TransferFileTests {
  private let megabyte = 1 << 20

  private func names(_ folder: TemporaryPlace, _ path: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(path)).sorted()
  }

  @Test func `getdata_equal_max_ok: as large as allowed is allowed`() async throws {
    let place = Place()
    let data = place.put(megabyte)
    #expect(try await place.reference("x").data(maxSize: 1_048_576) == data)
  }

  @Test func `getdata_too_small: no data, both numbers, and no byte is taken`() async throws {
    let place = Place()
    place.put(megabyte)
    let answers = Answers<Data>()
    place.reference("x").getData(maxSize: 1024) { answers.note($0, $1) }
    let error = try #require(try await answers.error())
    #expect(error.code == -13032)
    #expect(error.userInfo["totalSize"] as? Int64 == 1_048_576)
    #expect(error.userInfo["maxAllowedSize"] as? Int64 == 1024)
    #expect(answers.count == 1)
    #expect(place.bucket.counts.bytes == 0)
  }

  @Test func `put_directory_fails: -13000, not reachable`() async throws {
    let place = Place()
    let folder = try TemporaryPlace()
    let answers = Answers<StorageMetadata>()
    place.reference("x").putFile(from: folder.url) { answers.note($0, $1) }
    let error = try #require(try await answers.error())
    #expect(error.code == -13000)
    #expect(error.localizedDescription.contains("is not reachable"))
    #expect(answers.count == 1)
  }

  @Test func `put_missing_file_fails: -13000 with the whole sentence, once`() async throws {
    let place = Place()
    for url in [
      URL(string: "some_non_existing-folder/file.data"),
      URL(fileURLWithPath: "some_non_existing-folder/file.data"),
    ] {
      let answers = Answers<StorageMetadata>()
      place.reference("x").putFile(from: try #require(url)) { answers.note($0, $1) }
      let error = try #require(try await answers.error())
      #expect(error.code == -13000)
      #expect(
        error.localizedDescription
          == "File at URL: some_non_existing-folder/file.data is not reachable. "
          + "Ensure file URL is not a directory, symbolic link, or invalid url.")
      await settled(place.storage)
      #expect(answers.count == 1)
    }
  }

  @Test func `links, pipes, folders and addresses elsewhere are no files to put`() async throws {
    let place = Place()
    let folder = try TemporaryPlace()
    try folder.write("text", to: "file")
    #expect(symlink(folder.path("file"), folder.path("link")) == 0)
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    for url in [
      folder.url.appending(path: "link"), folder.url.appending(path: "pipe"), folder.url,
      try #require(URL(string: "https://shop.example/file")),
    ] {
      await #expect(throws: StorageError.self) {
        try await place.reference("x").putFileAsync(from: url)
      }
    }
    let metadata = try await place.reference("x")
      .putFileAsync(from: folder.url.appending(path: "file"))
    #expect(metadata.size == 4)
    #expect(place.bucket.counts.uploads == 1)
  }

  @Test func `an empty file is a file`() async throws {
    let place = Place()
    let folder = try TemporaryPlace()
    try folder.write("", to: "file")
    let task = place.reference("x").putFileAsync
    #expect(try await task(folder.url.appending(path: "file"), nil, nil).size == 0)
  }

  @Test func `a file that is changed while it goes up fails`() async throws {
    let place = Place(FakeBucket.Script(holdsAt: 262_144))
    place.storage.uploadChunkSizeBytes = 262_144
    let folder = try TemporaryPlace()
    try folder.write(Place.bytes(megabyte), to: "file")
    let answers = Answers<StorageMetadata>()
    place.reference("x").putFile(from: folder.url.appending(path: "file")) {
      answers.note($0, $1)
    }
    try await eventually("the first piece") { place.bucket.gate.waiting == 1 }
    let handle = try FileHandle(forWritingTo: folder.url.appending(path: "file"))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data([1]))
    try handle.close()
    place.bucket.gate.open()
    let error = try #require(try await answers.error())
    #expect(error.code == -13000)
    #expect(error.localizedDescription.contains("was changed while it was uploaded"))
  }

  @Test func `write_replaces_file_atomically: the old content until the end, its rights kept`()
    async throws
  {
    let place = Place(FakeBucket.Script(holdsAt: 524_288))
    let data = place.put(megabyte)
    let folder = try TemporaryPlace()
    let path = try folder.write("old content", to: "x.jpg")
    #expect(chmod(path, 0o640) == 0)
    let answers = Answers<URL>()
    place.reference("x").write(toFile: folder.url.appending(path: "x.jpg")) {
      answers.note($0, $1)
    }
    try await eventually("half of it") { place.bucket.gate.waiting == 1 }
    #expect(try folder.text(of: "x.jpg") == "old content")
    place.bucket.gate.open()
    #expect(try await answers.first().get() == folder.url.appending(path: "x.jpg"))
    #expect(try Data(contentsOf: folder.url.appending(path: "x.jpg")) == data)
    #expect(try names(folder) == ["x.jpg"])
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640)
  }

  @Test func `write_failure_keeps_old_file: whatever fails, and nothing is left beside it`()
    async throws
  {
    let folder = try TemporaryPlace()
    try folder.write("old content", to: "x.jpg")
    let file = folder.url.appending(path: "x.jpg")
    let place = Place()
    for (name, fault) in [
      ("missing", nil as (any Error)?), ("x", StorageError.unauthenticated(serverError: [:])),
      ("x", POSIXError(.EIO)),
    ] {
      place.put(megabyte)
      if let fault { place.bucket.change { $0.faults = [(524_288, fault)] } }
      await #expect(throws: StorageError.self) {
        try await place.reference(name).writeAsync(toFile: file)
      }
      #expect(try folder.text(of: "x.jpg") == "old content")
      #expect(try names(folder) == ["x.jpg"])
    }
    place.bucket.change { $0.corrupted = Place.bytes(1 << 20, seed: 1) }
    await #expect(throws: StorageError.self) {
      try await place.reference("x").writeAsync(toFile: file)
    }
    #expect(try folder.text(of: "x.jpg") == "old content")
    #expect(try names(folder) == ["x.jpg"])
  }

  @Test func `write_creates_parents: folders on the way are made`() async throws {
    let place = Place()
    let data = place.put(11)
    let folder = try TemporaryPlace()
    let file = folder.url.appending(path: "new/dir/x.jpg")
    #expect(try await place.reference("x").writeAsync(toFile: file) == file)
    #expect(try Data(contentsOf: file) == data)
  }

  @Test func `a folder is not replaced, and a link stays one`() async throws {
    let place = Place()
    let data = place.put(11)
    let folder = try TemporaryPlace()
    try folder.write("old", to: "file")
    #expect(symlink("file", folder.path("link")) == 0)
    let link = folder.url.appending(path: "link")
    _ = try await place.reference("x").writeAsync(toFile: link)
    #expect(try Data(contentsOf: folder.url.appending(path: "file")) == data)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "file")

    try folder.write("kept", to: "dir/file")
    await #expect(throws: StorageError.self) {
      try await place.reference("x").writeAsync(toFile: folder.url.appending(path: "dir"))
    }
    #expect(try folder.text(of: "dir/file") == "kept")
    #expect(try names(folder) == ["dir", "file", "link"])
  }

  @Test(arguments: [(1, 262_144), (256_000, 262_144), (262_144, 262_144), (600_000, 524_288)])
  func `chunk_size_rounding: multiples of 262,144`(_ wanted: Int64, _ rounded: Int) async throws {
    let place = Place()
    let folder = try TemporaryPlace()
    try folder.write(Place.bytes(megabyte), to: "file")
    place.storage.uploadChunkSizeBytes = wanted
    #expect(place.storage.uploadChunkSizeBytes == Int64(rounded))
    let tape = Tape()
    let task = place.reference("x").putFile(from: folder.url.appending(path: "file"))
    tape.attach(to: task)
    #expect(try await tape.whole(place.storage).last == "S")
    #expect(place.bucket.counts.chunks == Array(repeating: rounded, count: megabyte / rounded))
    if wanted == 1 { #expect(tape.count(of: "P(") >= 4) }
  }

  @Test func `what a bucket keeps and what was sent are compared`() async throws {
    let place = Place()
    let answers = Answers<StorageMetadata>()
    place.bucket.change { $0.denial = nil }
    place.reference("x").putData(Place.bytes(300_000)) { answers.note($0, $1) }
    #expect(try await answers.first().get().md5Hash?.count == 24)
  }

  @Test(arguments: [true, false])
  func `a task that is cancelled cancels its transfer`(_ isEarly: Bool) async throws {
    let place = Place(FakeBucket.Script(holdsAt: 0))
    place.put(11)
    let waiting = Task { try await place.reference("x").data(maxSize: 11) }
    if !isEarly { try await eventually("a leg") { place.bucket.gate.waiting == 1 } }
    waiting.cancel()
    let result = await waiting.result
    #expect(throws: StorageError.self) { try result.get() }
    guard case .failure(StorageError.cancelled) = result else {
      Issue.record("not cancelled: \(result)")
      return
    }
    #expect(place.bucket.counts.alive == 0)
  }

  @Test func `progress handlers of the async forms hear of the end before it is returned`()
    async throws
  {
    let place = Place()
    let tape = Tape()
    _ = try await place.reference("x").putDataAsync(Place.bytes(11)) { progress in
      tape.note("\(progress?.completedUnitCount ?? -1)")
    }
    #expect(tape.all.last == "11")
  }
}
