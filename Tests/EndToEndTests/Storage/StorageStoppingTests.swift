import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// `^C`, kills and lost connections in the middle of a transfer, and the same command again.
@Suite(.serialized, .timeLimit(.minutes(5))) struct StorageStoppingTests {
  private let script: FirebaseScript
  private let depot: Depot
  private let data = Depot.noise(1 << 20)
  private static let held = 300_000

  init() throws {
    script = try FirebaseScript.plain()
    depot = try Depot(at: script)
    script.put(data, at: "big.bin")
  }

  /// Requests for the object's bytes.
  private var reads: [WireRequest] {
    script.server.requests.filter { $0.method == "GET" && $0.query["alt"] == "media" }
  }

  /// The first answer stops in its middle until the gate is opened.
  private func holdFirstRead() -> Gate {
    let gate = Gate()
    let isFirst = Mutex(true)
    let data = data
    let generation = script.object("big.bin")?.generation ?? 0
    script.intercept { request in
      guard request.query["alt"] == "media",
        isFirst.withLock({ isFirst in
          defer { isFirst = false }
          return isFirst
        })
      else { return nil }
      return WireAnswer(
        200, headers: [("ETag", "\"e\(generation)\""), ("x-goog-generation", "\(generation)")],
        steps: [.bytes(Data(data.prefix(Self.held))), .hold(gate)],
        framing: .declared(data.count), ending: .close)
    }
    return gate
  }

  private func partSize() -> Int {
    let values = try? FileManager.default.attributesOfItem(
      atPath: depot.place.path("big.bin.part"))
    return values?[.size] as? Int ?? 0
  }

  /// Runs `get` until a part of the object has come, and ends it by a signal.
  private func interruptedGet(_ signal: Int32) async throws -> ChildProcess.Result {
    let gate = holdFirstRead()
    defer { gate.open() }
    let child = try await ChildProcess(depot.command(["get", "big.bin"]))
    try await eventually("a part of the object") {
      partSize() == Self.held && Paths.exists(depot.place.path("big.bin.part.tag"))
    }
    child.kill(signal)
    return try await child.result()
  }

  @Test(arguments: [SIGKILL, SIGINT, SIGTERM])
  func `a get that was ended goes on where it stopped`(signal: Int32) async throws {
    try depot.place.write("old", to: "big.bin")
    let ended = try await interruptedGet(signal)
    if signal == SIGKILL {
      #expect(ended.ending == .killed(by: SIGKILL))
    } else {
      #expect(ended.status == 130, "\(ended)")
      #expect(
        ended.errors
          == "bookstock: Stopped. \(Self.held) bytes are kept in big.bin.part; the same command "
          + "goes on there.\n")
    }
    #expect(try depot.bytes(of: "big.bin") == Data("old".utf8))
    #expect(partSize() == Self.held)
    try await depot.done("get", "big.bin")
    #expect(try depot.bytes(of: "big.bin") == data)
    #expect(reads.last?["Range"] == "bytes=\(Self.held)-")
    #expect(try depot.files() == ["big.bin"])
  }

  @Test func `an object that has changed meanwhile begins anew`() async throws {
    _ = try await interruptedGet(SIGKILL)
    let new = Depot.noise(500_000, seed: 2)
    script.put(new, at: "big.bin")
    try await depot.done("get", "big.bin")
    #expect(try depot.bytes(of: "big.bin") == new)
    #expect(try depot.files() == ["big.bin"])
  }

  @Test func `a connection that breaks is taken up again in the same run`() async throws {
    let gate = holdFirstRead()
    gate.open()
    try await depot.done("get", "big.bin")
    #expect(try depot.bytes(of: "big.bin") == data)
    #expect(reads.count == 2)
    #expect(reads.last?["Range"] == "bytes=\(Self.held)-")
  }

  @Test func `a server that is lost is said, what has come is kept, and the next get goes on`()
    async throws
  {
    let isLost = Mutex(true)
    let data = data
    let generation = script.object("big.bin")?.generation ?? 0
    script.intercept { request in
      guard request.query["alt"] == "media", isLost.withLock({ $0 }) else { return nil }
      return .cut(
        data, after: Self.held,
        headers: [("ETag", "\"e\(generation)\""), ("x-goog-generation", "\(generation)")])
    }
    let lost = try await depot.run("get", "big.bin", "--retry", "0")
    #expect(lost.status == 3 && lost.errors.contains("ended before"), "\(lost)")
    #expect(lost.errors.contains("\(Self.held) bytes are kept in big.bin.part"), "\(lost)")
    isLost.withLock { $0 = false }
    try await depot.done("get", "big.bin")
    #expect(try depot.bytes(of: "big.bin") == data)
    #expect(reads.last?["Range"] == "bytes=\(Self.held)-")
  }

  @Test func `of two gets into one file the second is refused`() async throws {
    let gate = holdFirstRead()
    let first = try await ChildProcess(depot.command(["get", "big.bin"]))
    try await eventually("a part of the object") { partSize() == Self.held }
    let second = try await depot.run("get", "big.bin")
    #expect(second.status == 3 && second.errors.contains("another download"), "\(second)")
    gate.open()
    #expect(try await first.result().status == 0)
    #expect(try depot.bytes(of: "big.bin") == data)
  }

  @Test(arguments: [SIGKILL, SIGINT])
  func `a put that was ended has put nothing, and can be done again`(signal: Int32) async throws {
    try depot.place.write(data, to: "in.bin")
    let gate = Gate()
    let isHeld = Mutex(true)
    script.intercept { request in
      guard request.query["upload_id"] != nil, request.body.count > 1_000,
        isHeld.withLock({ $0 })
      else { return nil }
      return .silent(until: gate)
    }
    let child = try await ChildProcess(depot.command(["put", "in.bin", "up.bin"]))
    try await eventually("bytes at the server") {
      script.server.requests.contains { $0.body.count > 1_000 }
    }
    child.kill(signal)
    let ended = try await child.result()
    if signal == SIGINT {
      #expect(ended.status == 130, "\(ended)")
      #expect(ended.errors == "bookstock: Stopped: nothing was put, “up.bin” is as it was.\n")
    }
    #expect(script.object("up.bin") == nil)
    isHeld.withLock { $0 = false }
    gate.open()
    try await depot.done("put", "in.bin", "up.bin")
    #expect(script.object("up.bin")?.data == data)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a put from a pipe that was ended leaves nothing behind`(signal: Int32) async throws {
    let depot = try Depot()
    let child = try await ChildProcess(depot.command(["put", "-", "x"]))
    let line = String(repeating: "x", count: 1 << 20)
    for _ in 0..<10 { try await child.send(line) }
    try await eventually("more than is kept in memory") { try !depot.spools().isEmpty }
    child.kill(signal)
    let ended = try await child.result()
    #expect(ended.status == 130, "\(ended)")
    #expect(ended.errors == "bookstock: Stopped: nothing was put.\n")
    #expect(try depot.spools().isEmpty)
    #expect(try await depot.json("ls") == [])
  }

  @Test func `a put into the folder that was killed is whole or nothing`() async throws {
    let depot = try Depot()
    let data = Depot.noise(24 << 20)
    try depot.place.write(data, to: "large")
    try await depot.done("put", "-", "other", input: "x")
    let objects = depot.shop.data + "/pictures/objects"
    for _ in 0..<5 {
      let before = try FileManager.default.subpathsOfDirectory(atPath: objects).count
      let child = try await ChildProcess(depot.command(["put", "large"]))
      try await eventually("a file of the object") {
        try FileManager.default.subpathsOfDirectory(atPath: objects).count > before
          || !child.isRunning
      }
      child.kill()
      _ = try await child.result()
      let names = try await depot.done("ls")
      #expect(["other\n", "large\nother\n"].contains(names))
      if names.contains("large") {
        try await depot.done("get", "large", "out")
        #expect(try depot.bytes(of: "out") == data)
      }
    }
    try await depot.done("put", "large")
    try await depot.done("get", "large", "out")
    #expect(try depot.bytes(of: "out") == data)
  }

  @Test func `a terminal sees how far it is, and a pipe nothing of it`() async throws {
    let gate = holdFirstRead()
    let terminal = try await PseudoTerminal(
      depot.command(["get", "big.bin"]), rows: 10, columns: 80)
    try await terminal.wait(for: "Getting [")
    gate.open()
    try await terminal.wait(for: "big.bin holds the 1048576 bytes now.")
    #expect(try await terminal.exitStatus() == 0)
    #expect(await !terminal.screen.contains("Getting"))
    #expect(try await depot.done("get", "big.bin", "again").contains("again holds"))
  }
}
