import Foundation
import HTTPTransport
import Inventory
import OpenLibrary
import TestSupport
import Testing

/// What becomes of every answer a cover's server can give.
@Suite struct CoverTests {
  private let start = "https://covers.openlibrary.org/b/isbn/9780306406157-L.jpg?default=false"

  @Test func `a cover is asked for by its ISBN, with no cookie and no kind but two`() async throws {
    let bench = Bench(.whole(Sample.jpeg()))
    let found = try #require(try await bench.cover().found)
    #expect(found.bytes == Sample.jpeg())
    #expect(found.format == .jpeg && found.size == PictureSize(width: 300, height: 450))
    #expect(found.address.absoluteString == start)
    let request = try #require(bench.server.visits.first?.request)
    #expect(request.method == "GET" && request.body == nil && request.redirects == .refuse)
    #expect(request.headers["Accept"] == "image/jpeg,image/png")
    #expect(request.headers["User-Agent"] == "bookstock/1.2 (shop@example.org)")
    #expect(request.headers.fields.map(\.name) == ["Accept", "Accept-Encoding", "User-Agent"])
  }

  @Test func `a PNG under a name of a JPEG is a PNG, whatever the type says`() async throws {
    for type in ["image/jpeg", "application/octet-stream", "text/html"] {
      let found = try await Bench(.whole(Sample.png(), type)).cover().found
      #expect(found?.format == .png, "\(type)")
    }
  }

  @Test func `three redirects are followed, and nothing of the contact goes elsewhere`()
    async throws
  {
    let bench = Bench { request, _ in
      switch request.url.host() {
      case "covers.openlibrary.org":
        .redirect(
          "https://archive.org/download/l_covers_0010/l_covers_0010_87.zip/0010870361-L.jpg")
      case "archive.org": .redirect("//ia800100.us.archive.org/view.php?file=0010870361-L.jpg", 307)
      case "ia800100.us.archive.org" where request.url.query() != nil: .redirect("/9/L.jpg", 301)
      default: .whole(Sample.jpeg())
      }
    }
    let found = try #require(try await bench.cover().found)
    #expect(found.address.absoluteString == "https://ia800100.us.archive.org/9/L.jpg")
    let agents = bench.server.visits.map { $0.request.headers["User-Agent"] }
    #expect(
      agents == ["bookstock/1.2 (shop@example.org)"] + Array(repeating: "bookstock/1.2", count: 3))
  }

  @Test(arguments: [
    ("an endless way", "https://covers.openlibrary.org/x?", 6),
    ("a circle", "https://covers.openlibrary.org/same", 2),
  ])
  func `redirects end`(name: String, location: String, most: Int) async throws {
    let bench = Bench { _, _ in
      .redirect(location.hasSuffix("?") ? location + UUID().uuidString : location)
    }
    #expect(try await bench.cover().later?.isNews == true, "\(name)")
    #expect(bench.server.visits.count == most, "\(name)")
  }

  @Test(arguments: [
    "http://archive.org/a.jpg", "ftp://archive.org/a.jpg", "file:///etc/passwd",
    "data:image/jpeg,a",
    "https://127.0.0.1/a.jpg", "https://localhost/a.jpg", "https://[::1]/a.jpg",
    "https://10.0.0.7/",
    "https://router/", "https://2130706433/", "https://0x7f.1/", "https://[::ffff:192.168.0.1]/",
    "https://named-inside.example.org/a.jpg", "https://", "", "https:///a.jpg", "::",
  ])
  func `a redirect to elsewhere than the open internet by https is not followed`(
    location: String
  ) async throws {
    let bench = Bench(hosts: ["named-inside.example.org": .private]) { _, _ in .redirect(location) }
    let later = try #require(try await bench.cover().later)
    #expect(later.why.hasSuffix("."))
    #expect(bench.server.addresses == [start])
    // The next book is asked for: only this one rests.
    _ = try await bench.cover(Books.book(1))
    #expect(bench.server.visits.count == 2)
  }

  @Test func `a redirect without an address is not followed`() async throws {
    #expect(try await Bench(.answer(302)).cover().kind == "later")
    let long = "https://archive.org/" + String(repeating: "a", count: 10_000)
    #expect(try await Bench(.redirect(long)).cover().kind == "later")
  }

  @Test func `names and passwords in a redirect are not sent`() async throws {
    let bench = Bench { request, earlier in
      request.url.host() == "archive.org"
        ? .whole(Sample.jpeg()) : .redirect("https://me:secret@archive.org/a.jpg#part")
    }
    #expect(try await bench.cover().kind == "found")
    #expect(bench.server.addresses.last == "https://archive.org/a.jpg")
  }

  @Test(arguments: [
    ("/pixel", Sample.gif(1, 1)), ("short pixel", Sample.gif(1, 1, length: 43)),
    ("/empty", Data()), ("99 bytes", Data(Sample.jpeg().prefix(99))),
    ("a line", Sample.jpeg(500, 1)), ("10 px", Sample.png(10, 10)),
    ("/placeholder", Sample.png(800, 600, length: 2_813)),
  ])
  func `an empty dot and a known placeholder are no cover`(name: String, body: Data) async throws {
    #expect(try await Bench(.whole(body)).cover().kind == "absent", "\(name)")
  }

  @Test func `404 is remembered for a while`() async throws {
    let bench = Bench(.answer(404, ["Content-Type": "text/html"], Sample.html))
    guard case .absent(let until) = try await bench.cover() else {
      Issue.record("404 was no absence")
      return
    }
    #expect(until.timeIntervalSince(bench.clock.day) == 30 * 86_400)
  }

  @Test func `404 of another server than the service says nothing about the book`() async throws {
    let bench = Bench { request, _ in
      request.url.host() == "archive.org" ? .answer(404) : .redirect("https://archive.org/a.jpg")
    }
    #expect(try await bench.cover().kind == "later")
  }

  @Test func `a picture cut short is never a cover`() async throws {
    let jpeg = Sample.jpeg()
    let cut = Data(jpeg.prefix(600))
    let plays: [(String, FakeServer.Play)] = [
      ("broken off", .cut(200, ["Content-Length": "\(jpeg.count)"], cut)),
      ("shorter than announced", .answer(200, ["Content-Length": "\(jpeg.count)"], cut)),
      ("longer than announced", .answer(200, ["Content-Length": "999"], jpeg)),
      ("without length", .answer(200, [:], cut)),
      ("PNG without end", .answer(200, [:], Data(Sample.png().dropLast(4)))),
      ("no frame", .whole(Data(jpeg.prefix(4)) + Data(repeating: 1, count: 500) + [0xFF, 0xD9])),
      ("reset", .lost("connection reset")),
    ]
    for (name, play) in plays {
      #expect(try await Bench(play).cover().kind == "later", "\(name)")
    }
  }

  @Test func `a whole picture without an announced length is taken`() async throws {
    #expect(try await Bench(.answer(200, [:], Sample.jpeg(), pieces: 100)).cover().kind == "found")
    let padded = Sample.jpeg() + Data([0, 0, 13, 10])
    #expect(try await Bench(.answer(200, [:], padded)).cover().kind == "found")
  }

  @Test func `a length announced for the packed form is not compared`() async throws {
    let headers: HTTPHeaders = ["Content-Encoding": "gzip", "Content-Length": "17"]
    #expect(try await Bench(.answer(200, headers, Sample.jpeg())).cover().kind == "found")
    #expect(try await Bench(.answer(200, headers, Sample.gzip)).cover().kind == "later")
  }

  @Test func `other kinds of picture are refused by name`() async throws {
    for (body, word) in [(Sample.webp, "WebP"), (Sample.avif, "AVIF"), (Sample.gif(90, 90), "GIF")]
    {
      let sentence = try #require(try await Bench(.whole(body)).cover().refusal)
      #expect(sentence.contains(word))
    }
    var settings = Bench.settings
    settings.formats = [.gif]
    let bench = Bench(settings) { _, _ in .whole(Sample.gif(90, 90)) }
    #expect(try await bench.cover().found?.format == .gif)
  }

  @Test func `what is too large is refused, announced or not, and not read to its end`()
    async throws
  {
    let announced = Bench(.answer(200, ["Content-Length": "52428800"], Sample.jpeg()))
    #expect(try await announced.cover().refusal?.contains("2 MB") == true)
    #expect(announced.server.handedOver == 0)
    let endless = Bench(.endless([:]))
    #expect(try await endless.cover().refusal?.contains("2 MB") == true)
    #expect(endless.server.handedOver <= Limits.pictureBytes + 65_536)
    let most = Bench(.whole(Sample.jpeg(length: Limits.pictureBytes)))
    #expect(try await most.cover().kind == "found")
    let more = Bench(.answer(200, [:], Sample.jpeg(length: Limits.pictureBytes + 1)))
    #expect(try await more.cover().kind == "refused")
    #expect(try await Bench(.whole(Sample.jpeg(6_001, 20))).cover().kind == "refused")
  }

  @Test func `a huge body of an error is not read to its end`() async throws {
    let bench = Bench(.answer(404, [:], Data(count: 10_000_000), pieces: 1_000))
    #expect(try await bench.cover().kind == "absent")
    #expect(bench.server.handedOver < 100_000)
  }

  @Test func `an answer byte by byte ends with its time`() async throws {
    let bench = Bench(.slow(["Content-Length": "1000"]))
    let asked = Asked { await bench.library.cover(of: Books.first) }
    try await eventually("the request's time begins") { bench.clock.sleeping == 1 }
    bench.clock.advance(by: Limits.requestTime)
    #expect(try await asked.value("the end of a slow answer").kind == "later")
    #expect(bench.server.open == 0)
  }

  @Test func `other answers are no absence`() async throws {
    for status in [100, 201, 204, 206, 300, 304, 400, 401, 418, 451, 600, -1] {
      let answer = try await Bench(.answer(status, [:], Sample.jpeg())).cover()
      #expect(answer.kind == "later", "\(status)")
    }
  }

  @Test func `a shop's own code is never asked for`() async throws {
    let bench = Bench(.whole(Sample.jpeg()))
    for text in ["2012345678900", "own-17", "9780306406158", "9790060115615", "4006381333931"] {
      let key = try #require(StockKey(text))
      let cover = try await bounded("a refusal") { await bench.library.cover(of: key) }
      let record = try await bounded("a refusal") { await bench.library.record(of: key) }
      #expect(cover.kind == "refused" && record.kind == "refused", "\(text)")
    }
    #expect(bench.server.visits.isEmpty)
    let key = try #require(StockKey("9780306406157"))
    let cover = try await bounded("a cover") { await bench.library.cover(of: key) }
    #expect(cover.kind == "found")
  }

  @Test func `a service on this machine is reached by http, by IPv6 too`() async throws {
    for base in ["http://127.0.0.1:8080", "http://[::1]:8080", "http://localhost:8080"] {
      let url = try #require(URL(string: base))
      let places = try #require(ServicePlaces(covers: url, records: url))
      let bench = Bench(OpenLibrarySettings(version: "1", places: places)) { request, _ in
        request.url.path() == "/ok" ? .whole(Sample.jpeg()) : .redirect("/ok")
      }
      let found = try #require(try await bench.cover().found)
      #expect(found.address.absoluteString == base + "/ok")
      let outside = Bench(OpenLibrarySettings(version: "1", places: places)) { _, _ in
        .redirect("http://example.org/a.jpg")
      }
      #expect(try await outside.cover().kind == "later")
      #expect(outside.server.visits.count == 1)
    }
    for base in ["http://example.org", "http://192.168.0.9", "ftp://a.org", "https://me@a.org"] {
      let url = try #require(URL(string: base))
      #expect(ServicePlaces(covers: url, records: url) == nil, "\(base)")
    }
  }
}
