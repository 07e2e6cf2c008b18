import Foundation
import ObjectStorage
import SQLite
import TestSupport
import Testing

/// Listings: order, prefixes, pages and their tokens.
@Suite struct FolderListTests {
  @Test func `list_paging: a page counts items and prefixes together`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    for name in ["list/a", "list/b", "list/prefix/x"] { try await bucket.put(name, "x") }
    let first = try await bucket.page("list", 2)
    #expect(first.items == ["list/a", "list/b"])
    #expect(first.prefixes == [])
    let token = try #require(first.nextPageToken)
    let second = try await bucket.page("list", 2, from: token)
    #expect(second == ListPage(prefixes: ["list/prefix"], items: [], nextPageToken: nil))
  }

  @Test func `list_hides_invalid_names: names with empty pieces are not shown`() async throws {
    let fixture = try await FolderFixture()
    for name in ["list/a", "list/bad", "list/dir"] { try await fixture.bucket.put(name, "x") }
    // Put there by another program: no reference has such names.
    let other = try Connection<ListFault>(
      opening: fixture.folder + "/catalogue.sqlite", access: .readWrite, patience: 1_000)
    try other.execute(
      """
      UPDATE object SET name = CAST('list//bad' AS BLOB) WHERE name = CAST('list/bad' AS BLOB);
      UPDATE object SET name = CAST('list/dir/' AS BLOB) WHERE name = CAST('list/dir' AS BLOB);
      """)
    let page = try await fixture.bucket.page("list")
    #expect(page.items == ["list/a"])
    #expect(page.prefixes == ["list/dir"])
    #expect(page.nextPageToken == nil)
    #expect(try await fixture.bucket.page("list/dir").items == [])
    other.close()
  }

  @Test func `a number of results outside of the limits is refused`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    for number in [0, -1, 1_001, 22_222, Int.max] {
      #expect(await code { _ = try await bucket.page("", number) } == .invalidArgument)
    }
    #expect(try await bucket.page("", 1_000).items == [])
  }

  @Test func `a token of another place, or of nobody, is refused`() async throws {
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    for name in ["a/1", "a/2", "b/1", "b/2"] { try await bucket.put(name, "x") }
    let token = try #require(try await bucket.page("a", 1).nextPageToken)
    var changed = Array(token)
    changed[changed.count - 3] = changed[changed.count - 3] == "A" ? "B" : "A"
    let long = String(repeating: "A", count: 100_000)
    for (under, text) in [
      ("b", token), ("", token), ("a", String(changed)), ("a", "x"), ("a", "😀"), ("a", long),
      ("a", String(token.dropLast(4))), ("a", "AAAAAAAAAAAAAAAA"),
    ] {
      #expect(
        await code { _ = try await bucket.page(under, 1, from: text) } == .invalidArgument,
        "\(text.prefix(40))")
    }
    #expect(try await bucket.page("a", 1, from: token).items == ["a/2"])
    #expect(try await bucket.page("a", 5, from: "").items == ["a/1", "a/2"])
  }

  @Test func `pages are as if the names had been sorted and cut, whatever the names`()
    async throws
  {
    var random = SeededGenerator()
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    var names: Set<Bytes> = []
    let pieces =
      FolderNameTests.hostile.flatMap { $0.split(separator: "/") }.map(String.init)
      .filter { $0.utf8.count < 200 } + ["/", "0", "!", "a0", "a."]
    while names.count < 150 {
      let count = Int.random(in: 1...3, using: &random)
      let text = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }
        .joined(separator: "/")
      let name = ObjectPath(text).text
      guard !["", ".", ".."].contains(name) else { continue }
      try await bucket.put(name, "x")
      names.insert(Bytes(name))
    }
    let places = names.flatMap { name in
      name.bytes.indices.filter { name.bytes[$0] == 0x2F }.map { Array(name.bytes[..<$0]) }
    }
    for place in Set(places).union([[], Array("nothing".utf8)]) {
      let size = Int.random(in: 1...7, using: &random)
      let under = String(decoding: place, as: UTF8.self)
      var found: [NaiveListing.Entry] = []
      var token: String?
      repeat {
        let page = try await bucket.page(under, size, from: token)
        let count = page.items.count + page.prefixes.count
        #expect(token == nil ? count <= size : (1...size).contains(count))
        if page.nextPageToken != nil { #expect(count == size) }
        found += NaiveListing.merged(page)
        token = page.nextPageToken
      } while token != nil
      #expect(found == NaiveListing.entries(of: names, under: place), "\(under)")
    }
  }

  @Test func `what is there all the time is listed once while others come and go`() async throws {
    var random = SeededGenerator()
    let fixture = try await FolderFixture()
    defer { fixture.end() }
    let bucket = fixture.bucket
    let constant = (0..<40).map { "k\($0 * 2 + 1000)" }
    for name in constant { try await bucket.put(name, "x") }
    var seen: [String] = []
    var token: String?
    repeat {
      let page = try await bucket.page("", 3, from: token)
      seen += page.items.filter { constant.contains($0) }
      token = page.nextPageToken
      let other = "k\(Int.random(in: 0..<40, using: &random) * 2 + 1001)"
      if await code(of: { try await bucket.delete(other) }) != nil {
        try await bucket.put(other, "y")
      }
      // What the last page ended with goes too, and its place is still known.
      if let last = page.items.last, !constant.contains(last) { _ = try? await bucket.delete(last) }
    } while token != nil
    #expect(seen == constant)
  }
}

/// The error of a connection that a test opens for itself.
struct ListFault: SQLiteFailure {
  let fault: SQLiteFault
  init(_ fault: SQLiteFault) { self.fault = fault }
}

/// Listings made by sorting all names.
enum NaiveListing {
  struct Entry: Hashable {
    var name: Bytes
    var isPrefix: Bool
  }

  static func entries(of names: Set<Bytes>, under place: [UInt8]) -> [Entry] {
    let prefix = place.isEmpty ? [] : place + [0x2F]
    var entries: [Entry] = []
    for name in names.sorted() where name.bytes.starts(with: prefix) {
      let rest = name.bytes.dropFirst(prefix.count)
      let slash = rest.firstIndex(of: 0x2F)
      let shown = slash.map { Array(name.bytes[..<$0]) } ?? name.bytes
      let entry = Entry(
        name: Bytes(String(decoding: shown, as: UTF8.self)), isPrefix: slash != nil)
      if !entries.contains(entry) { entries.append(entry) }
    }
    return entries
  }

  /// A page's entries in their order: a prefix stands where its slash would.
  static func merged(_ page: ListPage) -> [Entry] {
    let items = page.items.map { (key: Bytes($0), entry: Entry(name: Bytes($0), isPrefix: false)) }
    let prefixes = page.prefixes.map {
      (key: Bytes($0 + "/"), entry: Entry(name: Bytes($0), isPrefix: true))
    }
    return (items + prefixes).sorted { $0.key < $1.key }.map(\.entry)
  }
}
