import Foundation
import HTTPTransport
import Synchronization

/// A transport that plays servers from a script, with every fault they can have.
final class FakeServer: HTTPTransport {
  /// What comes for a request.
  enum Play: Sendable {
    /// Head and body, in pieces as they are; nothing is checked, as by a careless transport.
    case answer(Int, HTTPHeaders = [:], Data = Data(), pieces: Int = 3)
    /// The same, then the connection breaks.
    case cut(Int, HTTPHeaders, Data)
    /// The connection breaks at once, or is never made.
    case lost(String)
    /// An answer that never ends, with a byte now and then.
    case slow(HTTPHeaders)
    /// Bytes without end.
    case endless(HTTPHeaders)
    /// Nothing until it is let go, then the rest.
    indirect case held(Hold, Play)
  }

  /// One request that came.
  struct Visit: Sendable {
    var request: HTTPRequest
    var at: Duration
  }

  private struct State {
    var visits: [Visit] = []
    var open = 0
    var mostOpen = 0
    var handedOver = 0
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> Duration
  private let script: @Sendable (HTTPRequest, Int) -> Play

  /// Plays what a script says for a request and the number of earlier ones to the same address.
  init(
    now: @escaping @Sendable () -> Duration,
    script: @escaping @Sendable (_ request: HTTPRequest, _ earlier: Int) -> Play
  ) {
    self.now = now
    self.script = script
  }

  var visits: [Visit] { state.withLock { $0.visits } }
  var addresses: [String] { visits.map(\.request.url.absoluteString) }
  /// The most requests that were under way at once.
  var mostOpen: Int { state.withLock { $0.mostOpen } }
  var open: Int { state.withLock { $0.open } }
  /// The bytes that receivers took.
  var handedOver: Int { state.withLock { $0.handedOver } }

  func send(
    _ request: HTTPRequest, to receiver: any HTTPReceiver
  ) async throws(HTTPFailure) -> HTTPHead {
    let earlier = state.withLock { state in
      state.open += 1
      state.mostOpen = max(state.mostOpen, state.open)
      state.visits.append(Visit(request: request, at: now()))
      return state.visits.count { $0.request.url == request.url } - 1
    }
    defer { state.withLock { $0.open -= 1 } }
    return try await play(script(request, earlier), request, receiver)
  }

  private func play(
    _ play: Play, _ request: HTTPRequest, _ receiver: any HTTPReceiver
  ) async throws(HTTPFailure) -> HTTPHead {
    switch play {
    case .answer(let status, let headers, let body, let pieces):
      let head = try give(status, headers, request, receiver)
      let size = max(1, (body.count + pieces - 1) / max(1, pieces))
      var rest = body[...]
      while !rest.isEmpty {
        try give(Data(rest.prefix(size)), receiver)
        rest = rest.dropFirst(size)
      }
      return head
    case .cut(let status, let headers, let body):
      _ = try give(status, headers, request, receiver)
      try give(body, receiver)
      throw .lost(reason: "the connection broke")
    case .lost(let reason):
      throw .lost(reason: reason)
    case .slow(let headers):
      _ = try give(200, headers, request, receiver)
      try give(Data([0xFF]), receiver)
      await Hold().wait()
      throw .cancelled
    case .endless(let headers):
      _ = try give(200, headers, request, receiver)
      while !Task.isCancelled { try give(Data(repeating: 0xFF, count: 65_536), receiver) }
      throw .cancelled
    case .held(let hold, let then):
      await hold.wait()
      if Task.isCancelled { throw .cancelled }
      return try await self.play(then, request, receiver)
    }
  }

  private func give(
    _ status: Int, _ headers: HTTPHeaders, _ request: HTTPRequest, _ receiver: any HTTPReceiver
  ) throws(HTTPFailure) -> HTTPHead {
    let head = HTTPHead(status: status, headers: headers, url: request.url)
    do {
      try receiver.receive(head)
    } catch {
      throw .stopped(error)
    }
    return head
  }

  private func give(_ piece: Data, _ receiver: any HTTPReceiver) throws(HTTPFailure) {
    state.withLock { $0.handedOver += piece.count }
    do {
      try receiver.receive(piece)
    } catch {
      throw .stopped(error)
    }
  }
}
