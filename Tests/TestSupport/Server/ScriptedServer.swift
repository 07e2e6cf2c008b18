package import Foundation
import Glibc
import Synchronization

/// A small HTTP server on the loopback that answers as a test says, faults included, and keeps a
/// record of what was asked.
///
/// Each connection has a thread. The server ends when the last reference goes.
package final class ScriptedServer: Sendable {
  package typealias Script = @Sendable (WireRequest) -> WireAnswer

  private struct State {
    var requests: [WireRequest] = []
    var broken: [WireRequest] = []
    var connections: [Int: WireSocket] = [:]
    var connectionCount = 0
    var gates: [Gate] = []
    var sentBytes = 0
    var isEnding = false
  }

  /// What the threads share; it does not hold the server, whose end is what stops them.
  private final class Core: Sendable {
    let state = Mutex(State())
    let script: Script
    init(_ script: @escaping Script) { self.script = script }
  }

  /// The server's address, without a slash at the end.
  package let base: URL
  private let core: Core
  private let listener: WireSocket

  /// Starts on a free port of 127.0.0.1, or of ::1.
  package init(
    onIPv6: Bool = false, script: @escaping Script
  ) throws {
    let (listener, port) = try WireSocket.listening(onIPv6: onIPv6)
    guard let base = URL(string: "http://\(onIPv6 ? "[::1]" : "127.0.0.1"):\(port)") else {
      throw ProcessFailure("an address for a server", seen: "port \(port)")
    }
    self.listener = listener
    self.base = base
    let core = Core(script)
    self.core = core
    Thread.detachNewThread {
      while let socket = listener.accepted() { Self.serve(socket, core) }
      close(listener.descriptor)
    }
  }

  /// Answers in this order; after the last, with 599.
  package convenience init(_ answers: [WireAnswer]) throws {
    let left = Mutex(answers[...])
    try self.init { _ in
      left.withLock { $0.popFirst() } ?? WireAnswer(599, "The script is at its end.")
    }
  }

  deinit {
    let gates = core.state.withLock { state in
      state.isEnding = true
      // Under the lock: what is in the list is not closed yet.
      for connection in state.connections.values { connection.shut() }
      return state.gates
    }
    listener.shut()
    for gate in gates { gate.open() }
  }

  private static func serve(_ socket: WireSocket, _ core: Core) {
    let number: Int? = core.state.withLock { state in
      guard !state.isEnding else { return nil }
      state.connectionCount += 1
      state.connections[state.connectionCount] = socket
      return state.connectionCount
    }
    guard let number else {
      close(socket.descriptor)
      return
    }
    Thread.detachNewThread {
      answer(socket, number, core)
      // Out of the list first: a closed number may be another's at once.
      core.state.withLock { _ = $0.connections.removeValue(forKey: number) }
      close(socket.descriptor)
    }
  }

  private static func answer(_ socket: WireSocket, _ number: Int, _ core: Core) {
    var connection = WireConnection(socket, number: number)
    var goesOn = true
    while goesOn {
      let request = connection.next { part in core.state.withLock { $0.broken.append(part) } }
      guard let request else { return }
      core.state.withLock { $0.requests.append(request) }
      goesOn = connection.send(
        core.script(request), to: request,
        holding: { gate in
          let isEnding = core.state.withLock { state in
            state.gates.append(gate)
            return state.isEnding
          }
          if isEnding { gate.open() }
        },
        sent: { count in core.state.withLock { $0.sentBytes += count } })
    }
  }

  /// The whole requests so far.
  package var requests: [WireRequest] { core.state.withLock { $0.requests } }

  /// Requests whose body broke off.
  package var broken: [WireRequest] { core.state.withLock { $0.broken } }

  /// How many bytes of bodies the system has taken.
  package var sentBytes: Int { core.state.withLock { $0.sentBytes } }

  /// How many connections there are at the moment.
  package var openConnections: Int { core.state.withLock { $0.connections.count } }

  /// How many connections were made.
  package var connectionCount: Int { core.state.withLock { $0.connectionCount } }

  /// An address on the server.
  package func url(_ target: String) throws -> URL {
    guard let url = URL(string: base.absoluteString + target) else {
      throw ProcessFailure("an address", seen: target)
    }
    return url
  }
}
