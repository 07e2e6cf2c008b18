import Foundation
import HTTPTransport
import Inventory
import OpenLibrary
import Synchronization
import TestSupport

/// A room on a scripted network, with a clock of the test's own.
struct Bench {
  let clock: DeskClock
  let server: FakeServer
  let library: OpenLibrary

  static let settings = OpenLibrarySettings(version: "1.2", contact: "shop@example.org")

  init(
    _ settings: OpenLibrarySettings = Bench.settings,
    clock: DeskClock = DeskClock(), hosts: [String: HostKind] = [:],
    after memory: DeskMemory = DeskMemory(),
    script: @escaping @Sendable (_ request: HTTPRequest, _ earlier: Int) -> FakeServer.Play
  ) {
    self.clock = clock
    let server = FakeServer(now: { clock.now }, script: script)
    self.server = server
    library = OpenLibrary(
      settings, over: server,
      in: Surroundings(
        now: { clock.now }, day: { clock.day }, wait: { await clock.wait(until: $0, $1) },
        jitter: { 0 }, hostKinds: { hosts[$0].map { [$0] } ?? [] },
        sizeOf: { PictureSize(of: $0) }), after: memory)
  }

  /// The same answer for everything.
  init(_ play: FakeServer.Play) {
    self.init { _, _ in play }
  }

  func cover(_ isbn: ISBN = Books.first) async throws -> CoverAnswer {
    try await bounded("a cover") { [library] in await library.cover(of: isbn) }
  }

  func record(_ isbn: ISBN = Books.first) async throws -> RecordAnswer {
    try await bounded("a record") { [library] in await library.record(of: isbn) }
  }

  func picture(_ address: String) async throws -> PictureAnswer {
    let url = URL(string: address) ?? URL(filePath: "/none")
    return try await bounded("a picture") { [library] in await library.picture(at: url) }
  }
}

/// Waits for an answer, and fails with a sentence when none comes.
func bounded<Value: Sendable>(
  _ what: String, _ work: @escaping @Sendable () async -> Value
) async throws -> Value {
  let asked = Asked(work)
  return try await asked.value(what)
}

/// A question that is under way.
final class Asked<Value: Sendable>: Sendable {
  private let task: Task<Void, Never>
  private let box: Box<Value>

  init(_ work: @escaping @Sendable () async -> Value) {
    let box = Box<Value>()
    self.box = box
    task = Task { box.put(await work()) }
  }

  /// The answer, if it has come.
  var now: Value? { box.value }

  func value(_ what: String) async throws -> Value {
    do {
      return try await eventually(what, within: patience * 5) { box.value }
    } catch {
      task.cancel()
      throw error
    }
  }

  func cancel() { task.cancel() }
}

private final class Box<Value: Sendable>: Sendable {
  private let kept = Mutex<Value?>(nil)

  var value: Value? { kept.withLock { $0 } }

  func put(_ value: Value) { kept.withLock { $0 = value } }
}

/// Books' numbers.
enum Books {
  static let first = book(0)

  /// The ISBN that stands that far from the first.
  static func book(_ number: Int) -> ISBN {
    var body = Int64(978_030_640_615) + Int64(number)
    while true {
      for check in Int64(0)...9 {
        if let isbn = ISBN(number: body * 10 + check) { return isbn }
      }
      body += 1
    }
  }
}

extension Answer {
  /// A word for the case.
  var kind: String {
    switch self {
    case .found: "found"
    case .absent: "absent"
    case .later: "later"
    case .refused: "refused"
    }
  }

  var found: Value? {
    if case .found(let value) = self { value } else { nil }
  }

  var later: Later? {
    if case .later(let later) = self { later } else { nil }
  }

  var refusal: String? {
    if case .refused(let sentence) = self { sentence } else { nil }
  }
}

extension FakeServer.Play {
  /// A whole body with its length announced.
  static func whole(_ body: Data, _ type: String = "image/jpeg") -> FakeServer.Play {
    .answer(200, ["Content-Type": type, "Content-Length": "\(body.count)"], body)
  }

  static func redirect(_ location: String, _ status: Int = 302) -> FakeServer.Play {
    .answer(status, ["Location": location])
  }
}
