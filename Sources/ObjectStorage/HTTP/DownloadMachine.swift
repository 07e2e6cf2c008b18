import Foundation
package import HTTPTransport

/// A resumable download: an answer's head goes in, what to do with its body comes out.
///
/// Pure.
package struct DownloadMachine: Sendable {
  /// What tells one content of an object from another.
  package struct Validator: Sendable, Hashable {
    package var generation: Int64
    /// As the server wrote it, quotes included.
    package var etag: String?

    package init(generation: Int64, etag: String?) {
      self.generation = generation
      self.etag = etag
    }

    /// Reads ``note``.
    package init(note: String) {
      let parts = note.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      generation = Int64(parts[0]) ?? 0
      etag = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
    }

    /// As a leg keeps it.
    package var note: String { "\(generation) \(etag ?? "")" }

    init?(_ headers: HTTPHeaders) {
      generation = headers["x-goog-generation"].flatMap { Int64($0) } ?? 0
      etag = headers["ETag"].flatMap { $0.utf8.count <= 512 ? $0 : nil }
      if generation == 0, etag == nil { return nil }
    }

    /// Whether both are of one content, as far as both know.
    func agrees(with other: Validator) -> Bool {
      if generation != 0, other.generation != 0 { return generation == other.generation }
      return etag != nil && etag == other.etag
    }
  }

  /// What to ask for.
  package struct Request: Sendable, Hashable {
    package var offset: Int64
    package var ifRange: String?
    /// 0 asks for the present one.
    package var generation: Int64
  }

  /// What to do with an answer.
  package enum Verdict: Sendable, Hashable {
    /// The body is the object from `offset` on.
    case begin(offset: Int64, total: Int64?, hashes: Checksum.Kinds)
    /// What is kept may be the whole: the metadata tells.
    case compare
    /// Another content: once more from the start.
    case restart
    /// The answer is the error, if time does not mend it.
    case failed
    case failedBecause(String)
  }

  package private(set) var validator: Validator?
  package private(set) var total: Int64?
  package private(set) var md5Hash: String?
  package private(set) var crc32c: String?
  private var isFromStart = false
  private var restarts = 0

  package init(validator: String? = nil) {
    self.validator = validator.map { Validator(note: $0) }
  }

  /// What to ask for when so many bytes are kept.
  ///
  /// Without a validator nobody knows whether they belong to what would come.
  package func request(kept: Int64) -> Request {
    guard kept > 0, !isFromStart, let validator else { return Request(offset: 0, generation: 0) }
    // A weak tag names no bytes.
    let strong = validator.etag.flatMap { $0.hasPrefix("\"") ? $0 : nil }
    return Request(offset: kept, ifRange: strong, generation: validator.generation)
  }

  /// What to do with an answer to a request.
  package mutating func take(_ head: HTTPHead, to request: Request) -> Verdict {
    switch head.status {
    case 200: return begin(head, at: 0, total: head.contentLength)
    case 206:
      guard let range = ContentRange(head.headers["Content-Range"]), let start = range.start,
        start == request.offset
      else { return restart(because: "The server sent another part than was asked for.") }
      if request.offset > 0, let old = validator, let new = Validator(head.headers),
        !old.agrees(with: new)
      {
        return restart(because: "The object changes again and again.")
      }
      return begin(head, at: start, total: range.total)
    case 412 where request.offset > 0, 404 where request.generation != 0:
      return restart(because: "The object changes again and again.")
    case 416 where request.offset > 0: return .compare
    default: return .failed
    }
  }

  /// Begins again without what is kept; at most twice.
  package mutating func restart(because reason: String) -> Verdict {
    restarts += 1
    isFromStart = true
    validator = nil
    return restarts > 2 ? .failedBecause(reason) : .restart
  }

  private mutating func begin(_ head: HTTPHead, at offset: Int64, total: Int64?) -> Verdict {
    let isCoded = Self.isTranscoded(head.headers)
    // Bytes made on the way cannot be gone on with.
    validator = isCoded ? nil : Validator(head.headers)
    isFromStart = false
    self.total = total
    let hash = isCoded ? ObjectHash() : ObjectHash(header: head.headers["x-goog-hash"])
    crc32c = hash.crc32c
    // The cheaper one is enough.
    md5Hash = hash.crc32c == nil ? hash.md5 : nil
    let kinds: Checksum.Kinds = crc32c != nil ? .crc32c : md5Hash != nil ? .md5 : []
    return .begin(offset: offset, total: total, hashes: kinds)
  }

  /// Whether the server made other bytes of those that it stores: its hashes are of the latter.
  static func isTranscoded(_ headers: HTTPHeaders) -> Bool {
    let stored = headers["x-goog-stored-content-encoding"]?.lowercased() ?? "identity"
    let sent = headers["Content-Encoding"]?.lowercased() ?? "identity"
    if stored != "identity", stored != sent { return true }
    return headers["Warning"]?.hasPrefix("214") ?? false
  }
}

/// `Content-Range: bytes 0-9/100`, `bytes */100`, `bytes 0-9/*`.
struct ContentRange: Sendable, Hashable {
  var start: Int64?
  var end: Int64?
  var total: Int64?

  init?(_ text: String?) {
    guard let text, text.hasPrefix("bytes ") else { return nil }
    let halves = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    total = Int64(halves[1])
    guard total != nil || halves[1] == "*" else { return nil }
    if halves[0] == "*" { return }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let start = Int64(ends[0]), let end = Int64(ends[1]), start >= 0,
      end >= start, end < total ?? .max
    else { return nil }
    self.start = start
    self.end = end
  }
}
