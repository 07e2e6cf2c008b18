import Foundation
import ObjectStorage
import TestSupport
import Testing

/// Names from outside: none becomes a path, none is changed.
@Suite struct FolderNameTests {
  static let hostile = [
    "a", "a/b", "a/b/c", "A", "é", "e\u{301}", "../../x", "./x", "..x", "a/../b", "a/./b",
    "a\u{0}b",
    "\u{1}\u{1b}[2J", "x y", "%2F", "日本/語", "\u{7f}\u{85}", "\u{10FFFF}", "#[]*?", "-rf",
    String(repeating: "😀", count: 256), "con", "a.", "a ", "catalogue.sqlite", "objects",
  ]

  @Test func `put_special_name: any name of signs is kept as it is`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    let name = "ios/public/hello&+@_ .txt"
    let record = try await bucket.put(name, "Hello Swift World")
    #expect(record.name == name)
    #expect(try await bucket.metadata(name) == record)
    #expect(try await bucket.get(name) == Data("Hello Swift World".utf8))
  }

  @Test func `esc_no_unicode_normalisation: two forms of a letter are two objects`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    try await bucket.put("\u{E9}.jpg", "composed")
    try await bucket.put("e\u{301}.jpg", "decomposed")
    #expect(try await bucket.get("\u{E9}.jpg") == Data("composed".utf8))
    #expect(try await bucket.get("e\u{301}.jpg") == Data("decomposed".utf8))
    #expect(try await bucket.page().items.map(Bytes.init).count == 2)
  }

  @Test func `hostile names live side by side, and none leaves the folder`() async throws {
    let fixture = try await FolderFixture()
    for (index, name) in Self.hostile.enumerated() {
      let record = try await fixture.bucket.put(name, "\(index)")
      #expect(Bytes(record.name) == Bytes(ObjectPath(name).text))
    }
    for (index, name) in Self.hostile.enumerated() {
      #expect(try await fixture.bucket.get(name) == Data("\(index)".utf8), "\(name)")
    }
    #expect(try fixture.files.count == Self.hostile.count)
    let around = try FileManager.default.contentsOfDirectory(atPath: fixture.place.path)
    #expect(around == ["b"])
    let inside = try FileManager.default.contentsOfDirectory(atPath: fixture.folder)
    #expect(
      Set(inside).isSubset(
        of: [
          "catalogue.sqlite", "catalogue.sqlite-wal", "catalogue.sqlite-shm", "objects",
          "running", "turn",
        ]))
  }

  @Test(arguments: [
    "", "/", ".", "..", "a\nb", "a\rb", ".well-known/acme-challenge/x",
    String(repeating: "😀", count: 256) + "x", String(repeating: "x", count: 1_025),
  ])
  func `a name beyond the limits is refused before anything is done`(name: String) async throws {
    let fixture = try await FolderFixture()
    #expect(await code { try await fixture.bucket.put(name, "x") } == .invalidArgument)
    #expect(await code { _ = try await fixture.bucket.get(name) } == .invalidArgument)
    #expect(await code { _ = try await fixture.bucket.metadata(name) } == .invalidArgument)
    #expect(await code { try await fixture.bucket.delete(name) } == .invalidArgument)
    #expect(try fixture.files.isEmpty)
  }

  @Test func `names at the limits are taken`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    for name in [String(repeating: "x", count: 1_024), "x", "...", ".well-known/acme"] {
      try await bucket.put(name, "x")
      #expect(try await bucket.get(name) == Data("x".utf8))
    }
  }
}
