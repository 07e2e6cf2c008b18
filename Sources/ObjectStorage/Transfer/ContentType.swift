import Foundation

/// The content type of what is uploaded without one: by the name, else by the first bytes.
///
/// A short table of what shops keep: pictures, documents, sound. The types are IANA's.
enum ContentType {
  /// Of what nothing is known.
  static let unknown = "application/octet-stream"

  /// The type of a name's extension, whatever its case; nil when there is none that is known.
  static func ofName(_ name: String) -> String? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return byExtension[String(name[name.utf8.index(after: dot)...]).lowercased()]
  }

  /// The type that the first bytes tell; nil when they tell none.
  ///
  /// Looks at 16 bytes at most.
  static func ofBytes(_ start: some Sequence<UInt8>) -> String? {
    let bytes = Array(start.prefix(16))
    if let found = bySignature.first(where: { bytes.starts(with: $0.signature) }) {
      return found.type
    }
    guard bytes.count >= 12 else { return nil }
    switch (String(decoding: bytes[..<4], as: UTF8.self), tag(bytes[8..<12]), tag(bytes[4..<8])) {
    case ("RIFF", "WEBP", _): return "image/webp"
    case ("RIFF", "WAVE", _): return "audio/wav"
    case (_, "avif", "ftyp"): return "image/avif"
    case (_, "heic", "ftyp"), (_, "heix", "ftyp"), (_, "mif1", "ftyp"): return "image/heic"
    case (_, "isom", "ftyp"), (_, "mp42", "ftyp"): return "video/mp4"
    default: return nil
    }
  }

  private static func tag(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static let bySignature: [(signature: [UInt8], type: String)] = [
    ([0xFF, 0xD8, 0xFF], "image/jpeg"),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png"),
    (Array("GIF87a".utf8), "image/gif"), (Array("GIF89a".utf8), "image/gif"),
    ([0x49, 0x49, 0x2A, 0x00], "image/tiff"), ([0x4D, 0x4D, 0x00, 0x2A], "image/tiff"),
    (Array("%PDF-".utf8), "application/pdf"),
    ([0x50, 0x4B, 0x03, 0x04], "application/zip"), ([0x1F, 0x8B], "application/gzip"),
    (Array("OggS".utf8), "audio/ogg"), (Array("ID3".utf8), "audio/mpeg"),
  ]

  private static let byExtension: [String: String] = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "jpe": "image/jpeg", "png": "image/png",
    "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "heic": "image/heic",
    "bmp": "image/bmp", "tif": "image/tiff", "tiff": "image/tiff", "svg": "image/svg+xml",
    "ico": "image/vnd.microsoft.icon", "pdf": "application/pdf", "epub": "application/epub+zip",
    "txt": "text/plain", "text": "text/plain", "md": "text/markdown", "csv": "text/csv",
    "tsv": "text/tab-separated-values", "html": "text/html", "htm": "text/html",
    "css": "text/css", "js": "text/javascript", "json": "application/json",
    "xml": "application/xml", "zip": "application/zip", "gz": "application/gzip",
    "tar": "application/x-tar", "mp3": "audio/mpeg", "m4a": "audio/mp4", "ogg": "audio/ogg",
    "wav": "audio/wav", "mp4": "video/mp4", "mov": "video/quicktime", "webm": "video/webm",
  ]
}
