import Foundation

/// Where a storage is: which kind of place, and which bucket there.
///
/// The forms, and nothing beside them:
/// - `file:///folder` or `file:///folder?bucket=name`: a folder of this machine; the bucket is
///   named `default` when none is named.
/// - `gs://bucket`: Cloud Storage for Firebase at `https://firebasestorage.googleapis.com`.
/// - `https://host[:port]/v0/b/bucket`: a server that speaks Firebase's protocol.
/// - `https://host[:port]/storage/v1/b/bucket`: one that speaks Google Cloud Storage's JSON API.
///
/// With `http://` a server is spoken to unencrypted: only where the address says so.
package struct StorageAddress: Hashable, Sendable {
  /// The kinds of place.
  package enum Site: Hashable, Sendable {
    case folder(String)
    case firebase(Host)
    case google(Host)
  }

  /// A server.
  package struct Host: Hashable, Sendable {
    package var isEncrypted: Bool
    package var name: String
    package var port: Int

    package init(isEncrypted: Bool, name: String, port: Int) {
      self.isEncrypted = isEncrypted
      self.name = name
      self.port = port
    }

    /// `https://host:port`, the port always written.
    package var text: String { "\(isEncrypted ? "https" : "http")://\(name):\(port)" }

    /// Firebase's own.
    package static let firebase = Host(
      isEncrypted: true, name: "firebasestorage.googleapis.com", port: 443)
  }

  package var site: Site
  package var bucket: String

  package init(_ site: Site, bucket: String) {
    self.site = site
    self.bucket = bucket
  }

  /// The bucket of a folder whose address names none.
  package static let defaultBucket = "default"

  /// Reads an address; one that is none throws `invalidArgument`.
  package init(_ text: String) throws(StorageError) {
    if let rest = text.after("file://") {
      try self.init(file: rest, text)
    } else if let rest = text.after("gs://") {
      let bucket = rest.hasSuffix("/") ? String(rest.dropLast()) : rest
      if bucket.contains("/") { throw Self.fault("it names an object, not a bucket", text) }
      self.init(.firebase(.firebase), bucket: bucket)
    } else if let rest = text.after("https://") {
      try self.init(http: rest, isEncrypted: true, text)
    } else if let rest = text.after("http://") {
      try self.init(http: rest, isEncrypted: false, text)
    } else {
      throw Self.fault("it begins neither with file:///, gs://, https:// nor http://", text)
    }
    try Self.check(bucket, text)
  }

  private init(file rest: String, _ text: String) throws(StorageError) {
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let folder = StorageURL.decoded(parts[0].utf8), folder.hasPrefix("/"),
      !folder.utf8.contains(0)
    else { throw Self.fault("a folder's address has the form file:///folder", text) }
    var bucket = Self.defaultBucket
    if parts.count == 2 {
      guard let name = String(parts[1]).after("bucket="),
        let name = StorageURL.decoded(name.utf8)
      else { throw Self.fault("behind the ? stands bucket=NAME", text) }
      bucket = name
    }
    self.init(.folder(URL(fileURLWithPath: folder).standardizedFileURL.path), bucket: bucket)
  }

  private init(http rest: String, isEncrypted: Bool, _ text: String) throws(StorageError) {
    var pieces = rest.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if pieces.last == "" { pieces.removeLast() }
    guard let authority = pieces.first, let host = Host(authority, isEncrypted: isEncrypted) else {
      throw Self.fault("it names no host, or a port that is none", text)
    }
    guard let last = pieces.last, let bucket = StorageURL.decoded(last.utf8) else {
      throw Self.fault("its bucket is no text", text)
    }
    switch pieces.dropFirst().dropLast() {
    case ["v0", "b"]: self.init(.firebase(host), bucket: bucket)
    case ["storage", "v1", "b"]: self.init(.google(host), bucket: bucket)
    default:
      throw Self.fault("its path is neither /v0/b/BUCKET nor /storage/v1/b/BUCKET", text)
    }
  }

  /// What every place can take as a bucket's name; the place may be stricter.
  private static func check(_ bucket: String, _ text: String) throws(StorageError) {
    if bucket.isEmpty { throw fault("it names no bucket", text) }
    let isPlain = bucket.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isPlain, bucket.utf8.count <= 222, !bucket.hasPrefix(".") else {
      throw fault("a bucket's name is of letters, digits and - _ .", text)
    }
  }

  private static func fault(_ reason: String, _ text: String) -> StorageError {
    .invalidArgument(message: "This is no address of a storage, for \(reason): \(text.shown)")
  }
}

extension StorageAddress.Host {
  /// Reads `host` or `host:port`; without a port it is the scheme's.
  fileprivate init?(_ authority: String, isEncrypted: Bool) {
    let closing = authority.lastIndex(of: "]") ?? authority.startIndex
    let colon = authority[closing...].lastIndex(of: ":")
    let name = authority[..<(colon ?? authority.endIndex)]
    var port = isEncrypted ? 443 : 80
    if let colon {
      let digits = authority[authority.index(after: colon)...]
      guard let number = UInt16(digits), number > 0, digits.first != "+" else { return nil }
      port = Int(number)
    }
    let isHost = name.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7F && !"/@?#%\\\"<>^`{|}".utf8.contains(byte)
    }
    guard isHost, !name.isEmpty else { return nil }
    self.init(isEncrypted: isEncrypted, name: name.lowercased(), port: port)
  }
}

extension StorageAddress: CustomStringConvertible {
  /// The address as it is read, in one form whatever form it was read from.
  package var description: String {
    switch site {
    case .folder(let folder):
      "\(URL(fileURLWithPath: folder, isDirectory: false).absoluteString)?bucket=\(bucket)"
    case .firebase(let host): "\(host.text)/v0/b/\(bucket)"
    case .google(let host): "\(host.text)/storage/v1/b/\(bucket)"
    }
  }
}
