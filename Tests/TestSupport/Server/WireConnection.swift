import Foundation
import Glibc

/// One connection of a scripted server, on a thread of its own.
struct WireConnection {
  let socket: WireSocket
  let number: Int
  private var buffer = Data()

  init(_ socket: WireSocket, number: Int) {
    self.socket = socket
    self.number = number
  }

  /// The next request; nil when the client is gone or speaks no HTTP.
  mutating func next(partly: (WireRequest) -> Void) -> WireRequest? {
    guard let head = headText() else { return nil }
    var lines = head.components(separatedBy: "\r\n")
    let words = lines.removeFirst().split(separator: " ")
    guard words.count == 3 else { return nil }
    var request = WireRequest(
      method: String(words[0]), target: String(words[1]), headers: [], body: Data(),
      connection: number)
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      request.headers.append((String(line[..<colon]), value))
    }
    if request["Expect"] != nil { _ = socket.send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
    let isChunked = request["Transfer-Encoding"]?.lowercased() == "chunked"
    let isWhole =
      isChunked ? takeChunks(&request) : take(Int(request["Content-Length"] ?? "0") ?? 0, &request)
    guard isWhole else {
      partly(request)
      return nil
    }
    return request
  }

  private mutating func headText() -> String? {
    let end = Data("\r\n\r\n".utf8)
    while true {
      if let range = buffer.range(of: end) {
        let text = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
        buffer = Data(buffer[range.upperBound...])
        return text
      }
      guard fill() else { return nil }
    }
  }

  private mutating func fill() -> Bool {
    let more = socket.read()
    buffer.append(more)
    return !more.isEmpty
  }

  private mutating func take(_ count: Int, _ request: inout WireRequest) -> Bool {
    while buffer.count < count {
      if !fill() {
        request.body = buffer
        return false
      }
    }
    request.body.append(buffer.prefix(count))
    buffer = Data(buffer.dropFirst(count))
    return true
  }

  private mutating func takeChunks(_ request: inout WireRequest) -> Bool {
    while true {
      while buffer.range(of: Data("\r\n".utf8)) == nil { if !fill() { return false } }
      guard let line = buffer.range(of: Data("\r\n".utf8)),
        let size = Int(String(decoding: buffer[..<line.lowerBound], as: UTF8.self), radix: 16)
      else { return false }
      buffer = Data(buffer[line.upperBound...])
      guard take(size, &request) else { return false }
      while buffer.count < 2 { if !fill() { return false } }
      buffer = Data(buffer.dropFirst(2))
      if size == 0 { return true }
    }
  }

  /// Sends an answer; false when the connection is at its end.
  func send(
    _ answer: WireAnswer, to request: WireRequest, holding: (Gate) -> Void, sent: (Int) -> Void
  ) -> Bool {
    if !answer.isMute, !socket.send(head(of: answer)) { return false }
    if request.method != "HEAD" {
      for step in answer.steps where !perform(step, answer, holding, sent) { return false }
      if answer.framing == .chunked, answer.ending == .keep {
        guard socket.send(Data("0\r\n\r\n".utf8)) else { return false }
      }
    }
    if answer.ending == .reset { socket.forgetWhatIsUnderWay() }
    return answer.ending == .keep && answer.framing != .close
  }

  private func head(of answer: WireAnswer) -> Data {
    var text = "HTTP/1.1 \(answer.status) Scripted\r\n"
    for (name, value) in answer.headers { text += "\(name): \(value)\r\n" }
    switch answer.framing {
    case .length where answer.status != 204 && answer.status != 304:
      text += "Content-Length: \(answer.bodyLength)\r\n"
    case .length, .none: break
    case .declared(let length): text += "Content-Length: \(length)\r\n"
    case .chunked: text += "Transfer-Encoding: chunked\r\n"
    case .close: text += "Connection: close\r\n"
    }
    return Data((text + "\r\n").utf8)
  }

  private func perform(
    _ step: WireAnswer.Step, _ answer: WireAnswer, _ holding: (Gate) -> Void, _ sent: (Int) -> Void
  ) -> Bool {
    switch step {
    case .hold(let gate):
      holding(gate)
      return gate.wait()
    case .bytes(let data):
      return data.isEmpty || write(data, answer, sent)
    case .zeros(var count):
      while count > 0 {
        guard write(Data(count: min(count, 65_536)), answer, sent) else { return false }
        count -= 65_536
      }
      return true
    }
  }

  private func write(_ data: Data, _ answer: WireAnswer, _ sent: (Int) -> Void) -> Bool {
    guard answer.framing == .chunked else { return socket.send(data, counting: sent) }
    let size = Data("\(String(data.count, radix: 16))\r\n".utf8)
    return socket.send(size) && socket.send(data, counting: sent) && socket.send(Data("\r\n".utf8))
  }
}
