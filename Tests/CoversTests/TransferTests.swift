import Covers
import Foundation
import Inventory
import InventoryStore
import Synchronization
import TestSupport
import Testing

/// A script that can be changed while it is asked.
final class Signal: Sendable {
  private let now: Mutex<ScriptedNet.Play>
  init(_ first: ScriptedNet.Play) { now = Mutex(first) }
  var play: ScriptedNet.Play {
    get { now.withLock { $0 } }
    set { now.withLock { $0 = newValue } }
  }
}

extension Bench {
  /// The transfers at this moment.
  func rows() async -> [TransferRow] {
    var rows = covers.transfers.rows().makeAsyncIterator()
    return await rows.next() ?? []
  }

  /// Waits until the only transfer has a state.
  func reaches(_ what: String, _ isIt: (TransferRow.State) -> Bool) async throws -> TransferRow {
    try await eventually("a transfer that is \(what)") { () -> TransferRow? in
      guard let row = await rows().first, isIt(row.state) else { return nil }
      return row
    }
  }
}

@Suite struct TransferTests {
  @Test func `a cover set in the background is listed by the book's title until it is done`()
    async throws
  {
    let bench = try Bench()
    try await bench.add()
    bench.covers.begin(.file(try bench.file(.red)), of: .first)
    let row = try await bench.reaches("done") { $0 == .done }
    #expect(row.title == "Emma")
    #expect(row.kind == .upload)
    #expect(row.total > 0 && row.completed == row.total)
    #expect(try await bench.colour() == .red)
    try await eventually("nothing more to do") { !bench.covers.isBusy }
  }

  @Test func `a paused look-up is stopped, and asked again when it is resumed`() async throws {
    let signal = Signal(.silence)
    let bench = try Bench { _ in signal.play }
    try await bench.add()
    bench.covers.begin(.lookUp(), of: .first)
    try await eventually("a question") { bench.net.addresses.count == 1 }
    let row = try await bench.reaches("running") { $0 == .running }
    #expect(row.kind == .lookUp)
    bench.covers.transfers.control(row.id, .pause)
    _ = try await bench.reaches("paused") { $0 == .paused }
    try await eventually("a stopped question") { bench.net.stops == 1 }
    #expect(bench.covers.isBusy)
    signal.play = .picture(Paint.green.picture())
    bench.covers.transfers.control(row.id, .resume)
    let done = try await bench.reaches("done") { $0 == .done }
    #expect(done.id == row.id)
    #expect(done.kind == .upload)
    #expect(bench.net.addresses.count == 2)
    #expect(try await bench.colour() == .green)
  }

  @Test func `a cancelled look-up changes nothing, running or paused`() async throws {
    for pausesFirst in [false, true] {
      let bench = try Bench { _ in .silence }
      try await bench.add()
      bench.covers.begin(.lookUp(), of: .first)
      try await eventually("a question") { bench.net.addresses.count == 1 }
      let row = try await bench.reaches("running") { $0 == .running }
      if pausesFirst { bench.covers.transfers.control(row.id, .pause) }
      bench.covers.transfers.control(row.id, .cancel)
      _ = try await bench.reaches("cancelled") { $0 == .cancelled }
      #expect(try await bench.store.cover(of: .first) == BookCover())
      #expect(try await bench.objects() == [])
      #expect(bench.covers.transfers.active == 0)
    }
  }

  @Test func `the bytes of a picture at an address are listed as they come`() async throws {
    let bench = try Bench(looksUp: false) { _ in .begun(Data(count: 300), of: 1_000) }
    try await bench.add()
    bench.covers.begin(.address("http://127.0.0.1:8080/a.jpg"), of: .first)
    let row = try await eventually("some bytes") { () -> TransferRow? in
      guard let row = await bench.rows().first, row.completed > 0 else { return nil }
      return row
    }
    #expect(row.kind == .download && row.state == .running)
    #expect(row.completed == 300 && row.total == 1_000)
    bench.covers.transfers.control(row.id, .cancel)
    _ = try await bench.reaches("cancelled") { $0 == .cancelled }
  }

  @Test(arguments: [
    (Data("hello\n".utf8), ": it looks like text"),
    (Data("{\"error\": 1}".utf8), ": it looks like JSON"),
    (Data(repeating: 120, count: 5_000), ": it looks like text"),
    (Data([0, 1, 2, 3]), ": it looks like nothing known"),
  ])
  func `what lies at an address and is no picture is said to be what it looks like`(
    body: Data, words: String
  ) async throws {
    let bench = try Bench(looksUp: false) { _ in .answer(200, body) }
    try await bench.add()
    let problem = try await bench.problem(.address("http://127.0.0.1:8080/a.jpg"))
    #expect(
      problem.sentence
        == "At http://127.0.0.1:8080/a.jpg there is no picture\(words); these are taken: "
        + "GIF, JPEG, PNG, WEBP.")
  }

  @Test func `an empty answer is no dot`() async throws {
    let bench = try Bench(looksUp: false) { _ in .answer(200) }
    try await bench.add()
    let problem = try await bench.problem(.address("http://127.0.0.1:8080/a.jpg"))
    #expect(problem.sentence == "What http://127.0.0.1:8080/a.jpg answered is empty.")
  }

  @Test func `a failed one says why, and is over`() async throws {
    let bench = try Bench { _ in .away }
    try await bench.add()
    bench.covers.begin(.file(bench.place.path("none.jpg")), of: .first)
    let row = try await bench.reaches("failed") { if case .failed = $0 { true } else { false } }
    #expect(row.state == .failed("There is no file “\(bench.place.path("none.jpg"))”."))
    for control in [TransferControl.pause, .cancel] {
      bench.covers.transfers.control(row.id, control)
    }
    #expect(await bench.rows() == [row])
  }

  @Test func `a failed one is tried again in its place when it is asked to go on`() async throws {
    let signal = Signal(.away)
    let bench = try Bench(looksUp: false) { _ in signal.play }
    try await bench.add()
    bench.covers.begin(.address("http://127.0.0.1:8080/a.jpg"), of: .first)
    let failed = try await bench.reaches("failed") { if case .failed = $0 { true } else { false } }
    #expect(failed.isRepeatable && failed.kind == .download && failed.attempt == 1)
    bench.covers.transfers.control(failed.id, .resume)
    try await eventually("a second failure") {
      await bench.rows().first.map { $0.attempt == 2 && $0.isRepeatable } ?? false
    }
    signal.play = .picture(Paint.green.picture())
    bench.covers.transfers.control(failed.id, .resume)
    let done = try await bench.reaches("done") { $0 == .done }
    #expect(done.id == failed.id && done.attempt == 3 && !done.isRepeatable)
    #expect(try await bench.colour() == .green)
    // What is done is not begun again.
    bench.covers.transfers.control(done.id, .resume)
    #expect(await bench.rows() == [done])
    #expect(bench.net.addresses.count == 3)
    try await eventually("nothing more to do") { !bench.covers.isBusy }
  }

  @Test func `acts on one book follow each other as they were begun`() async throws {
    let bench = try Bench()
    try await bench.add()
    for paint in [Paint.red, .green, .blue, .green, .red] {
      bench.covers.begin(.file(try bench.file(paint, "\(paint).jpg")), of: .first)
    }
    await bench.covers.finish(within: patience)
    try await eventually("all are done") {
      await bench.rows().map(\.state) == Array(repeating: .done, count: 5)
    }
    #expect(try await bench.colour() == .red)
  }

  @Test func `what is over stays in the list only so long, so that nothing grows`() async throws {
    let bench = try Bench()
    try await bench.add()
    let red = try bench.file(.red)
    for _ in 0..<Transfers.keptCount + 20 { bench.covers.begin(.file(red + "?"), of: .first) }
    await bench.covers.finish(within: patience)
    #expect(await bench.rows().count == Transfers.keptCount)
  }

  @Test func `at the end of the program nobody waits for a service that is silent`() async throws {
    let bench = try Bench { _ in .silence }
    try await bench.add()
    bench.covers.begin(.lookUp(), of: .first)
    try await eventually("a question") { bench.net.addresses.count == 1 }
    try await bounded("an end") { await bench.covers.finish(within: patience) }
    #expect(!bench.covers.isBusy)
    #expect(await bench.rows().map(\.state) == [.cancelled])
  }
}
