import Foundation

/// The hashes that a server tells of an object.
struct ObjectHash: Sendable, Hashable {
  /// Base64 of 16 bytes.
  var md5: String?
  /// Base64 of 4 bytes, most significant first.
  var crc32c: String?

  init(md5: String? = nil, crc32c: String? = nil) {
    self.md5 = Self.md5(md5)
    self.crc32c = Self.crc32c(crc32c)
  }

  /// Reads `x-goog-hash`: `crc32c=…,md5=…`, perhaps in two fields; a composite object has no MD5.
  init(header: String?) {
    self.init()
    for part in (header ?? "").split(separator: ",") {
      let text = part.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("crc32c=") { crc32c = Self.crc32c(String(text.dropFirst(7))) }
      if text.hasPrefix("md5=") { md5 = Self.md5(String(text.dropFirst(4))) }
    }
  }

  /// An MD5 in base64, or nil if it is none.
  static func md5(_ text: String?) -> String? {
    guard let text, Data(base64Encoded: text)?.count == 16 else { return nil }
    return text
  }

  /// A CRC-32C in base64, or nil if it is none.
  ///
  /// Firebase: its emulator writes it as a decimal number.
  static func crc32c(_ text: String?) -> String? {
    guard let text else { return nil }
    if Data(base64Encoded: text)?.count == 4 { return text }
    guard let number = UInt32(text) else { return nil }
    return withUnsafeBytes(of: number.bigEndian) { Data($0).base64EncodedString() }
  }
}
