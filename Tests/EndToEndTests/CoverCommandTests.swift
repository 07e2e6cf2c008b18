import Foundation
import TestSupport
import Testing

/// `bookstock cover`, as scripts and people call it.
@Suite struct CoverCommandTests {
  private static let isbn = "9780306406157"

  private func shop() async throws -> Shop {
    let shop = try Shop()
    try await shop.json("add", Self.isbn, "--title", "Emma", "--count", "2")
    return shop
  }

  /// The files of objects in the shop's storage.
  private static func files(in shop: Shop) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: shop.data + "/pictures/objects")
      .filter { $0.contains("/") }
  }

  @Test func `a cover is set, shown and removed, and answers are one object`() async throws {
    let shop = try await shop()
    let set = try await shop.json("cover", Self.isbn, "--file", try TestCover.red.file(in: shop))
    #expect(
      set == [
        "isbn": "9780306406157", "title": "Emma", "status": "set", "origin": "file",
        "icon": "gs://covers/Books/9780306406157.jpg",
      ])
    #expect(try await shop.json("show", Self.isbn)["icon"] == set["icon"])
    let shown = try await shop.json("cover", Self.isbn, "--show")
    #expect(shown["width"] == 24)
    #expect(shown["height"] == 36)
    #expect(try await shop.json("cover", Self.isbn) == shown)
    #expect(try await shop.movements().count == 1)
    #expect(try await shop.findings() == [])
    let removed = try await shop.json("cover", Self.isbn, "--remove")
    #expect(removed == ["isbn": "9780306406157", "title": "Emma", "status": "removed"])
    #expect(try await shop.json("show", Self.isbn)["icon"] == nil)
  }

  @Test func `an address of a cover is shown without what may be a secret in it`() async throws {
    let shop = try Shop()
    try await shop.json("add", Self.isbn, "--title", "Emma")
    try await shop.json(
      "db", "set", "/BarCode/\(Self.isbn)/icon", "\"https://u:SECRET@a.example/b.jpg?t=SECRET#x\"")
    let shown = try await shop.run("show", Self.isbn)
    #expect(shown.output.contains("https://a.example/b.jpg\n"), "\(shown)")
    #expect(!shown.output.contains("SECRET"), "\(shown)")
  }

  @Test func `an undone removal brings the cover back, an undone addition takes it away`()
    async throws
  {
    let shop = try await shop()
    let set = try await shop.json("cover", Self.isbn, "--file", try TestCover.red.file(in: shop))
    try await shop.json("remove", Self.isbn)
    try await shop.json("undo")
    let shown = try await shop.json("cover", Self.isbn)
    #expect(shown["icon"] == set["icon"])
    #expect(shown["width"] == 24)
    #expect(try Self.files(in: shop).count == 1)
    try await shop.json("undo")
    try await shop.json("add", Self.isbn, "--title", "Emma")
    #expect(try await shop.json("show", Self.isbn)["icon"] == nil)
    #expect(try Self.files(in: shop) == [])
  }

  @Test func `in a pipe there are plain facts, no picture and no bar`() async throws {
    let shop = try await shop()
    let set = try await shop.run("cover", Self.isbn, "--file", try TestCover.red.file(in: shop))
    #expect(set.status == 0)
    #expect(
      set.output
        == "978-0-306-40615-7  Emma  cover set: gs://covers/Books/9780306406157.jpg\n")
    #expect(set.errors == "")
    let shown = try await shop.run("cover", Self.isbn, "--images", "kitty")
    #expect(
      shown.output
        == "978-0-306-40615-7  Emma  24 × 36 pixels, file  gs://covers/Books/9780306406157.jpg\n")
    #expect(shown.errors == "")
    let record = try await shop.run("show", Self.isbn)
    #expect(record.output.contains("\nCover            gs://covers/Books/9780306406157.jpg\n"))
    try await shop.json("cover", Self.isbn, "--remove")
    #expect(try await shop.run("show", Self.isbn).output.contains("Cover") == false)
  }

  @Test func `a cover deleted from the storage is missed, though it was shown before`() async throws
  {
    let shop = try await shop()
    try await shop.json("cover", Self.isbn, "--file", try TestCover.red.file(in: shop))
    try await shop.json("cover", Self.isbn)
    let removed = try await shop.run("storage", "rm", "Books/\(Self.isbn).jpg")
    #expect(removed.status == 0)
    let missing = try await shop.refusal("cover", Self.isbn)
    #expect(missing["reason"] == "no_cover")
    #expect(missing["icon"] == nil)
    let shown = try await shop.run("cover", Self.isbn)
    #expect(shown.status == 1)
    #expect(shown.errors.contains("The cover's picture is not in the storage."))
  }

  @Test func `what is refused exits with 1, names the reason and changes nothing`() async throws {
    let shop = try await shop()
    try await shop.json("cover", Self.isbn, "--file", try TestCover.red.file(in: shop))
    let before = try await shop.json("cover", Self.isbn)
    let page = try shop.place.write("<html></html>", to: "page.jpg")
    let bad = try await shop.refusal("cover", Self.isbn, "--file", page)
    #expect(bad["reason"] == "bad_picture")
    #expect(bad["status"] == "refused")
    #expect(bad["isbn"] == "9780306406157")
    let none = try await shop.refusal("cover", Self.isbn, "--file", shop.place.path("none.jpg"))
    #expect(none["reason"] == "unreadable")
    #expect(
      try await shop.refusal("cover", "9781402894626", "--remove")["reason"] == "unknown_book")
    #expect(try await shop.refusal("cover", Self.isbn, "--fetch")["reason"] == "later")
    let nobody = try await shop.refusal("cover", Self.isbn, "--url", "http://127.0.0.1:9/a.jpg")
    #expect(nobody["reason"] == "later")
    #expect(try await shop.json("cover", Self.isbn) == before)
  }

  @Test func `a storage that cannot be used exits with 3`() async throws {
    let shop = try await shop()
    let file = try shop.place.write("", to: "file")
    let trouble = try await shop.refusal(
      "cover", Self.isbn, "--file", try TestCover.red.file(in: shop), "--storage",
      "file://\(file)/pictures",
      status: 3)
    #expect(trouble["reason"] == "storage")
    #expect(try await shop.json("show", Self.isbn)["icon"] == nil)
  }

  @Test(arguments: [
    ["--file", "a.jpg", "--remove"], ["--replace"], ["--images", "big"], ["--lookup", "maybe"],
    ["--storage", "nowhere"], ["--storage", "gs://"],
  ])
  func `wrong usage exits with 2 and a sentence`(_ words: [String]) async throws {
    let shop = try await shop()
    let result = try await ChildProcess.run(shop.command(["cover", Self.isbn] + words))
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("bookstock: "))
    #expect(result.output == "")
  }

  @Test func `a wrong variable is named, and so is what it may be`() async throws {
    var shop = try await shop()
    shop.environment["BOOKSTOCK_IMAGES"] = "colour"
    let images = try await shop.run("list")
    #expect(images.status == 2)
    #expect(
      images.errors.hasPrefix(
        "bookstock: $BOOKSTOCK_IMAGES takes one of auto, cells, kitty, sixel, off, not “colour”."))
    shop.environment["BOOKSTOCK_IMAGES"] = ""
    shop.environment["BOOKSTOCK_OPENLIBRARY"] = "http://shop.example"
    let places = try await shop.run("list")
    #expect(places.status == 2)
    #expect(places.errors.contains("$BOOKSTOCK_OPENLIBRARY takes one https:// address"))
  }

  @Test func `a cover is fetched from a service, once and with a name and a contact`()
    async throws
  {
    let bytes = try TestCover.red.bytes
    let server = try ScriptedServer { request in
      request.rawPath == "/b/isbn/9780306406157-L.jpg"
        ? .bytes(bytes, headers: [("Content-Type", "image/jpeg")]) : WireAnswer(404)
    }
    var shop = try await shop()
    shop.environment["BOOKSTOCK_LOOKUP"] = "on"
    shop.environment["BOOKSTOCK_CONTACT"] = "shop@example.org"
    shop.environment["BOOKSTOCK_OPENLIBRARY"] = server.base.absoluteString
    let fetched = try await shop.json("cover", Self.isbn, "--fetch")
    #expect(fetched["status"] == "fetched")
    #expect(fetched["origin"] == "openlibrary")
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request["User-Agent"]?.hasSuffix(" (shop@example.org)") == true)
    try await shop.json("add", "9781402894626", "--title", "Six")
    let none = try await shop.refusal("cover", "9781402894626", "--fetch")
    #expect(none["reason"] == "no_cover")
    try await shop.json("cover", Self.isbn, "--file", try TestCover.red.file(in: shop))
    let kept = try await shop.refusal("cover", Self.isbn, "--fetch")
    #expect(kept["reason"] == "chosen_by_hand")
    let replaced = try await shop.json("cover", Self.isbn, "--fetch", "--replace")
    #expect(replaced["origin"] == "openlibrary")
  }
}
