internal import CChecksum
internal import CCrypto
package import Foundation

/// The hashes that buckets keep of an object's bytes, taken as the bytes come.
///
/// MD5 is OpenSSL's, CRC-32C is ISA-L's: both name content and protect nothing. Cost: about 1.5 ns
/// a byte for MD5, 0.1 ns for CRC-32C.
package struct Checksum: ~Copyable {
  /// Which hashes are taken.
  package struct Kinds: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let md5 = Kinds(rawValue: 1)
    package static let crc32c = Kinds(rawValue: 2)
    package static let both: Kinds = [.md5, .crc32c]
  }

  /// The library stays whole to the end of the program: other threads may still be hashing then.
  private static let stays = ccrypto_stay() == 1

  private let context: OpaquePointer?
  private var castagnoli: UInt32 = .max
  private let kinds: Kinds

  package init(_ kinds: Kinds = .both) {
    self.kinds = kinds
    guard kinds.contains(.md5) else {
      context = nil
      return
    }
    _ = Self.stays
    context = EVP_MD_CTX_new()
    guard EVP_DigestInit_ex(context, EVP_md5(), nil) == 1 else {
      preconditionFailure("The system's libcrypto makes no MD5.")
    }
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  /// Takes further bytes in.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    if kinds.contains(.md5) { EVP_DigestUpdate(context, start, bytes.count) }
    guard kinds.contains(.crc32c) else { return }
    // The library takes lengths of 32 bits, and does not change what it is lent.
    var rest = bytes
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      let start = UnsafeMutableRawPointer(mutating: piece.baseAddress)
      castagnoli = crc32_iscsi(
        start?.assumingMemoryBound(to: UInt8.self), Int32(piece.count), castagnoli)
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
    }
  }

  /// Takes further bytes in.
  package mutating func update(_ data: Data) {
    // Not by `withUnsafeBytes` of the whole alone: data may lie in several regions.
    for region in data.regions { region.withUnsafeBytes { update($0) } }
  }

  /// The MD5 of everything taken in so far, in base64; nil if it is not taken; more may follow.
  package var md5Hash: String? {
    guard kinds.contains(.md5), let copy = EVP_MD_CTX_new() else { return nil }
    defer { EVP_MD_CTX_free(copy) }
    var digest = [UInt8](repeating: 0, count: 16)
    EVP_MD_CTX_copy_ex(copy, context)
    EVP_DigestFinal_ex(copy, &digest, nil)
    return Data(digest).base64EncodedString()
  }

  /// The CRC-32C so far, in base64 of four bytes, most significant first; nil if it is not taken.
  package var crc32c: String? {
    guard kinds.contains(.crc32c) else { return nil }
    return withUnsafeBytes(of: (~castagnoli).bigEndian) { Data($0).base64EncodedString() }
  }
}
