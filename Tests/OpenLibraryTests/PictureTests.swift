import Foundation
import HTTPTransport
import OpenLibrary
import Synchronization
import TestSupport
import Testing

/// Pictures from addresses that people give.
@Suite struct PictureTests {
  @Test func `a picture is fetched from any host, by http too, without the pace and the contact`()
    async throws
  {
    for address in [
      "https://www.books.com.tw/img/001/082/25/0010822522.jpg", "http://example.org/a.jpg?v=1",
      "http://127.0.0.1:8080/a.jpg", "https://192.168.0.9/a.jpg", "http://nas/a.jpg",
      "http://[::1]/a.jpg",
    ] {
      let bench = Bench(.whole(Sample.png()))
      let found = try #require(try await bench.picture(address).found)
      #expect(found.address.absoluteString == address)
      #expect(bench.server.visits.first?.request.headers["User-Agent"] == "bookstock/1.2")
      #expect(bench.server.visits.first?.at == .seconds(1_000))
    }
  }

  @Test func `the bytes of a picture are told as they come, with those announced`() async throws {
    let picture = Sample.png()
    for (headers, expected) in [
      (["Content-Length": "\(picture.count)"] as HTTPHeaders, Int64(picture.count)), ([:], -1),
    ] {
      let bench = Bench(.answer(200, headers, picture, pieces: 4))
      let told = Mutex<[[Int64]]>([])
      let url = try #require(URL(string: "http://127.0.0.1:8080/a.png"))
      let answer = try await bounded("a picture") { [library = bench.library] in
        await library.picture(at: url) { received, expected in
          told.withLock { $0.append([received, expected]) }
        }
      }
      #expect(answer.kind == "found")
      let steps = told.withLock { $0 }
      #expect(steps.count == 4)
      #expect(steps.map { $0[0] } == steps.map { $0[0] }.sorted())
      #expect(steps.last == [Int64(picture.count), expected])
    }
  }

  @Test func `of a page of an error, and of a redirect, no bytes are told`() async throws {
    let bench = Bench { request, _ in
      request.url.path == "/a" ? .redirect("/b") : .answer(404, [:], Sample.html)
    }
    let told = Mutex(0)
    let url = try #require(URL(string: "http://127.0.0.1:8080/a"))
    _ = try await bounded("an answer") { [library = bench.library] in
      await library.picture(at: url) { _, _ in told.withLock { $0 += 1 } }
    }
    #expect(told.withLock { $0 } == 0)
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://example.org/a.jpg", "data:image/png;base64,AAAA", "a.jpg", "//a/b",
    "https:", "https://", "javascript:alert(1)", "gopher://a/", "HTTPS:///a.jpg",
    "https://a/" + String(repeating: "b", count: 9_000),
  ])
  func `other schemes, and what is no address, are refused and nothing is sent`(
    address: String
  ) async throws {
    let bench = Bench(.whole(Sample.png()))
    #expect(try await bench.picture(address).kind == "refused")
    #expect(bench.server.visits.isEmpty)
  }

  @Test func `names, passwords and tokens are neither sent nor told`() async throws {
    let address = "https://me:geheim@example.org/a.jpg?token=geheim#geheim"
    let plays: [FakeServer.Play] = [
      .answer(404), .answer(401), .answer(500), .answer(999), .whole(Sample.html),
      .whole(Sample.gif(1, 1)), .lost("GET https://me:geheim@example.org failed"),
      .redirect("ftp://me:geheim@example.org/?geheim"), .redirect("http://a.org/?geheim"),
      .answer(200, ["Content-Length": "99999999"]), .whole(Sample.webp),
      .answer(200, [:], Data(Sample.jpeg().dropLast())), .redirect("https://10.0.0.1/?geheim"),
    ]
    for play in plays {
      let bench = Bench(play)
      let answer = try await bench.picture(address)
      let sentence = try #require(answer.refusal ?? answer.later?.why)
      #expect(!sentence.contains("geheim") && sentence.contains("https://example.org/a.jpg"))
      #expect(bench.server.addresses == ["https://example.org/a.jpg?token=geheim"])
    }
  }

  @Test func `no control sequence reaches a sentence`() async throws {
    let bench = Bench(.lost("a\u{1b}[2J\u{9b}b\nc" + String(repeating: "d", count: 9_000)))
    let why = try #require(try await bench.picture("https://example.org/%1b%5b2J").later?.why)
    #expect(why.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    #expect(why.count < 400)
    let long = "https://example.org/" + String(repeating: "a", count: 5_000)
    #expect(try await Bench(.answer(404)).picture(long).refusal.map { $0.count < 400 } == true)
  }

  @Test(arguments: [
    ("http://a.org/", "http://b.org/x.jpg", true), ("http://a.org/", "https://b.org/x.jpg", true),
    ("https://a.org/", "http://b.org/x.jpg", false), ("https://a.org/", "/x.jpg", true),
    ("https://a.org/", "https://127.0.0.1/x.jpg", false),
    ("http://a.org/", "http://169.254.169.254/latest", false),
    ("http://a.org/", "http://[fd00::1]/x.jpg", false),
    ("http://a.org/", "http://nas/x.jpg", false),
    ("http://a.org/", "http://localhost:9/x.jpg", false),
    ("http://a.org/", "http://inside.example.org/x.jpg", false),
    ("http://nas/", "http://192.168.0.9/x.jpg", true),
    ("http://127.0.0.1/", "http://b.org/x", true),
    ("http://nas/", "http://127.0.0.1/x.jpg", false), ("http://nas/", "http://localhost/x", false),
    ("http://127.0.0.1/", "http://nas/x.jpg", true),
    ("http://inside.example.org/", "https://inside.example.org/x.jpg", true),
  ])
  func `redirects are followed outwards and not inwards`(
    start: String, location: String, isFollowed: Bool
  ) async throws {
    let bench = Bench(hosts: ["inside.example.org": .loopback]) { request, _ in
      request.url.absoluteString == start ? .redirect(location) : .whole(Sample.jpeg())
    }
    let answer = try await bench.picture(start)
    #expect(answer.kind == (isFollowed ? "found" : "refused"))
    #expect(bench.server.visits.count == (isFollowed ? 2 : 1))
  }

  @Test func `who was led outside is not led inside again`() async throws {
    let bench = Bench { request, _ in
      request.url.host() == "nas" ? .redirect("http://a.org/") : .redirect("http://nas/b")
    }
    #expect(try await bench.picture("http://nas/a").kind == "refused")
    #expect(bench.server.visits.count == 2)
  }

  @Test func `an “image not available” picture is told as such`() async throws {
    let bench = Bench(.whole(Sample.jpeg(575, 750, length: 15_567)))
    let google = "https://books.google.com/books/content?id=x&printsec=frontcover&img=1&zoom=2"
    #expect(try await bench.picture(google).refusal?.contains("says that there is none") == true)
    #expect(try await bench.picture("https://example.org/a.jpg").kind == "found")
  }

  @Test func `what cannot be had now is later, and tried again at once when asked`() async throws {
    let bench = Bench { _, earlier in earlier == 0 ? .answer(500) : .whole(Sample.jpeg()) }
    let later = try #require(try await bench.picture("https://example.org/a.jpg").later)
    #expect(later.until > bench.clock.day)
    #expect(try await bench.picture("https://example.org/a.jpg").kind == "found")
  }

  @Test func `a picture of the service by its number keeps the pace and is not counted`()
    async throws
  {
    let bench = Bench(.whole(Sample.jpeg()))
    for number in 0..<130 {
      let address = "https://covers.openlibrary.org/b/id/\(number + 1)-L.jpg"
      #expect(try await bench.picture(address).kind == "found")
    }
    let times = bench.server.visits.map(\.at)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= Pace.namedGap })
    #expect(bench.clock.now < .seconds(1_100))
  }
}

/// How far away a host is.
@Suite struct HostKindTests {
  @Test(arguments: [
    "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0.0.0.0", "0", "::1", "::",
    "::ffff:127.0.0.1", "64:ff9b::7f00:1", "localhost", "a.localhost", "2002:7f00:1::",
  ])
  func `this machine is known in every spelling`(host: String) {
    #expect(HostKind(host) == .loopback)
  }

  @Test(arguments: [
    "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.1", "169.254.169.254", "100.64.0.1",
    "224.0.0.1", "255.255.255.255", "fe80::1", "fe80::1%eth0", "fd12::1", "ff02::1", "nas",
    "router.local", "a.lan", "a.home.arpa", "metadata.google.internal", "::ffff:10.0.0.1",
    "64:ff9b::a00:1", "a:b", "１０.0.0.1", "192.0.0.8", "198.18.0.1", "2002:c0a8:1::",
  ])
  func `the shop's network is private`(host: String) {
    #expect(HostKind(host) == .private)
  }

  @Test(arguments: [
    "openlibrary.org", "8.8.8.8", "172.32.0.1", "172.15.0.1", "100.128.0.1", "2606:4700::1",
    "::ffff:8.8.8.8", "64:ff9b::808:808", "1.example.org", "xn--a.org", "192.167.0.1", "11.0.0.1",
  ])
  func `the rest is public`(host: String) {
    #expect(HostKind(host) == .public)
  }

  @Test func `a host is found behind every spelling of an address`() throws {
    for (address, host) in [
      ("https://LocalHost./", "localhost"), ("https://[::1]:8/", "::1"),
      ("https://me@127.0.0.1:1/", "127.0.0.1"), ("https://%6cocalhost/", "localhost"),
      ("https://%31%32%37.0.0.1/", "127.0.0.1"),
    ] {
      let url = try #require(URL(string: address))
      #expect(WebAddress.host(of: url) == host, "\(address)")
    }
    let wide = URL(string: "https://１２７.0.0.1/").flatMap(WebAddress.host)
    #expect(wide.map { HostKind($0) != .public } ?? true)
  }

  @Test func `the system knows where this machine is`() async throws {
    let surroundings = Surroundings.real()
    let kinds = try await bounded("an answer of the resolver") {
      await surroundings.hostKinds("localhost")
    }
    #expect(!kinds.isEmpty && kinds.allSatisfy { $0 == .loopback })
  }
}
