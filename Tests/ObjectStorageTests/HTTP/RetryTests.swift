import Foundation
import ObjectStorage
import TestSupport
import Testing

/// When is asked again; the time is the test's own.
@Suite struct RetryTests {
  private let object = ObjectPath("x")

  @Test func `retry_interval_table: Firebase's longest waits`() {
    let times: [Double] = [1, 2, 4, 10, 11, 20, 30, 40, 60, 120, 600]
    #expect(
      times.map { RetryPolicy.longestWait(within: $0) }
        == [1, 2, 4, 8, 8, 16, 16, 32, 32, 64, 512])
  }

  @Test(arguments: [408, 429, 500, 502, 503, 504, 599])
  func `retry_503_then_ok: trouble is asked again`(status: Int) async throws {
    let server = try ScriptedServer([WireAnswer(status, "later"), .json("{}")])
    let time = FakeTime()
    _ = try await Remote.firebase(server, time: time).metadata(of: object, within: Remote.minute)
    #expect(server.requests.count == 2)
    #expect(time.waits == [.milliseconds(1_500)])
  }

  @Test(arguments: [400, 401, 402, 403, 404, 409, 410, 412, 501])
  func `retry_404_never: what time does not mend is not asked again`(status: Int) async throws {
    let server = try ScriptedServer { _ in WireAnswer(status, "no") }
    let error = await Remote.error {
      _ = try await Remote.firebase(server).metadata(of: object, within: Remote.minute)
    }
    #expect(server.requests.count == 1)
    if status == 404 { #expect(error?.code == .objectNotFound) }
  }

  @Test func `retry_window_closes: the time is up and the last error is told`() async throws {
    let server = try ScriptedServer { _ in WireAnswer(503, "busy") }
    let time = FakeTime()
    let error = await Remote.error {
      _ = try await Remote.firebase(server, time: time).metadata(of: object, within: .seconds(3))
    }
    #expect(error?.code == .retryLimitExceeded)
    #expect(Remote.facts(error)["ResponseErrorCode"] as? Int == 503)
    #expect(time.now <= .seconds(6))
    #expect(server.requests.count > 1)
  }

  @Test func `a lost connection is asked again`() async throws {
    let server = try ScriptedServer([.reset, .cut(Data("{}".utf8), after: 1), .json("{}")])
    _ = try await Remote.google(server).metadata(of: object, within: Remote.minute)
    #expect(server.requests.count == 3)
  }

  @Test func `waits double up to the longest`() {
    var policy = RetryPolicy(within: .seconds(600))
    var now = Duration.zero
    var waits: [Double] = []
    while case .wait(let wait) = policy.decide(.lost, at: now, jitter: 0) {
      waits.append(wait.inSeconds)
      now += wait
    }
    #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256])
    #expect(now < .seconds(600))
  }

  @Test(arguments: [
    ("2", 2.0), ("Sun, 06 Nov 1994 08:49:47 GMT", 10.0), ("0", 0.0),
    ("Sun, 06 Nov 1970 08:49:37 GMT", 0.0), ("soon", 1.5), ("-1", 1.5),
  ])
  func `a server's own wait is obeyed`(header: String, seconds: Double) async throws {
    for status in [429, 503] {
      let server = try ScriptedServer([
        WireAnswer(status, "", headers: [("Retry-After", header)]), .json("{}"),
      ])
      let time = FakeTime()
      _ = try await Remote.firebase(server, time: time).metadata(of: object, within: Remote.minute)
      #expect(time.waits.map(\.inSeconds) == [seconds])
    }
  }

  @Test func `a wait that the time has no room for is not waited`() async throws {
    let server = try ScriptedServer { _ in
      WireAnswer(503, "", headers: [("Retry-After", "3600")])
    }
    let time = FakeTime()
    let error = await Remote.error {
      _ = try await Remote.firebase(server, time: time).metadata(of: object, within: .seconds(60))
    }
    #expect(error?.code == .retryLimitExceeded)
    #expect(time.waits.isEmpty)
  }

  @Test func `cancelling ends the waiting at once`() async throws {
    let server = try ScriptedServer { _ in WireAnswer(503, "busy") }
    let waiting = Gate()
    let bucket = FirebaseBucket(
      base: server.base, name: "bucket", transport: Remote.transport, token: { nil },
      pacing: Pacing(
        now: { .zero }, wallClock: { 0 },
        sleep: { _ in
          waiting.open()
          // Ends with its task alone.
          for await _ in AsyncStream<Never>.makeStream().stream {}
          throw CancellationError()
        }, jitter: { 0 }))
    let object = object
    let task = Task { try await bucket.metadata(of: object, within: .seconds(7_200)) }
    try await eventually("it waits") { server.requests.count == 1 && waiting.isOpen }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(server.requests.count == 1)
  }

  @Test func `a deletion whose answer was lost is done`() async throws {
    let server = try ScriptedServer([.reset, WireAnswer(404, "Not Found")])
    try await Remote.firebase(server).delete(object, within: Remote.minute)
    let first = try ScriptedServer([WireAnswer(404, "Not Found")])
    let error = await Remote.error {
      try await Remote.firebase(first).delete(object, within: Remote.minute)
    }
    #expect(error?.code == .objectNotFound)
  }

  @Test func `Google's deletion names the generation that it found`() async throws {
    let server = try ScriptedServer([
      .json(#"{"generation": "77"}"#), .reset, WireAnswer(412, "{}"),
    ])
    try await Remote.google(server).delete(object, within: Remote.minute)
    #expect(server.requests.map(\.method) == ["GET", "DELETE", "DELETE"])
    #expect(server.requests.last?.query == ["ifGenerationMatch": "77"])
    #expect(server.connectionCount == 3)
  }
}
