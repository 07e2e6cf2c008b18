import Foundation
import TestSupport
import Testing

@testable import ObjectStorage

/// Objects, metadata and lists: the same stories wherever objects lie.
@Suite(.serialized, .timeLimit(.minutes(5))) struct EngineObjectTests {
  @Test(arguments: Engine.all)
  func `what is put is got, into memory and into files`(engine: Engine) async throws {
    let site = try await engine.open()
    for (number, size) in [0, 1, 262_144, 262_145, 1_060_921].enumerated() {
      let data = Place.bytes(size, seed: UInt8(number + 1))
      let source = try site.file("in-\(size).png")
      try data.write(to: source)
      let fromFile = try await site.reference("f/\(size)").putFileAsync(from: source)
      let fromData = try await site.put(data, "d/\(size)")
      for (metadata, path) in [(fromFile, "f/\(size)"), (fromData, "d/\(size)")] {
        #expect(metadata.size == Int64(size))
        #expect(metadata.path == path)
        #expect(metadata.bucket == "bucket")
        let reference = site.reference(path)
        #expect(try await reference.data(maxSize: 2_000_000) == data)
        let target = try site.file("out/\(path)")
        #expect(try await reference.writeAsync(toFile: target) == target)
        #expect(try Data(contentsOf: target) == data)
        #expect(try await reference.getMetadata().size == Int64(size))
      }
      if engine.gap(.typesOfSessions) == nil || size <= 262_144 {
        #expect(fromFile.contentType == "image/png")
      }
    }
  }

  @Test(arguments: Engine.all)
  func `completions get what the awaiting forms return`(engine: Engine) async throws {
    let site = try await engine.open()
    let data = Place.bytes(300_000)
    let put = Answers<StorageMetadata>()
    site.reference("x").putData(data, metadata: nil) { put.note($0, $1) }
    #expect(try await put.first().get().size == 300_000)
    let got = Answers<Data>()
    site.reference("x").getData(maxSize: 300_000) { got.note($0, $1) }
    #expect(try await got.first().get() == data)
    let metadata = Answers<StorageMetadata>()
    site.reference("x").getMetadata { metadata.note($0, $1) }
    #expect(try await metadata.first().get().path == "x")
    let missing = Answers<StorageMetadata>()
    site.reference("none").getMetadata { missing.note($0, $1) }
    #expect(try await missing.code() == -13010)
    let deleted = Answers<Bool>()
    site.reference("x").delete { deleted.note($0 == nil, $0) }
    #expect(try await deleted.first().get())
    await settled(site.storage)
    let counts: [Int] = [put.count, got.count, metadata.count, missing.count, deleted.count]
    #expect(counts.allSatisfy { $0 == 1 })
  }

  @Test(arguments: Engine.all)
  func `what is not there is objectNotFound, whatever is asked`(engine: Engine) async throws {
    let site = try await engine.open()
    try await site.put(Data("x".utf8), "there")
    let none = site.reference("no/such")
    #expect(await site.code { _ = try await none.data(maxSize: 10) } == -13010)
    #expect(await site.code { _ = try await none.getMetadata() } == -13010)
    #expect(await site.code { try await none.delete() } == -13010)
    #expect(await site.code { _ = try await none.downloadURL() } != nil)
    let change = StorageMetadata()
    change.contentType = "a/b"
    #expect(await site.code { _ = try await none.updateMetadata(change) } == -13010)
    let target = try site.file("out")
    #expect(await site.code { _ = try await none.writeAsync(toFile: target) } == -13010)
    #expect(!FileManager.default.fileExists(atPath: target.path))
    try await site.reference("there").delete()
    #expect(await site.code { try await site.reference("there").delete() } == -13010)
  }

  @Test(arguments: Engine.all)
  func `names keep their bytes`(engine: Engine) async throws {
    let site = try await engine.open()
    var names = [
      "ordner/漢字 % ? # & ; +.bin", "caf\u{E9}", "A", "a", "a b", "x=y,z",
      "a/b/c/d/e", "q?alt=media&token=1", "!$'()*,:@[]",
    ]
    if engine.gap(.byteNames) == nil { names.append("cafe\u{301}") }
    for name in names { try await site.put(Data(name.utf8), name) }
    for name in names {
      #expect(
        try await site.reference(name).data(maxSize: 1_000) == Data(name.utf8),
        "\(name.debugDescription)")
      let path = try await site.reference(name).getMetadata().path ?? ""
      #expect(path.utf8.elementsEqual(name.utf8))
    }
    let root = try await site.storage.reference().listAll()
    let wanted = names.filter { !$0.contains("/") }.map { Array($0.utf8) }
    #expect(Set(root.items.map { Array($0.fullPath.utf8) }) == Set(wanted))
    #expect(root.prefixes.map(\.fullPath).sorted() == ["a", "ordner"])
  }

  @Test(arguments: Engine.all)
  func `a list has what lies directly below, each once and in order`(engine: Engine) async throws {
    let site = try await engine.open()
    for name in ["b/2", "b/1", "b/c/x", "b/d/y", "b/d/z", "b", "a", "bb"] {
      try await site.put(Data("x".utf8), name)
    }
    let below = try await site.reference("b").listAll()
    #expect(below.items.map(\.fullPath) == ["b/1", "b/2"])
    #expect(below.prefixes.map(\.fullPath) == ["b/c", "b/d"])
    #expect(below.pageToken == nil)
    let root = try await site.storage.reference().listAll()
    #expect(root.items.map(\.fullPath) == ["a", "b", "bb"])
    #expect(root.prefixes.map(\.fullPath) == ["b"])
    let nothing = try await site.reference("none").listAll()
    #expect(nothing.items.isEmpty && nothing.prefixes.isEmpty)
    for number: Int64 in [0, 1001, -1] {
      #expect(
        await site.code { _ = try await site.reference("b").list(maxResults: number) } == -13050)
    }
  }

  @Test(arguments: Engine.able(.pages))
  func `pages together are the whole list`(engine: Engine) async throws {
    let site = try await engine.open()
    let names = (0..<25).map { "p/\($0 + 100)" }
    for name in names.shuffled() { try await site.put(Data(name.utf8), name) }
    for size: Int64 in [1, 7, 25, 1000] {
      var seen: [String] = []
      var token: String?
      repeat {
        let place = site.reference("p")
        let page =
          if let token {
            try await place.list(maxResults: size, pageToken: token)
          } else {
            try await place.list(maxResults: size)
          }
        #expect(page.items.count <= size)
        seen += page.items.map(\.fullPath)
        token = page.pageToken
      } while token != nil && seen.count < 100
      #expect(seen == names, "pages of \(size)")
    }
  }

  @Test(arguments: Engine.all)
  func `metadata of an upload stays with the object`(engine: Engine) async throws {
    let site = try await engine.open()
    let metadata = StorageMetadata()
    metadata.contentType = "text/x-own"
    metadata.cacheControl = "no-store"
    metadata.customMetadata = ["key": "value", "other": "2"]
    if engine.gap(.unicodeMetadata) == nil { metadata.customMetadata?["art"] = "漢字 é" }
    let custom = metadata.customMetadata
    _ = try await site.reference("x").putDataAsync(Data("x".utf8), metadata: metadata)
    let stored = try await site.reference("x").getMetadata()
    #expect(stored.contentType == "text/x-own")
    #expect(stored.cacheControl == "no-store")
    #expect(stored.customMetadata == custom)
    #expect(stored.isFile && !stored.isFolder)
    #expect(try await site.reference("x").data(maxSize: 10) == Data("x".utf8))
    // The caller's is as it was.
    #expect(metadata.path == nil && metadata.size == 0)
  }

  @Test(arguments: Engine.able(.changedFields))
  func `a change of metadata changes what is named alone`(engine: Engine) async throws {
    let site = try await engine.open()
    let first = StorageMetadata()
    first.contentType = "a/b"
    first.cacheControl = "no-store"
    first.customMetadata = ["stays": "1", "changes": "2"]
    _ = try await site.reference("x").putDataAsync(Data("x".utf8), metadata: first)
    let metadata = try await site.reference("x").getMetadata()
    metadata.contentType = "c/d"
    metadata.customMetadata?["changes"] = "3"
    let changed = try await site.reference("x").updateMetadata(metadata)
    for now in [changed, try await site.reference("x").getMetadata()] {
      #expect(now.contentType == "c/d")
      #expect(now.cacheControl == "no-store")
      if engine.gap(.changedEntries) == nil {
        #expect(now.customMetadata == ["stays": "1", "changes": "3"])
      }
    }
    if engine.gap(.removedFields) == nil {
      changed.cacheControl = nil
      changed.customMetadata?["stays"] = nil
      let less = try await site.reference("x").updateMetadata(changed)
      #expect(less.cacheControl == nil)
      #expect(less.customMetadata == ["changes": "3"])
    }
    #expect(try await site.reference("x").data(maxSize: 10) == Data("x".utf8))
  }

  @Test(arguments: Engine.able(.generations))
  func `a new upload is a new generation`(engine: Engine) async throws {
    let site = try await engine.open()
    let first = try await site.put(Data("1".utf8), "x")
    let second = try await site.put(Data("22".utf8), "x")
    #expect(second.generation > first.generation)
    #expect(try await site.reference("x").getMetadata().generation == second.generation)
    #expect(try await site.reference("x").data(maxSize: 10) == Data("22".utf8))
  }

  @Test(arguments: [Engine.folder, .firebase])
  func `an address reads the very bytes`(engine: Engine) async throws {
    let site = try await engine.open()
    let data = Place.bytes(1_000)
    try await site.put(data, "a b/ü.bin")
    let url = try await site.reference("a b/ü.bin").downloadURL()
    if url.isFileURL {
      #expect(try Data(contentsOf: url) == data)
    } else {
      #expect(try site.storage.reference(for: url) == site.reference("a b/ü.bin"))
      #expect(url.absoluteString.contains("alt=media&token="))
    }
  }

  @Test func `what a server cannot do is known by name`() {
    for engine in Engine.all {
      for ability in Engine.Ability.allCases {
        if let gap = engine.gap(ability) { print("NOT RUN \(ability) on \(engine): \(gap)") }
      }
    }
    // Nothing is left to servers that need not be here.
    #expect(Engine.Ability.allCases.allSatisfy { Engine.able($0).contains(.folder) })
  }
}
