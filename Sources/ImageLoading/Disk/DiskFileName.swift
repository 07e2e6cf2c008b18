import Foundation
import Glibc
import ObjectStorage

/// The names of the files in the folder.
///
/// SDWebImage: the key's MD5 in hexadecimal digits, a dot, and the key's extension, so that a
/// person can open a file; no extension where the name would be too long. Nothing else of the key
/// gets into a name, so that no key leaves the folder.
enum DiskFileName {
  /// The name for a key.
  static func name(for key: String) -> String {
    var checksum = Checksum(.md5)
    checksum.update(Data(key.utf8))
    let digest = checksum.md5Hash.flatMap { Data(base64Encoded: $0) } ?? Data()
    let digits = digest.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    let name = digits.joined()
    return pathExtension(of: key).map { "\(name).\($0)" } ?? name
  }

  /// A new name for a file that is being written.
  static func temporary() -> String {
    "." + String(UInt64.random(in: .min ... .max), radix: 16) + ".tmp"
  }

  /// Whether it has the form of ``name(for:)``.
  static func isEntry(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard bytes.count >= 32, bytes[..<32].allSatisfy(isDigit) else { return false }
    if bytes.count == 32 { return true }
    return bytes[32] == UInt8(ascii: ".") && bytes.count > 33 && bytes[33...].allSatisfy(isPlain)
  }

  /// Whether it has the form of ``temporary()``.
  static func isTemporary(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard bytes.first == UInt8(ascii: "."), name.hasSuffix(".tmp") else { return false }
    let digits = bytes[1..<max(1, bytes.count - 4)]
    return (1...16).contains(digits.count) && digits.allSatisfy(isDigit)
  }

  /// What stands after the last dot of the last piece, if it is fit for a file's name.
  private static func pathExtension(of key: String) -> String? {
    let bytes = Array(key.utf8)
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let text = bytes[(dot + 1)...]
    guard !text.isEmpty, text.count <= Int(NAME_MAX) - 33, text.allSatisfy(isPlain) else {
      return nil
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
