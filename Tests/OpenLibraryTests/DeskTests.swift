import Foundation
import HTTPTransport
import Inventory
import OpenLibrary
import Synchronization
import TestSupport
import Testing

/// Many questions, failing services, and people who go away.
@Suite struct DeskTests {
  private func path(_ isbn: ISBN) -> String { "/b/isbn/\(isbn.text)-L.jpg" }

  /// A room whose first request is held, so that the next questions wait.
  private func heldBench(_ hold: Hold) -> Bench {
    Bench { request, earlier in
      let isFirst = request.url.path().contains(Books.first.text)
      return isFirst ? .held(hold, .whole(Sample.jpeg())) : .whole(Sample.jpeg())
    }
  }

  private func ask(_ bench: Bench, _ isbn: ISBN) -> Asked<CoverAnswer> {
    Asked { await bench.library.cover(of: isbn) }
  }

  @Test func `switched off, nothing is ever sent`() async throws {
    var settings = Bench.settings
    settings.isOn = false
    let bench = Bench(settings) { _, _ in .whole(Sample.jpeg()) }
    #expect(try await bench.cover().refusal?.contains("switched off") == true)
    #expect(try await bench.record().kind == "refused")
    #expect(try await bench.picture("https://example.org/a.jpg").kind == "refused")
    #expect(bench.server.visits.isEmpty)
    await bench.library.use(Bench.settings)
    #expect(try await bench.cover().kind == "found")
  }

  @Test func `switching off sends everybody away and stops what is under way`() async throws {
    let bench = heldBench(Hold())
    let asked = [ask(bench, Books.first), ask(bench, Books.book(1)), ask(bench, Books.book(2))]
    let typed = Asked { [library = bench.library] in
      await library.picture(
        at: URL(string: "https://example.org/\(Books.first.text)") ?? URL(filePath: "/none"))
    }
    try await eventually("two are under way") { bench.server.open == 2 }
    try await eventually("two wait") { await bench.library.waiting == 2 }
    var settings = Bench.settings
    settings.isOn = false
    await bench.library.use(settings)
    for one in asked { #expect(try await one.value("an answer").kind == "refused") }
    typed.cancel()
    #expect(try await typed.value("an answer").kind == "refused")
    try await eventually("nothing is under way") { bench.server.open == 0 }
    #expect(bench.server.visits.count == 2)
  }

  @Test func `one at a time, the newest first, and the same once`() async throws {
    let hold = Hold()
    let bench = heldBench(hold)
    var asked = [ask(bench, Books.first)]
    try await eventually("the first is under way") { bench.server.open == 1 }
    for number in [1, 2, 3, 1] {
      let before = await bench.library.asked
      asked.append(ask(bench, Books.book(number)))
      try await eventually("one more waits") { await bench.library.asked == before + 1 }
    }
    asked.append(ask(bench, Books.first))
    try await eventually("all wait") { await bench.library.asked == 6 }
    hold.letGo()
    for one in asked { #expect(try await one.value("a cover").kind == "found") }
    #expect(
      bench.server.visits.map { $0.request.url.path() }
        == [0, 1, 3, 2].map { path(Books.book($0)) })
    #expect(bench.server.mostOpen == 1)
  }

  @Test func `who goes away takes the question back`() async throws {
    let hold = Hold()
    let bench = heldBench(hold)
    let first = ask(bench, Books.first)
    try await eventually("the first is under way") { bench.server.open == 1 }
    let second = ask(bench, Books.book(1))
    try await eventually("the second waits") { await bench.library.waiting == 1 }
    second.cancel()
    #expect(try await second.value("the end of waiting").later?.isNews == false)
    #expect(await bench.library.waiting == 0)
    first.cancel()
    #expect(try await first.value("the end of a request").kind == "later")
    try await eventually("the request is stopped") { bench.server.open == 0 }
    #expect(bench.server.visits.count == 1)
    // The room goes on.
    #expect(try await bench.cover(Books.book(2)).kind == "found")
  }

  @Test func `one of two who waits for the same still gets it`() async throws {
    let hold = Hold()
    let bench = heldBench(hold)
    let (one, other) = (ask(bench, Books.first), ask(bench, Books.first))
    try await eventually("both wait") { await bench.library.asked == 2 }
    try await eventually("the request is under way") { bench.server.open == 1 }
    one.cancel()
    #expect(try await one.value("the end of waiting").kind == "later")
    hold.letGo()
    #expect(try await other.value("a cover").kind == "found")
    #expect(bench.server.visits.count == 1)
  }

  @Test func `a question of a task that is cancelled already is not asked`() async throws {
    let bench = Bench(.whole(Sample.jpeg()))
    let hold = Hold()
    let asked = Asked {
      await hold.wait()
      return await bench.library.cover(of: Books.first)
    }
    asked.cancel()
    #expect(try await asked.value("an answer").kind == "later")
    #expect(bench.server.visits.isEmpty)
  }

  @Test func `more than may wait sends the oldest away`() async throws {
    let hold = Hold()
    let bench = heldBench(hold)
    let first = ask(bench, Books.first)
    try await eventually("the first is under way") { bench.server.open == 1 }
    let second = ask(bench, Books.book(1))
    try await eventually("the second waits") { await bench.library.waiting == 1 }
    let rest = (0..<Limits.waiting).map { ask(bench, Books.book($0 + 2)) }
    #expect(try await second.value("an answer").kind == "later")
    #expect(await bench.library.waiting == Limits.waiting)
    hold.letGo()
    #expect(try await first.value("a cover").kind == "found")
    for one in rest { #expect(try await one.value("a cover").kind == "found") }
    let covers = bench.server.visits.map(\.at)
    for (index, time) in covers.enumerated() where index >= Pace.mostCovers {
      #expect(time - covers[index - Pace.mostCovers] > .seconds(300))
    }
    #expect(zip(covers, covers.dropFirst()).allSatisfy { $1 - $0 >= Pace.namedGap })
  }

  @Test func `without a contact a second lies between requests, and no contact is told`()
    async throws
  {
    for contact in [nil, "", " \u{1b}() "] {
      let bench = Bench(OpenLibrarySettings(version: "1.2", contact: contact)) { _, _ in
        .whole(Sample.jpeg())
      }
      for number in 0..<5 { _ = try await bench.cover(Books.book(number)) }
      let times = bench.server.visits.map(\.at)
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == .seconds(1) })
      #expect(bench.server.visits[0].request.headers["User-Agent"] == "bookstock/1.2")
    }
  }

  @Test func `a contact and a version cannot break a header`() async throws {
    let settings = OpenLibrarySettings(
      version: "1\r\nX: y",
      contact: "a@b.org\r\nCookie: c\u{0}(é)" + String(repeating: "d", count: 999))
    let bench = Bench(settings) { _, _ in .whole(Sample.jpeg()) }
    _ = try await bench.cover()
    let agent = try #require(bench.server.visits.first?.request.headers["User-Agent"])
    #expect(agent.hasPrefix("bookstock/1X:y (a@b.orgCookie: cd") && agent.utf8.count < 160)
    #expect(agent.utf8.allSatisfy { (0x20...0x7E).contains($0) })
  }

  @Test func `after a hundred covers the next waits, and a title goes before it`() async throws {
    let bench = Bench { request, _ in
      request.url.path() == "/api/books" ? .whole(Data("[]".utf8)) : .whole(Sample.jpeg())
    }
    for number in 0..<Pace.mostCovers { _ = try await bench.cover(Books.book(number)) }
    bench.clock.isSelfMoving = false
    let cover = ask(bench, Books.book(200))
    try await eventually("the cover waits for its turn") { bench.clock.sleeping == 1 }
    let record = Asked { await bench.library.record(of: Books.first) }
    try await eventually("the title is asked for") {
      await bench.library.asked == Pace.mostCovers + 2
    }
    bench.clock.advance(by: Pace.namedGap)
    _ = try await record.value("a title's answer, long before the cover's")
    #expect(cover.now == nil && bench.server.visits.count == Pace.mostCovers + 1)
    try await eventually("the cover waits again") { bench.clock.sleeping == 1 }
    bench.clock.advance(by: Pace.window)
    #expect(try await cover.value("a cover").kind == "found")
  }

  @Test(
    arguments: [
      (403, nil, 305), (429, "2", 2), (429, "Sun, 06 Nov 1994 08:49:47 GMT", 10), (429, nil, 60),
      (500, nil, 30), (503, "7", 7), (502, "soon", 30), (429, "-5", 60),
    ] as [(Int, String?, Int)])
  func `a service that has enough is left alone, and asked again after its time`(
    status: Int, retryAfter: String?, seconds: Int
  ) async throws {
    let bench = Bench { request, _ in
      var headers: HTTPHeaders = ["Date": "Sun, 06 Nov 1994 08:49:37 GMT"]
      headers["Retry-After"] = retryAfter
      let isFirst = request.url.path().contains(Books.first.text)
      return isFirst ? .answer(status, headers, Sample.html) : .whole(Sample.jpeg())
    }
    let later = try #require(try await bench.cover().later)
    #expect(later.isNews)
    #expect(later.until.timeIntervalSince(bench.clock.day) == Double(seconds))
    // Everybody is told the same at once, and that it is no news.
    let other = try #require(try await bench.cover(Books.book(1)).later)
    #expect(other.until == later.until && !other.isNews && other.why == later.why)
    #expect(bench.server.visits.count == 1)
    bench.clock.advance(by: .seconds(seconds))
    #expect(try await bench.cover(Books.book(1)).kind == "found")
  }

  @Test func `a failing cover service does not stop titles`() async throws {
    let bench = Bench { request, _ in
      request.url.host() == "openlibrary.org"
        ? .whole(Data(#"{"ISBN:9780306406157": {"title": "A"}}"#.utf8)) : .answer(403)
    }
    #expect(try await bench.cover().kind == "later")
    #expect(try await bench.record().found?.title == "A")
  }

  @Test func `403 of another server concerns that book alone`() async throws {
    let bench = Bench { request, _ in
      let isFirst = request.url.path().contains(Books.first.text)
      if request.url.host() == "archive.org" { return .answer(403) }
      return isFirst ? .redirect("https://archive.org/a.jpg") : .whole(Sample.jpeg())
    }
    #expect(try await bench.cover().kind == "later")
    #expect(try await bench.cover(Books.book(1)).kind == "found")
  }

  @Test func `away from the network answers come at once, and people hear of it once`()
    async throws
  {
    let isAway = Mutex(true)
    let bench = Bench { _, _ in
      isAway.withLock { $0 } ? .lost("Could not resolve host") : .whole(Sample.jpeg())
    }
    #expect(try await bench.cover().later?.isNews == true)
    for number in 0..<20 {
      #expect(try await bench.cover(Books.book(number)).later?.isNews == false)
      #expect(try await bench.record(Books.book(number)).later?.isNews == false)
    }
    #expect(bench.server.visits.count == 1)
    bench.clock.advance(by: .seconds(15))
    // Nothing is sent by itself; only who asks again tries again.
    #expect(bench.server.visits.count == 1)
    #expect(try await bench.cover().later?.isNews == false)
    #expect(bench.server.visits.count == 2)
    isAway.withLock { $0 = false }
    bench.clock.advance(by: .seconds(30))
    #expect(try await bench.cover().kind == "found")
    isAway.withLock { $0 = true }
    #expect(try await bench.cover().later?.isNews == true)
  }

  @Test func `those who wait are told at once when the network goes`() async throws {
    let hold = Hold()
    let bench = Bench { _, _ in .held(hold, .lost("connection reset")) }
    let first = ask(bench, Books.first)
    try await eventually("the first is under way") { bench.server.open == 1 }
    let rest = (1...20).map { ask(bench, Books.book($0)) }
    try await eventually("twenty wait") { await bench.library.waiting == 20 }
    hold.letGo()
    #expect(try await first.value("an answer").later?.isNews == true)
    for one in rest { #expect(try await one.value("an answer").later?.isNews == false) }
    #expect(bench.server.visits.count == 1)
  }

  @Test func `two who wait for the same hear of it once`() async throws {
    let hold = Hold()
    let bench = Bench { _, _ in .held(hold, .answer(503)) }
    let both = [ask(bench, Books.first), ask(bench, Books.first)]
    try await eventually("both wait") { await bench.library.asked == 2 }
    hold.letGo()
    var news: [Bool?] = []
    for one in both { news.append(try await one.value("an answer").later?.isNews) }
    #expect(Set(news) == [true, false])
  }

  @Test func `a page instead of a cover is a network that asks for a sign-in`() async throws {
    let bench = Bench(.whole(Sample.html))
    let later = try #require(try await bench.cover().later)
    #expect(later.isNews && later.why.contains("web page"))
    #expect(try await bench.cover(Books.book(1)).kind == "later")
    #expect(bench.server.visits.count == 1)
  }

  @Test func `a lost connection behind a redirect says nothing of the network`() async throws {
    let bench = Bench { request, _ in
      switch request.url.host() {
      case "archive.org": .lost("connection reset")
      case "openlibrary.org": .whole(Data(#"{"ISBN:9780306406157": {"title": "A"}}"#.utf8))
      default: .redirect("https://archive.org/a.jpg")
      }
    }
    #expect(try await bench.cover().kind == "later")
    #expect(try await bench.record().kind == "found")
  }

  @Test func `a room whose people have all gone waits for nothing`() async throws {
    let bench = Bench(.whole(Sample.jpeg()))
    for number in 0..<Pace.mostCovers { _ = try await bench.cover(Books.book(number)) }
    bench.clock.isSelfMoving = false
    let cover = ask(bench, Books.book(200))
    try await eventually("the cover waits for its turn") { bench.clock.sleeping == 1 }
    cover.cancel()
    #expect(try await cover.value("the end of waiting").kind == "later")
    try await eventually("nothing is waited for") { bench.clock.sleeping == 0 }
  }
}

/// What a desk knows from its earlier runs.
@Suite struct DeskMemoryTests {
  @Test func `a hundred runs keep the pace of one`() async throws {
    let clock = DeskClock()
    var memory = DeskMemory()
    var times: [Duration] = []
    for number in 0..<130 {
      let bench = Bench(clock: clock, after: memory) { _, _ in .whole(Sample.jpeg()) }
      #expect(try await bench.cover(Books.book(number)).kind == "found")
      times += bench.server.visits.map(\.at)
      let kept = try JSONEncoder().encode(await bench.library.memory)
      memory = try JSONDecoder().decode(DeskMemory.self, from: kept)
    }
    for index in Pace.mostCovers..<times.count {
      #expect(times[index] - times[index - Pace.mostCovers] > .seconds(304))
    }
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect(gaps.allSatisfy { $0 > Pace.namedGap - .milliseconds(1) })
  }

  @Test func `a service that had enough in one run is left alone in the next`() async throws {
    let first = Bench(.answer(429, ["Retry-After": "600"]))
    #expect(try await first.cover().kind == "later")
    let memory = await first.library.memory
    let next = Bench(clock: first.clock, after: memory) { _, _ in .whole(Sample.jpeg()) }
    #expect(try await next.cover().later?.isNews == true)
    #expect(next.server.visits.isEmpty)
    first.clock.advance(by: .seconds(601))
    #expect(try await next.cover().kind == "found")
  }

  @Test func `a memory from a wrong clock, or a bad file, does not stop the desk for long`()
    async throws
  {
    let far = [Date.distantFuture, .distantPast, Date(timeIntervalSince1970: .infinity)]
    for date in far {
      let pause = DeskMemory.Pause(gate: .covers, cause: .away, until: date, failures: -7)
      let memory = DeskMemory(
        covers: Array(repeating: date, count: 500), last: date,
        pauses: Array(repeating: pause, count: 500))
      let bench = Bench(clock: DeskClock(), after: memory) { _, _ in .whole(Sample.jpeg()) }
      bench.clock.advance(by: Quiet.longestAsked)
      #expect(try await bench.cover().kind == "found", "\(date)")
    }
  }
}
