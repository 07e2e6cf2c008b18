import CCurl
import Foundation
import Synchronization

/// One request on its way, on a thread of its own; cancelled from any thread.
final class CurlTransfer: Sendable {
  /// How a request ended.
  enum Ending: Sendable {
    case answer(HTTPHead)
    /// A redirect, of which nothing was handed over.
    case redirect(HTTPHead)
    case failure(HTTPFailure)
  }

  private struct State {
    var line: ccurl_line?
    var parser = HeadParser()
    var head: HTTPHead?
    var isRedirected = false
    /// Set when nothing is handed over any more; the first reason stays.
    var failure: HTTPFailure?
    var sent: Int64 = 0
    var lastNews = ContinuousClock.now
  }

  private let state = Mutex(State())
  private let request: HTTPRequest
  private let receiver: any HTTPReceiver

  init(_ request: HTTPRequest, to receiver: any HTTPReceiver) {
    self.request = request
    self.receiver = receiver
  }

  /// Ends the transfer soon: whoever waits for its end hears of it.
  func cancel() {
    state.withLock { state in
      if state.failure == nil { state.failure = .cancelled }
      if let line = state.line { ccurl_wake(line) }
    }
  }

  private func fail(_ failure: HTTPFailure) {
    state.withLock { if $0.failure == nil { $0.failure = failure } }
  }

  private var isFailed: Bool { state.withLock { $0.failure != nil } }
}

// The thread's work.
extension CurlTransfer {
  /// Runs to the end, and leaves the line empty.
  func run(on line: ccurl_line) -> Ending {
    state.withLock { state in
      state.line = line
      state.lastNews = .now
    }
    let result = withFields { fields in
      request.url.absoluteString.withCString { url in
        request.method.withCString { method in
          withBody { body, length in
            // The transfer outlives what the library holds of it: it is waited for here.
            let wire = ccurl_request(
              method: method, url: url, headers: fields, body: body, body_length: length,
              has_body: Self.sendsBody(request) ? 1 : 0, is_head: request.method == "HEAD" ? 1 : 0,
              is_fresh: ["DELETE", "PUT"].contains(request.method) ? 1 : 0,
              is_direct: request.url.isLoopback ? 1 : 0,
              take_header: Self.takeHeader, take_body: Self.takeBody, meter: Self.meter,
              context: Unmanaged.passUnretained(self).toOpaque())
            return drive(line, wire)
          }
        }
      }
    }
    return ending(result)
  }

  /// The library's result; 0 is well.
  private func drive(_ line: ccurl_line, _ wire: ccurl_request) -> Int32 {
    var result: Int32 = 0
    if withUnsafePointer(to: wire, { ccurl_start(line, $0) }) == 0 {
      while !isFailed, ccurl_step(line, waitingTime, &result) == 0 { lookForSilence() }
    } else {
      fail(.unusable(reason: "The request cannot be sent."))
    }
    // From here on nobody wakes the line, which the next request may get.
    state.withLock { $0.line = nil }
    ccurl_clear(line)
    return result
  }

  /// Milliseconds until there may have been silence for too long; at most a second.
  private var waitingTime: Int32 {
    let last = state.withLock { $0.lastNews }
    let left = request.idleTimeout - (ContinuousClock.now - last)
    return Int32(max(1, min(left / .milliseconds(1), 1_000)))
  }

  private func lookForSilence() {
    let last = state.withLock { $0.lastNews }
    guard ContinuousClock.now - last >= request.idleTimeout else { return }
    let seconds = max(1, request.idleTimeout.components.seconds)
    fail(.lost(reason: "Nothing came from the server for \(seconds) s."))
  }

  private func ending(_ result: Int32) -> Ending {
    state.withLock { state in
      if let failure = state.failure { return .failure(failure) }
      guard result == 0 else { return .failure(Self.failure(result)) }
      guard let head = state.head else {
        return .failure(.lost(reason: "The server did not answer."))
      }
      return state.isRedirected ? .redirect(head) : .answer(head)
    }
  }

  /// The library's codes are part of its stable interface.
  private static func failure(_ code: Int32) -> HTTPFailure {
    switch code {
    case 3: .unusable(reason: "The address is not one of HTTP.")
    // 1: what came is HTTP of no known version; the address's scheme has been looked at before.
    case 1, 8, 61: .unusable(reason: "The server does not speak HTTP.")
    case 5: .lost(reason: "The proxy's name is not known.")
    case 6: .lost(reason: "The server's name is not known.")
    case 7: .lost(reason: "The server cannot be reached.")
    case 18: .lost(reason: "The answer ended before its declared length.")
    case 28: .lost(reason: "The server did not answer in time.")
    case 35, 51, 53, 58, 59, 60, 77, 83, 91:
      .lost(reason: "No secure connection to the server could be made (\(code)).")
    case 52: .lost(reason: "The server closed the connection without an answer.")
    default: .lost(reason: "The connection broke (\(code)).")
    }
  }
}

// What the library is given.
extension CurlTransfer {
  private static func sendsBody(_ request: HTTPRequest) -> Bool {
    request.body != nil || ["POST", "PUT", "PATCH"].contains(request.method)
  }

  private func withFields(_ body: (UnsafeMutablePointer<curl_slist>?) -> Int32) -> Int32 {
    var fields: UnsafeMutablePointer<curl_slist>?
    var headers = request.headers
    if headers["Accept-Encoding"] == nil { headers["Accept-Encoding"] = "identity" }
    // An empty value must be written so, or the field is left out.
    for (name, value) in headers.fields {
      fields = curl_slist_append(fields, value.isEmpty ? "\(name);" : "\(name): \(value)")
    }
    // What the library would add of its own accord.
    for name in ["Content-Type", "Expect", "Accept", "User-Agent"] where headers[name] == nil {
      fields = curl_slist_append(fields, "\(name):")
    }
    defer { curl_slist_free_all(fields) }
    return body(fields)
  }

  private func withBody(_ body: (UnsafePointer<CChar>?, Int64) -> Int32) -> Int32 {
    guard let data = request.body else { return body(nil, 0) }
    return data.withUnsafeBytes { bytes in
      body(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int64(bytes.count))
    }
  }
}

// What the library calls, on the transfer's thread.
extension CurlTransfer {
  private static func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let takeHeader: ccurl_taker = { bytes, size, count, context in
    guard let bytes, let transfer = CurlTransfer.transfer(context) else { return 0 }
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer.take(headerLine: line) ? size * count : 0
  }

  private static let takeBody: ccurl_taker = { bytes, size, count, context in
    guard let bytes, let transfer = CurlTransfer.transfer(context) else { return 0 }
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer.take(piece: piece) ? size * count : 0
  }

  private static let meter: ccurl_meter = { context, _, _, _, sent in
    guard let transfer = CurlTransfer.transfer(context) else { return 1 }
    return transfer.take(sent: sent) ? 0 : 1
  }

  /// False ends the transfer.
  private func take(headerLine line: UnsafeRawBufferPointer) -> Bool {
    let head: HTTPHead? = state.withLock { state in
      state.lastNews = .now
      guard state.failure == nil else { return nil }
      switch state.parser.take(line) {
      case .more: return nil
      case .tooLarge(let reason):
        state.failure = .unusable(reason: reason)
        return nil
      case .whole:
        var headers = HTTPHeaders()
        for (name, value) in state.parser.fields { headers.add(name, value) }
        let head = HTTPHead(status: state.parser.status, headers: headers, url: request.url)
        state.head = head
        if case .follow = request.redirects { state.isRedirected = Redirection.isRedirect(head) }
        return state.isRedirected ? nil : head
      }
    }
    if let head {
      hand { try receiver.receive(head) }
      state.withLock { $0.lastNews = .now }
    }
    return !isFailed
  }

  private func take(piece: UnsafeRawBufferPointer) -> Bool {
    // A redirect's own words are of no interest, however many.
    let isRedirected = state.withLock { $0.isRedirected }
    if !isRedirected, !isFailed { hand { try receiver.receive(Data(piece)) } }
    // The receiver's time is not the server's silence.
    state.withLock { $0.lastNews = .now }
    return !isFailed
  }

  private func take(sent: Int64) -> Bool {
    let isNews = state.withLock { state in
      guard sent > state.sent else { return false }
      state.sent = sent
      state.lastNews = .now
      return state.failure == nil
    }
    if isNews { receiver.sent(min(sent, Int64(request.body?.count ?? 0))) }
    return !isFailed
  }

  private func hand(_ delivery: () throws -> Void) {
    do { try delivery() } catch { fail(.stopped(error)) }
  }
}
