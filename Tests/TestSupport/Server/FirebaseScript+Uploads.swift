import Foundation
import Synchronization

/// Uploads: whole ones in two parts, and resumable ones by commands.
extension FirebaseScript.Core {
  func store(_ data: Data, _ name: String, metadata: Data, type: String?) -> WireAnswer {
    let said = (try? JSONSerialization.jsonObject(with: metadata)) as? [String: Any] ?? [:]
    state.withLock { state in
      state.generation += 1
      var settings = said.compactMapValues { $0 as? String }
      settings["name"] = nil
      settings["contentType"] = settings["contentType"] ?? type
      state.objects[name] = FirebaseScript.Stored(
        data: data, generation: state.generation, settings: settings,
        custom: said["metadata"] as? [String: String] ?? [:], token: "token-\(state.generation)")
    }
    return described(name)
  }

  func multipart(_ request: WireRequest) -> WireAnswer {
    guard let name = request.query["name"],
      let type = request["Content-Type"], type.hasPrefix("multipart/related; boundary="),
      state.withLock({ !$0.deniesUploads })
    else { return denied }
    let boundary = String(type.dropFirst("multipart/related; boundary=".count))
    let parts = Self.parts(request.body, boundary)
    guard parts.count == 2 else { return WireAnswer(400, "Bad content type.") }
    return store(parts[1].body, name, metadata: parts[0].body, type: parts[1].type)
  }

  private var denied: WireAnswer {
    WireAnswer(
      403, #"{"error":{"code":403,"message":"Permission denied."}}"#,
      headers: [("X-Goog-Upload-Status", "final")])
  }

  private static func parts(
    _ body: Data, _ boundary: String
  ) -> [(type: String, body: Data)] {
    var parts: [(type: String, body: Data)] = []
    let line = Data("--\(boundary)".utf8)
    var rest = body
    while let start = rest.range(of: line) {
      rest = Data(rest[start.upperBound...])
      guard let end = rest.range(of: Data("\r\n".utf8) + line),
        let head = rest.range(of: Data("\r\n\r\n".utf8))
      else { break }
      let text = String(decoding: rest[..<head.lowerBound], as: UTF8.self)
      let type = text.components(separatedBy: "Content-Type: ").last ?? ""
      parts.append((type, Data(rest[head.upperBound..<end.lowerBound])))
      rest = Data(rest[end.lowerBound...])
    }
    return parts
  }

  func start(_ request: WireRequest) -> WireAnswer {
    guard request["X-Goog-Upload-Command"] == "start", let name = request.query["name"],
      let host = request["Host"]
    else { return WireAnswer(400, "Bad Request") }
    let id = state.withLock { state in
      let id = "session-\(state.sessions.count + 1)"
      state.sessions[id] = .init(
        name: name, metadata: request.body, type: request["X-Goog-Upload-Content-Type"])
      return id
    }
    return WireAnswer(
      200, "",
      headers: [
        ("X-Goog-Upload-Status", "active"), ("X-Goog-Upload-Chunk-Granularity", "262144"),
        ("X-Goog-Upload-URL", "http://\(host)/v0/b/\(bucket)/o?upload_id=\(id)"),
      ])
  }

  func session(_ id: String, _ request: WireRequest) -> WireAnswer {
    guard var session = state.withLock({ $0.sessions[id] }) else {
      return WireAnswer(404, "Not Found")
    }
    let command = request["X-Goog-Upload-Command"] ?? ""
    if command == "query" {
      return WireAnswer(
        200, "",
        headers: [
          ("X-Goog-Upload-Status", session.status),
          ("X-Goog-Upload-Size-Received", "\(session.data.count)"),
        ])
    }
    guard session.status == "active" || (command == "cancel" && session.status == "cancelled")
    else { return WireAnswer(400, "", headers: [("X-Goog-Upload-Status", session.status)]) }
    if command == "cancel" {
      session.status = "cancelled"
      state.withLock { $0.sessions[id] = session }
      return WireAnswer(200, "", headers: [("X-Goog-Upload-Status", "cancelled")])
    }
    if command.hasPrefix("upload") {
      guard Int(request["X-Goog-Upload-Offset"] ?? "") == session.data.count else {
        return WireAnswer(400, "", headers: [("X-Goog-Upload-Status", "active")])
      }
      session.data.append(request.body)
    }
    let isLast = command.hasSuffix("finalize")
    if isLast { session.status = "final" }
    state.withLock { $0.sessions[id] = session }
    guard isLast else {
      return WireAnswer(200, "", headers: [("X-Goog-Upload-Status", "active")])
    }
    if state.withLock({ $0.deniesUploads }) { return denied }
    var answer = store(session.data, session.name, metadata: session.metadata, type: session.type)
    answer.headers.append(("X-Goog-Upload-Status", "final"))
    return answer
  }
}
