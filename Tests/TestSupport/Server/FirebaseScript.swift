package import Foundation
import Synchronization

/// A small Cloud Storage for Firebase in memory: objects, metadata, listing, and resumable uploads.
///
/// Hashes are the test's to make. Faults are laid over it by ``intercept(_:)``.
package final class FirebaseScript: Sendable {
  package typealias Hashes = @Sendable (Data) -> (md5: String?, crc32c: String?)

  /// An object as the server keeps it.
  package struct Stored: Sendable {
    package var data: Data
    package var generation: Int64
    package var metageneration: Int64 = 1
    package var settings: [String: String] = [:]
    package var custom: [String: String] = [:]
    package var token: String
  }

  struct Session {
    var name: String
    var metadata: Data
    var type: String?
    var data = Data()
    var status = "active"
  }

  struct State {
    var objects: [String: Stored] = [:]
    var sessions: [String: Session] = [:]
    var generation: Int64 = 1_796_000_139_611
    var deniesUploads = false
    var interceptors: [@Sendable (WireRequest) -> WireAnswer?] = []
  }

  final class Core: Sendable {
    let state = Mutex(State())
    let bucket: String
    let hashes: Hashes
    init(bucket: String, hashes: @escaping Hashes) {
      self.bucket = bucket
      self.hashes = hashes
    }
  }

  package let server: ScriptedServer
  let core: Core

  package init(bucket: String = "bucket", hashes: @escaping Hashes) throws {
    let core = Core(bucket: bucket, hashes: hashes)
    self.core = core
    server = try ScriptedServer { request in
      let faults = core.state.withLock { $0.interceptors }
      for fault in faults { if let answer = fault(request) { return answer } }
      return core.answer(request)
    }
  }

  /// Answers a request otherwise, where the closure has an answer.
  package func intercept(_ fault: @escaping @Sendable (WireRequest) -> WireAnswer?) {
    core.state.withLock { $0.interceptors.append(fault) }
  }

  /// Uploads are begun and taken, and refused at their end.
  package func denyUploads() { core.state.withLock { $0.deniesUploads = true } }

  /// What the server would answer, faults aside; it does what is asked.
  package func taken(_ request: WireRequest) -> WireAnswer { core.answer(request) }

  /// The session of an upload becomes unknown.
  package func forgetSessions() { core.state.withLock { $0.sessions = [:] } }

  package func object(_ name: String) -> Stored? { core.state.withLock { $0.objects[name] } }

  package func put(_ data: Data, at name: String, custom: [String: String] = [:]) {
    core.state.withLock { state in
      state.generation += 1
      state.objects[name] = Stored(
        data: data, generation: state.generation, custom: custom,
        token: "token-\(state.generation)")
    }
  }

  /// What was commanded of uploads, in order.
  package var commands: [String] {
    server.requests.compactMap { $0["X-Goog-Upload-Command"] }
  }
}

extension FirebaseScript.Core {
  func answer(_ request: WireRequest) -> WireAnswer {
    if let id = request.query["upload_id"] { return session(id, request) }
    let root = "/v0/b/\(bucket)/o"
    guard request.rawPath.hasPrefix(root) else { return WireAnswer(404, "Not Found") }
    let rest = request.rawPath.dropFirst(root.count).dropFirst()
    if rest.contains("/") { return WireAnswer(404, "Not Found") }
    let name = String(rest).removingPercentEncoding ?? ""
    switch (request.method, request["X-Goog-Upload-Protocol"]) {
    case ("POST", "resumable"): return start(request)
    case ("POST", "multipart"): return multipart(request)
    case ("GET", _) where name.isEmpty: return list(request)
    case ("GET", _):
      return request.query["alt"] == "media" ? media(name, request) : described(name)
    case ("PATCH", _): return patch(name, request)
    case ("DELETE", _):
      let old = state.withLock { $0.objects.removeValue(forKey: name) }
      return old == nil ? WireAnswer(404, "Not Found") : WireAnswer(204)
    default: return WireAnswer(400, "Bad Request")
    }
  }

  func described(_ name: String) -> WireAnswer {
    guard let stored = state.withLock({ $0.objects[name] }) else {
      return WireAnswer(404, "Not Found")
    }
    return .json(json(stored, name))
  }

  func json(_ stored: FirebaseScript.Stored, _ name: String) -> String {
    let hash = hashes(stored.data)
    var object: [String: Any] = [
      "name": name, "bucket": bucket, "generation": "\(stored.generation)",
      "metageneration": "\(stored.metageneration)", "size": "\(stored.data.count)",
      "timeCreated": "2026-11-30T00:52:06.579Z", "updated": "2026-11-30T00:52:06.579Z",
      "etag": "e\(stored.generation)", "downloadTokens": stored.token,
      "contentEncoding": stored.settings["contentEncoding"] ?? "identity",
    ]
    object["md5Hash"] = hash.md5
    object["crc32c"] = hash.crc32c
    for (key, value) in stored.settings { object[key] = value }
    if !stored.custom.isEmpty { object["metadata"] = stored.custom }
    let data = (try? JSONSerialization.data(withJSONObject: object)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }

  private func media(_ name: String, _ request: WireRequest) -> WireAnswer {
    guard let stored = state.withLock({ $0.objects[name] }) else {
      return WireAnswer(404, "Not Found")
    }
    let hash = hashes(stored.data)
    var headers = [
      ("Content-Type", stored.settings["contentType"] ?? "application/octet-stream"),
      ("ETag", "\"e\(stored.generation)\""), ("x-goog-generation", "\(stored.generation)"),
    ]
    if let crc32c = hash.crc32c { headers.append(("x-goog-hash", "crc32c=\(crc32c)")) }
    if let md5 = hash.md5 { headers.append(("x-goog-hash", "md5=\(md5)")) }
    let isCurrent = request["If-Range"].map { $0 == "\"e\(stored.generation)\"" } ?? true
    guard isCurrent, let range = request["Range"], range.hasPrefix("bytes="),
      let from = Int(range.dropFirst(6).prefix { $0 != "-" })
    else { return .bytes(stored.data, headers: headers) }
    let size = stored.data.count
    guard from < size else {
      return WireAnswer(416, "", headers: [("Content-Range", "bytes */\(size)")])
    }
    headers.append(("Content-Range", "bytes \(from)-\(size - 1)/\(size)"))
    return .bytes(Data(stored.data.dropFirst(from)), 206, headers: headers)
  }

  private func patch(_ name: String, _ request: WireRequest) -> WireAnswer {
    guard let change = (try? JSONSerialization.jsonObject(with: request.body)) as? [String: Any]
    else { return WireAnswer(400, "Bad Request") }
    let isThere = state.withLock { state in
      guard var stored = state.objects[name] else { return false }
      stored.metageneration += 1
      for (key, value) in change where key != "metadata" {
        stored.settings[key] = value as? String
      }
      if change["metadata"] is NSNull { stored.custom = [:] }
      for (key, value) in change["metadata"] as? [String: Any] ?? [:] {
        stored.custom[key] = value as? String
      }
      state.objects[name] = stored
      return true
    }
    return isThere ? described(name) : WireAnswer(404, "Not Found")
  }

  private func list(_ request: WireRequest) -> WireAnswer {
    let prefix = request.query["prefix"] ?? ""
    guard prefix.isEmpty || prefix.hasSuffix("/") else { return WireAnswer(400, "Bad Request") }
    var items: [String] = []
    var prefixes: [String] = []
    for name in state.withLock({ $0.objects.keys.sorted() }) where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count)
      if let slash = rest.firstIndex(of: "/") {
        let folder = prefix + rest[...slash]
        if prefixes.last != folder { prefixes.append(folder) }
      } else {
        items.append(name)
      }
    }
    let start = Int(request.query["pageToken"] ?? "") ?? 0
    let most = Int(request.query["maxResults"] ?? "") ?? 1_000
    var page: [String: Any] = [
      "prefixes": prefixes,
      "items": items.dropFirst(start).prefix(most).map { ["name": $0, "bucket": bucket] },
    ]
    if start + most < items.count { page["nextPageToken"] = "\(start + most)" }
    let data = (try? JSONSerialization.data(withJSONObject: page)) ?? Data()
    return .json(String(decoding: data, as: UTF8.self))
  }
}
