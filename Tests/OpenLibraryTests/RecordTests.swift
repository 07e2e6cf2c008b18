import Foundation
import HTTPTransport
import Inventory
import OpenLibrary
import TestSupport
import Testing

/// What is read of records.
@Suite struct RecordTests {
  private let full = """
    {"ISBN:9780306406157": {"url": "https://openlibrary.org/books/OL1M/x", "key": "/books/OL1M",
    "title": "紅樓夢", "subtitle": "A Dream", "authors": [{"url": "x", "name": "曹雪芹"},
    {"name": "高鶚"}, {}, 7], "publishers": [{"name": "人民文學"}], "publish_date": "March 2001",
    "number_of_pages": 118, "identifiers": {"isbn_10": ["0-306-40615-2"], "openlibrary": ["OL1M"]},
    "cover": {"small": "https://covers.openlibrary.org/b/id/240727-S.jpg",
    "large": "https://covers.openlibrary.org/b/id/240727-L.jpg"}, "subjects": [{"name": "a"}]}}
    """

  private func reader(_ isbn: ISBN = Books.first) -> RecordReader {
    RecordReader(of: isbn, from: Requests(to: .openLibrary))
  }

  private func books(_ text: String) -> RecordReader.Reading { reader().books(Data(text.utf8)) }

  private func book(_ fields: String) -> RecordReader.Reading {
    books(#"{"ISBN:9780306406157": {\#(fields)}}"#)
  }

  private func edition(_ text: String) -> RecordReader.Reading {
    reader().edition(Data(text.utf8))
  }

  private func play(_ text: String) -> FakeServer.Play {
    .whole(Data(text.utf8), "application/json")
  }

  @Test func `a full answer is read whole`() async throws {
    let bench = Bench(play(full))
    let record = try #require(try await bench.record().found)
    #expect(
      record
        == Record(
          isbn: Books.first, title: "紅樓夢", subtitle: "A Dream", authors: ["曹雪芹", "高鶚"],
          publishers: ["人民文學"], publishDate: "March 2001", pages: 118,
          page: URL(string: "https://openlibrary.org/books/OL1M"),
          cover: URL(string: "https://covers.openlibrary.org/b/id/240727-L.jpg?default=false")))
    #expect(
      bench.server.addresses == [
        "https://openlibrary.org/api/books?bibkeys=ISBN:9780306406157&jscmd=data&format=json"
      ])
    #expect(bench.server.visits.first?.request.headers["Accept"] == "application/json")
  }

  @Test func `a title alone is a record, and nothing else is one without`() {
    #expect(book(#""title": "A""#) == .record(Record(isbn: Books.first, title: "A")))
    #expect(book("") == .unknown)
    #expect(book(#""title": " \u0007 ""#) == .unknown)
    #expect(book(#""title": null"#) == .unknown)
    #expect(book(#""title": ["A"]"#) == .unknown)
    #expect(books("{}") == .unknown)
    #expect(books(#"{"ISBN:0306406152": {"title": "A"}}"#) == .unknown)
    #expect(books(#"{"isbn:9780306406157": {"title": "A"}}"#) == .unknown)
    #expect(books(#"{"ISBN:9780306406157": []}"#) == .unknown)
  }

  @Test func `a record of another book is not used`() async throws {
    let other = #""title": "A", "identifiers": {"isbn_13": ["9783161484100"], "isbn_10": []}"#
    #expect(book(other) == .otherEdition)
    let bench = Bench(play(#"{"ISBN:9780306406157": {\#(other)}}"#))
    #expect(try await bench.record().refusal?.contains("another book") == true)
    #expect(bench.server.visits.count == 1)
    // Several numbers, one of which is meant; numbers that are none.
    for numbers in [#"["9783161484100", "978-0-306-40615-7"]"#, "[]", #"["7"]"#, "7", "null"] {
      let reading = book(#""title": "A", "identifiers": {"isbn_13": \#(numbers)}"#)
      #expect(reading == .record(Record(isbn: Books.first, title: "A")), "\(numbers)")
    }
    #expect(edition(#"{"title": "A", "isbn_10": ["316148410X"]}"#) == .otherEdition)
    #expect(
      edition(#"{"title": "A", "isbn_10": ["0306406152"]}"#)
        == .record(Record(isbn: Books.first, title: "A")))
  }

  @Test func `emoji and right-to-left text stay, control characters go, long text is cut`() throws {
    let odd = "🐋 كتاب ‏‎ 👩‍👩‍👧 e\u{301}"
    let text = #""title": "\#(odd)\u001b[2J\u0000\u009b\r\nZwei\tDrei""#
    guard case .record(let record) = book(text) else {
      Issue.record("no record")
      return
    }
    #expect(record.title == odd + "[2J ZweiDrei")
    let long = String(repeating: "紅🐋", count: 5_000)
    guard case .record(let cut) = book(#""title": "\#(long)", "subtitle": "\#(long)""#) else {
      Issue.record("no record")
      return
    }
    #expect(cut.title.utf8.count <= Limits.textBytes && cut.title.utf8.count > 990)
    #expect(long.hasPrefix(cut.title) && cut.subtitle == cut.title)
    let names = Array(repeating: #"{"name": "A"}"#, count: 500).joined(separator: ",")
    guard case .record(let crowd) = book(#""title": "A", "authors": [\#(names)]"#) else {
      Issue.record("no record")
      return
    }
    #expect(crowd.authors.count == Limits.names)
  }

  @Test func `pages are a number of pages`() {
    for (text, pages) in [
      ("118", 118), ("1e2", 100), ("0", nil), ("-5", nil), ("1.5", nil), ("true", nil),
      ("\"118\"", nil), ("1e300", nil), ("99999999999999999999", nil), ("null", nil), ("{}", nil),
    ] as [(String, Int?)] {
      #expect(
        book(#""title": "A", "number_of_pages": \#(text)"#)
          == .record(Record(isbn: Books.first, title: "A", pages: pages)), "\(text)")
    }
  }

  @Test func `a cover's number is read, and no address is believed`() {
    for (address, number) in [
      ("https://covers.openlibrary.org/b/id/240727-S.jpg", 240_727),
      ("http://evil.example/b/id/7-L.jpg", 7),
      ("https://covers.openlibrary.org/b/id/-1-L.jpg", nil),
      ("https://covers.openlibrary.org/b/id/0-L.jpg", nil), ("https://evil.example/a.jpg", nil),
      ("https://covers.openlibrary.org/b/id/99999999999999999999-L.jpg", nil),
      ("https://covers.openlibrary.org/b/id/٣-L.jpg", nil),
    ] as [(String, Int?)] {
      let cover = number.flatMap {
        URL(string: "https://covers.openlibrary.org/b/id/\($0)-L.jpg?default=false")
      }
      #expect(
        book(#""title": "A", "cover": {"medium": "\#(address)"}"#)
          == .record(Record(isbn: Books.first, title: "A", cover: cover)), "\(address)")
    }
  }

  @Test(
    arguments: [
      ("[-1]", nil), ("[null]", nil), ("[]", nil), ("null", nil), ("-1", nil), ("[\"7\"]", nil),
      ("[true]", nil), ("[-1, null, 240727]", 240_727), ("[240727, 5]", 240_727), ("[1e99]", nil),
    ] as [(String, Int?)])
  func `a list of covers may hold none`(list: String, number: Int?) {
    let cover = number.flatMap {
      URL(string: "https://covers.openlibrary.org/b/id/\($0)-L.jpg?default=false")
    }
    #expect(
      edition(#"{"title": "A", "covers": \#(list)}"#)
        == .record(Record(isbn: Books.first, title: "A", cover: cover)))
  }

  @Test func `a description has two shapes`() {
    let expected = RecordReader.Reading.record(
      Record(isbn: Books.first, title: "A", description: "B\nC"))
    #expect(edition(#"{"title": "A", "description": "B\r\nC"}"#) == expected)
    #expect(
      edition(#"{"title": "A", "description": {"type": "/type/text", "value": "B\nC"}}"#)
        == expected)
    #expect(
      edition(#"{"title": "A", "description": {"type": "/type/text"}}"#)
        == .record(Record(isbn: Books.first, title: "A")))
  }

  @Test func `what is no record is told apart`() {
    #expect(books("  <!DOCTYPE html><html></html>") == .page)
    for text in [
      "", "[]", "7", "null", "{", #"{"a": }"#, "\"a\"", "{}x", "\u{0}{}", #"{"a": "\ud800"}"#,
      String(repeating: #"{"a":"#, count: 200_000), String(repeating: "[", count: 1_000_000),
      "var _OLBookInfo = {};", "x({});", "/**/cb({})", "{\"a\": \"" + "b\n" + "\"}",
      "{\"a\": \"" + String(repeating: "b", count: Limits.answerBytes) + "\"}",
    ] {
      guard case .unusable(let sentence) = books(text) else {
        if text != #"{"a": "\ud800"}"# { Issue.record("taken for a record: \(text.prefix(40))") }
        continue
      }
      #expect(sentence.hasSuffix("."))
    }
    #expect(books("x({})") == .unusable("The service answered with a script instead of a record."))
    #expect(reader().books(Data([0xFF, 0xFE, 0x7B, 0x7D])) != .unknown)
    #expect(reader().books(Data([0xEF, 0xBB, 0xBF]) + Data("{}".utf8)) == .unknown)
  }

  @Test func `brackets may be open up to a limit, and those in text do not count`() {
    func nested(_ depth: Int) -> RecordReader.Reading {
      let inner = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return book(#""title": "[[[[\"{", "subjects": \#(inner)"#)
    }
    let title = String(repeating: "[", count: 4) + "\"{"
    // Two objects are open around the list.
    #expect(nested(Limits.answerDepth - 2) == .record(Record(isbn: Books.first, title: title)))
    #expect(nested(Limits.answerDepth - 1) != .record(Record(isbn: Books.first, title: title)))
  }

  @Test func `an unknown book is asked for by its number too, and its authors by their keys`()
    async throws
  {
    let edition = """
      {"key": "/books/OL1M", "title": "A", "covers": [-1], "isbn_13": ["9780306406157"],
      "authors": [{"key": "/authors/OL1A"}, {"key": "/authors/../../x"}, {"key": "/authors/OL2A"},
      {"key": "/authors/OL3A"}, {"key": "/authors/OL4A"}], "publishers": ["B"]}
      """
    let bench = Bench { request, _ in
      switch request.url.path() {
      case "/api/books": play("{}")
      case "/isbn/9780306406157.json": .redirect("/books/OL1M.json")
      case "/books/OL1M.json": play(edition)
      case "/authors/OL1A.json": play(#"{"name": "One"}"#)
      case "/authors/OL2A.json": play(#"{"personal_name": "Two"}"#)
      case "/authors/OL3A.json": .answer(404)
      default: .answer(500)
      }
    }
    let record = try #require(try await bench.record().found)
    #expect(record.authors == ["One", "Two"] && record.publishers == ["B"])
    #expect(record.cover == nil)
    #expect(bench.server.visits.map { $0.request.url.path() }.last == "/authors/OL3A.json")
    // Every request of them kept the pace.
    let times = bench.server.visits.map(\.at)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= Pace.namedGap })
  }

  @Test func `a book unknown everywhere is absent`() async throws {
    let bench = Bench { request, _ in
      request.url.path() == "/api/books" ? play("{}") : .answer(404, [:], Sample.html)
    }
    #expect(try await bench.record().kind == "absent")
    #expect(bench.server.visits.count == 2)
  }

  @Test func `an answer that cannot be used is later, never absent`() async throws {
    let plays: [FakeServer.Play] = [
      play("{"), play("x({})"), .whole(Sample.html), .answer(403), .answer(429), .answer(503),
      .lost("no route"), .answer(200, ["Content-Length": "99"], Data("{}".utf8)), .answer(418),
      .redirect("http://openlibrary.org/"), .answer(204),
    ]
    for play in plays {
      let bench = Bench(play)
      #expect(try await bench.record().kind == "later", "\(play)")
      #expect(bench.server.visits.count == 1)
    }
    let large = Bench(.answer(200, ["Content-Length": "1048577"]))
    #expect(try await large.record().kind == "refused")
    #expect(try await Bench(.endless([:])).record().kind == "refused")
  }

  @Test func `garbled records never crash and never leave a control character`() {
    var random = SeededGenerator()
    let seeds = [full, #"{"title": "A", "covers": [-1], "authors": [{"key": "/authors/OL1A"}]}"#]
    let tokens = [
      "{", "}", "[", "]", "\"", ":", ",", "null", "true", "-1", "1e999", "\\u0000", "\\ud83d",
      "\\u001b", "\u{1b}", "\u{9b}", "🐋", "\u{202e}", "\"title\":", "0", "\\", "{\"a\":",
    ].map { Array($0.utf8) }
    for round in 0..<6_000 {
      var bytes = Array(seeds[round % 2].utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, start + Int.random(in: 0...12, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: start)
        default:
          bytes.replaceSubrange(start..<end, with: tokens.randomElement(using: &random) ?? [])
        }
      }
      for reading in [reader().books(Data(bytes)), reader().edition(Data(bytes))] {
        let record: Record
        switch reading {
        case .record(let found), .unnamed(let found, _): record = found
        case .unknown, .otherEdition, .page, .unusable: continue
        }
        let lines =
          [record.title, record.subtitle ?? "", record.publishDate ?? ""]
          + record.authors + record.publishers
        let isClean = lines.allSatisfy { line in
          line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
        #expect(isClean && !record.title.isEmpty)
      }
      _ = RecordReader.author(Data(bytes))
    }
  }
}
