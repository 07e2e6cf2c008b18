import Covers
import Foundation
import Inventory
import InventoryStore
import ObjectStorage
import OpenLibrary
import TestSupport
import Testing

@Suite struct LookUpTests {
  private static let red = ScriptedNet.Play.picture(Paint.red.picture())
  private static let green = ScriptedNet.Play.picture(Paint.green.picture())

  @Test func `a book without a cover gets the one that Open Library has`() async throws {
    let bench = try Bench { _ in Self.red }
    try await bench.add()
    let cover = try await bench.set(.lookUp())
    #expect(cover.mark?.origin == .openLibrary)
    #expect(try await bench.colour() == .red)
    #expect(
      bench.net.addresses == ["http://127.0.0.1:9/b/isbn/9780306406157-L.jpg?default=false"])
    let object = bench.storage.reference().child("Books/9780306406157.jpg")
    let custom = try await object.getMetadata().customMetadata
    #expect(custom?["origin"] == "openlibrary")
    #expect(custom?["from"] == "http://127.0.0.1:9/b/isbn/9780306406157-L.jpg?…")
  }

  @Test func `a cover that a person chose is not looked up unless it was asked for`() async throws {
    let bench = try Bench { _ in Self.green }
    try await bench.add()
    try await bench.set(.file(try bench.file(.red)))
    #expect(try await bench.problem(.lookUp()).reason == .chosenByHand)
    #expect(bench.net.addresses == [])
    #expect(try await bench.colour() == .red)
    try await bench.set(.lookUp(replacing: true))
    #expect(try await bench.colour() == .green)
  }

  @Test func `the picture of an imported record counts as chosen by a person`() async throws {
    let bench = try Bench { _ in Self.green }
    try await bench.add(icon: "https://shop.example/emma.jpg")
    #expect(try await bench.problem(.lookUp()).reason == .chosenByHand)
    #expect(
      try await bench.store.cover(of: .first)
        == BookCover(icon: "https://shop.example/emma.jpg"))
  }

  @Test func `a cover chosen while another is being looked up stays`() async throws {
    let bench = try Bench { _ in Self.green }
    try await bench.add()
    let other = try bench.desk("desk-2")
    bench.hook.afterUpload {
      // Past the lock, as another program would.
      try await other.store.setCover(BookCover(icon: "https://shop.example/a.jpg"), of: .first)
    }
    #expect(try await bench.problem(.lookUp()).reason == .chosenByHand)
    #expect(try await bench.store.cover(of: .first).icon == "https://shop.example/a.jpg")
    #expect(try await bench.objects() == [])
  }

  @Test func `an icon is not lost when a look-up finds nothing, or nobody is reached`()
    async throws
  {
    for play in [ScriptedNet.Play.answer(404), .away, .answer(403), .answer(500)] {
      let bench = try Bench { _ in play }
      try await bench.add(icon: "https://shop.example/emma.jpg")
      let problem = try await bench.problem(.lookUp(replacing: true))
      #expect([.noCover, .later].contains(problem.reason))
      #expect(try await bench.store.cover(of: .first).icon == "https://shop.example/emma.jpg")
      #expect(try await bench.objects() == [])
    }
  }

  @Test func `that the network is away is said once`() async throws {
    let bench = try Bench { _ in .away }
    try await bench.add()
    try await bench.add(.second)
    let said = bench.covers.notices.all()
    #expect(try await bench.problem(.lookUp()).reason == .later)
    #expect(try await bench.problem(.lookUp(), of: .second).reason == .later)
    #expect(await bench.covers.lookUps.record(of: .first) == nil)
    #expect(bench.net.addresses.count == 1)
    // A file of another desk is read; then its notice is the next that could come.
    let sentences = try await bounded("a notice") {
      var iterator = said.makeAsyncIterator()
      return await iterator.next()
    }
    #expect(
      sentences
        == "Open Library cannot be reached; books are looked up when the network is back.")
  }

  @Test func `what was asked is remembered in the next run, and counted once`() async throws {
    let bench = try Bench { _ in .answer(403) }
    try await bench.add()
    #expect(try await bench.problem(.lookUp()).reason == .later)
    for _ in 0..<5 {
      let next = try bench.desk("desk-1")
      #expect(try await next.problem(.lookUp()).reason == .later)
      #expect(next.net.addresses == [])
    }
    let text = try bench.place.text(of: "cache-desk-1/lookups.json")
    let memory = try JSONDecoder().decode(DeskMemory.self, from: Data(text.utf8))
    #expect(memory.covers.count == 1)
    #expect(memory.pauses.map(\.cause) == [.forbidden])
  }

  @Test func `a memory that is no memory is forgotten`() async throws {
    let bench = try Bench { _ in Self.red }
    for text in ["", "{", "[1]", String(repeating: "x", count: 100_000)] {
      try bench.place.write(text, to: "cache-odd/lookups.json")
      let odd = try Bench(at: bench.place, desk: "odd") { _ in Self.red }
      let key = try await odd.add()
      try await odd.set(.lookUp(), of: key)
      _ = try await odd.store.remove(key)
    }
  }

  @Test func `with look-ups off nothing is asked but what a person names`() async throws {
    let bench = try Bench(looksUp: false) { _ in Self.green }
    try await bench.add()
    #expect(try await bench.problem(.lookUp()).reason == .noCover)
    #expect(await bench.covers.lookUps.record(of: .first) == nil)
    #expect(bench.net.addresses == [])
    let cover = try await bench.set(.address("http://127.0.0.1:9/emma.jpg?key=secret"))
    #expect(cover.mark?.origin == .address)
    #expect(try await bench.colour() == .green)
    let custom = try await bench.storage.reference().child("Books/9780306406157.jpg")
      .getMetadata().customMetadata
    #expect(custom?["from"] == "http://127.0.0.1:9/emma.jpg?…")
  }

  @Test(arguments: [
    "", "emma.jpg", "ftp://a.example/x.jpg", "file:///etc/passwd", "http://", "https:// a", "::",
  ])
  func `what is no address of a picture is refused before anything is sent`(
    _ text: String
  ) async throws {
    let bench = try Bench()
    try await bench.add()
    let problem = try await bench.problem(.address(text))
    #expect([.badAddress, .noCover].contains(problem.reason))
    #expect(bench.net.addresses == [])
  }

  @Test func `what is known of a book comes as facts`() async throws {
    let bench = try Bench { _ in
      .answer(
        200,
        Data(
          """
          {"ISBN:9780306406157":{"url":"http://a.example","key":"/books/OL1M","title":"Emma",
          "authors":[{"name":"Jane Austen"}]}}
          """.utf8))
    }
    let record = await bench.covers.lookUps.record(of: .first)
    #expect(record?.title == "Emma")
    #expect(record?.authors == ["Jane Austen"])
  }
}
