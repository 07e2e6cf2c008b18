import Foundation
import Glibc
import HTTPTransport
import Synchronization
import TestSupport
import Testing

/// Slow receivers, receivers that have enough, and cancelling.
@Suite struct StoppingTests {
  @Test func `a slow receiver slows the server down`() async throws {
    let server = try ScriptedServer { _ in WireAnswer(200, steps: [.zeros(64 << 20)]) }
    let furthest = Mutex(0)
    // At each piece the server has had all the time it wants: it is asked until it stands still.
    let receiver = Recorder { received in
      guard received < 4 << 20 else { return }
      var sent = -1
      while sent != server.sentBytes {
        sent = server.sentBytes
        for _ in 0..<200 { sched_yield() }
      }
      furthest.withLock { $0 = max($0, sent - received) }
    }
    try await CurlTransport().send(HTTPRequest("GET", try server.url("/")), to: receiver)
    #expect(receiver.bytes == 64 << 20)
    #expect(receiver.heads == [200])
    // What is under way lies in the system's buffers.
    #expect(furthest.withLock { $0 } < 32 << 20)
    #expect(server.requests.count == 1)
  }

  @Test func `a receiver that has enough ends the transfer with its reason`() async throws {
    let server = try ScriptedServer { _ in WireAnswer(200, steps: [.zeros(64 << 20)]) }
    let receiver = Recorder { _ in throw Recorder.Trouble() }
    do throws(HTTPFailure) {
      try await CurlTransport().send(HTTPRequest("GET", try url(server)), to: receiver)
      Issue.record("It ended well.")
    } catch .stopped(let reason) {
      #expect(reason is Recorder.Trouble)
    } catch { Issue.record("\(error)") }
    try await eventually("the connection is closed") { server.openConnections == 0 }
    #expect(server.sentBytes < 64 << 20)
  }

  private func url(_ server: ScriptedServer) throws(HTTPFailure) -> URL {
    do { return try server.url("/") } catch { throw .unusable(reason: "\(error)") }
  }

  /// How a request ended, and whether its receiver heard anything afterwards.
  private func cancelled(
    _ server: ScriptedServer, _ receiver: Recorder,
    when ready: @escaping @Sendable () -> Bool
  ) async throws -> HTTPFailure? {
    let url = try server.url("/")
    let transport = CurlTransport()
    let task = Task { () -> HTTPFailure? in
      do throws(HTTPFailure) {
        try await transport.send(HTTPRequest("GET", url), to: receiver)
        return nil
      } catch { return error }
    }
    try await eventually("the request is under way") { ready() }
    task.cancel()
    let failure = await task.value
    let bytes = receiver.bytes
    #expect(receiver.bytes == bytes)
    return failure
  }

  @Test func `cancelling stops a transfer before its answer`() async throws {
    let gate = Gate()
    let server = try ScriptedServer { _ in .silent(until: gate) }
    let receiver = Recorder()
    // The server holds its thread until the gate opens, whatever the client does.
    let url = try server.url("/")
    let task = Task { () -> HTTPFailure? in
      do throws(HTTPFailure) {
        try await CurlTransport().send(HTTPRequest("GET", url), to: receiver)
        return nil
      } catch { return error }
    }
    try await eventually("the request is there") { server.requests.count == 1 }
    task.cancel()
    guard case .cancelled = await task.value else {
      Issue.record("It was not cancelled.")
      return
    }
    #expect(receiver.heads.isEmpty)
    gate.open()
  }

  @Test func `cancelling stops a transfer in its midst`() async throws {
    // However late the cancelling comes, the answer has not ended by then.
    let gate = Gate()
    let server = try ScriptedServer { _ in
      WireAnswer(200, steps: [.zeros(2 << 20), .hold(gate), .zeros(1 << 30)])
    }
    let receiver = Recorder()
    let failure = try await cancelled(server, receiver) { receiver.bytes > 1 << 20 }
    guard case .cancelled = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(receiver.bytes <= 2 << 20)
    gate.open()
    try await eventually("the connection is closed") { server.openConnections == 0 }
    #expect(server.sentBytes < 1 << 30)
  }

  @Test func `cancelling stops a transfer that waits for its receiver`() async throws {
    let gate = Gate()
    let transport = CurlTransport()
    let server = try ScriptedServer { _ in WireAnswer(200, steps: [.zeros(64 << 20)]) }
    let receiver = Recorder { _ in gate.wait() }
    let url = try server.url("/")
    let task = Task { () -> HTTPFailure? in
      do throws(HTTPFailure) {
        try await transport.send(HTTPRequest("GET", url), to: receiver)
        return nil
      } catch { return error }
    }
    try await eventually("the transfer waits") { receiver.bytes > 0 }
    task.cancel()
    gate.open()
    guard case .cancelled = await task.value else {
      Issue.record("It was not cancelled.")
      return
    }
    #expect(receiver.bytes < 64 << 20)
    try await eventually("the connection is closed") { server.openConnections == 0 }
  }

  @Test func `a task that is cancelled already sends nothing`() async throws {
    let server = try ScriptedServer { _ in WireAnswer(200, "x") }
    let url = try server.url("/")
    let task = Task { () -> HTTPFailure? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(HTTPFailure) {
        try await CurlTransport().send(HTTPRequest("GET", url), to: Recorder())
        return nil
      } catch { return error }
    }
    guard case .cancelled = await task.value else {
      Issue.record("It was not cancelled.")
      return
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `many requests begun and cancelled at any moment all end`() async throws {
    let server = try ScriptedServer { _ in WireAnswer(200, steps: [.zeros(1 << 19)]) }
    let url = try server.url("/")
    let transport = CurlTransport()
    var random = SeededGenerator(seed: 7)
    let moments = (0..<60).map { _ in Int.random(in: 0...(1 << 19), using: &random) }
    await withTaskGroup(of: Void.self) { group in
      for moment in moments {
        group.addTask {
          let receiver = Recorder { bytes in
            if bytes >= moment { withUnsafeCurrentTask { $0?.cancel() } }
          }
          let task = Task { try? await transport.send(HTTPRequest("GET", url), to: receiver) }
          if moment.isMultiple(of: 3) { task.cancel() }
          _ = await task.value
        }
      }
    }
    #expect(
      try await transport.collect(HTTPRequest("GET", url), limit: 1 << 19).body.count == 1 << 19)
  }
}
