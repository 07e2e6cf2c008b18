/// What an address of an object says: a bucket, and a place in it.
///
/// Firebase: `gs://bucket/path` and `https://host/v0/b/bucket/o/path`. Ours beside them: Google's
/// own forms, and the form without the version that Firebase's page prints.
package struct StorageURL: Hashable, Sendable {
  package let bucket: String
  package let object: ObjectPath

  /// Reads an address; one that is none throws `pathError`.
  ///
  /// After `gs://` nothing is percent-decoded. In the others each piece between slashes is decoded
  /// by itself, a `+` stays one, and what follows a `?` or a `#` is dropped.
  package init(_ text: String) throws(StorageError) {
    if let rest = text.after("gs://") {
      try self.init(gs: rest, text)
    } else if let rest = text.after("https://") ?? text.after("http://") {
      try self.init(http: rest, text)
    } else {
      throw Self.fault("it begins neither with gs:// nor with http:// or https://", text)
    }
  }

  private init(gs rest: String, _ text: String) throws(StorageError) {
    let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    bucket = String(rest[..<slash])
    object = ObjectPath(String(rest[slash...]))
    try Self.check(bucket, text)
  }

  private init(http rest: String, _ text: String) throws(StorageError) {
    let bytes = rest.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    var pieces: [String] = []
    for piece in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let piece = Self.decoded(piece) else {
        throw Self.fault("a % in it is followed by no byte of a text", text)
      }
      pieces.append(piece)
    }
    let host = pieces.removeFirst()
    if host.isEmpty { throw Self.fault("it names no host", text) }
    guard let found = Self.place(pieces[...], on: host) else {
      throw Self.fault("its path has not the form /v0/b/BUCKET/o/OBJECT", text)
    }
    try Self.check(found.bucket, text)
    bucket = found.bucket
    object = ObjectPath(found.object.joined(separator: "/"))
  }

  /// The bucket and the object's pieces of a path.
  private static func place(
    _ pieces: ArraySlice<String>, on host: String
  ) -> (bucket: String, object: ArraySlice<String>)? {
    if pieces.starts(with: ["v0", "b"]) { return marked(pieces.dropFirst(2)) }
    for start in [["storage", "v1", "b"], ["download", "storage", "v1", "b"]]
    where pieces.starts(with: start) {
      return marked(pieces.dropFirst(start.count))
    }
    switch name(ofHost: host) {
    case "firebasestorage.googleapis.com":
      return pieces.first == "b" ? marked(pieces.dropFirst()) : nil
    case "storage.googleapis.com", "storage.cloud.google.com":
      return pieces.first.map { ($0, pieces.dropFirst()) }
    default: return nil
    }
  }

  /// `BUCKET`, `BUCKET/o`, or `BUCKET/o/OBJECT…`; a last slash does not count.
  private static func marked(
    _ pieces: ArraySlice<String>
  ) -> (bucket: String, object: ArraySlice<String>)? {
    guard let bucket = pieces.first else { return nil }
    let rest = pieces.dropFirst()
    guard let marker = rest.first(where: { !$0.isEmpty }) else { return (bucket, []) }
    return marker == "o" && rest.first == "o" ? (bucket, rest.dropFirst()) : nil
  }

  private static func name(ofHost host: String) -> String {
    String(host.prefix { $0 != ":" }).lowercased()
  }

  /// A slash that was escaped, or a control character, makes no bucket.
  private static func check(_ bucket: String, _ text: String) throws(StorageError) {
    if bucket.isEmpty { throw fault("it names no bucket", text) }
    let isPlain = bucket.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") }
    if !isPlain { throw fault("no bucket has such a name", text) }
  }

  private static func fault(_ reason: String, _ text: String) -> StorageError {
    .pathError(message: "This is no address of an object, for \(reason): \(text.shown)")
  }
}

extension StorageURL {
  /// Percent-decodes bytes; nil when a sign stands before no two hexadecimal digits, or when what
  /// comes out is no text.
  package static func decoded(_ bytes: some Collection<UInt8>) -> String? {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      result.append(high << 4 | low)
    }
    return String(validating: result, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension String {
  /// What follows a beginning, byte by byte; nil when the text begins otherwise.
  func after(_ start: String) -> String? {
    guard utf8.starts(with: start.utf8) else { return nil }
    return String(self[utf8.index(startIndex, offsetBy: start.utf8.count)...])
  }

  /// The text as a message shows it: at most 200 characters, none that steers a terminal.
  var shown: String {
    let start = unicodeScalars.prefix(200).map { scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : String(scalar)
    }
    return start.joined() + (unicodeScalars.count > 200 ? "…" : "")
  }
}
