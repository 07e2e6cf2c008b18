import Foundation
import ObjectStorage

/// The bytes of a picture as they are kept, and the version the storage told of them.
struct DiskEntry: Sendable, Hashable {
  var bytes: Data
  var version: String?
}

/// The form of a file: the picture's own bytes first, so that any program shows it, then a trailer.
///
///     picture | key | version | key's length, version's length (4 bytes each) | CRC-32C of all
///     before (4 bytes) | "BKIMAGE1"
///
/// Numbers are little-endian; a version's length of 0 is none. A version cannot be torn from its
/// bytes, a file cut by a crash is known by its checksum, and two keys of one MD5 are told apart by
/// the key.
enum DiskEnvelope {
  /// What a file holds.
  enum Reading: Hashable {
    case entry(DiskEntry)
    /// A whole file of another key.
    case otherKey
    /// Cut, changed, or never ours.
    case damaged
  }

  /// Longer keys are not kept: a bucket's and an object's name, escaped, take less.
  static let longestKey = 4096
  static let longestVersion = 256
  private static let sign = Array("BKIMAGE1".utf8)
  private static let tail = 4 + 4 + 4 + 8

  /// Bytes that the trailer may take.
  static let largestTrailer = longestKey + longestVersion + tail

  /// The file for an entry; nil where key or version is too long.
  static func file(of entry: DiskEntry, key: String) -> [UInt8]? {
    let key = Array(key.utf8)
    let version = Array((entry.version ?? "").utf8)
    guard key.count <= longestKey, version.count <= longestVersion else { return nil }
    var file: [UInt8] = []
    file.reserveCapacity(entry.bytes.count + key.count + version.count + tail)
    file.append(contentsOf: entry.bytes)
    file += key + version + number(key.count) + number(version.count)
    file += checksum(of: file[...])
    return file + sign
  }

  /// Reads a file; at the cost of its checksum, 0.1 ns a byte.
  static func read(_ file: [UInt8], key: String) -> Reading {
    guard file.count >= tail, file.suffix(sign.count).elementsEqual(sign) else { return .damaged }
    let end = file.count - tail
    guard
      checksum(of: file[..<(end + 8)]).elementsEqual(file[(end + 8)..<(end + 12)]),
      let keyCount = number(in: file, at: end), let versionCount = number(in: file, at: end + 4),
      keyCount <= longestKey, versionCount <= longestVersion, keyCount + versionCount <= end
    else { return .damaged }
    let picture = end - keyCount - versionCount
    guard file[picture..<(picture + keyCount)].elementsEqual(key.utf8) else { return .otherKey }
    let version = file[(picture + keyCount)..<end]
    return .entry(
      DiskEntry(
        bytes: Data(file[..<picture]),
        version: version.isEmpty ? nil : String(decoding: version, as: UTF8.self)))
  }

  private static func checksum(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    var checksum = Checksum(.crc32c)
    bytes.withUnsafeBytes { checksum.update($0) }
    return Array(checksum.crc32c.flatMap { Data(base64Encoded: $0) } ?? Data())
  }

  private static func number(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(value).littleEndian) { Array($0) }
  }

  private static func number(in file: [UInt8], at place: Int) -> Int? {
    guard place >= 0, place + 4 <= file.count else { return nil }
    return file[place..<(place + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
