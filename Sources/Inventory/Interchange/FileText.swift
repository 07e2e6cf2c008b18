/// The text of a file people bring, as UTF-8.
public struct FileText: Sendable {
  /// How the file was written.
  public enum Encoding: String, Sendable {
    case utf8 = "utf-8"
    case utf8WithMark = "utf-8-bom"
    case utf16LittleEndian = "utf-16le-bom"
    case utf16BigEndian = "utf-16be-bom"
  }

  /// Valid UTF-8 without a byte order mark and without NULs.
  public let bytes: [UInt8]

  /// How the file was written.
  public let encoding: Encoding

  /// Decodes a file; linear in its size.
  ///
  /// - Throws: ``FileFault`` for an empty file and for encodings other than UTF-8 and UTF-16.
  public init(_ file: [UInt8]) throws(FileFault) {
    var decoded = file
    if file.starts(with: [0xEF, 0xBB, 0xBF]) {
      encoding = .utf8WithMark
      decoded.removeFirst(3)
    } else if file.starts(with: [0xFF, 0xFE]) {
      encoding = .utf16LittleEndian
      decoded = Self.transcoded(file[2...], isLittleEndian: true)
    } else if file.starts(with: [0xFE, 0xFF]) {
      encoding = .utf16BigEndian
      decoded = Self.transcoded(file[2...], isLittleEndian: false)
    } else {
      encoding = .utf8
    }
    if file.starts(with: [0x50, 0x4B, 3, 4]) {
      throw FileFault(
        "not_text",
        "This is a spreadsheet or an archive; save it as \"CSV UTF-8\" and import that file.")
    }
    if String(validating: decoded, as: UTF8.self) == nil {
      let line = Self.lineOfFault(decoded)
      throw FileFault(
        "encoding",
        "The text is not UTF-8 (line \(line)); save the file as \"CSV UTF-8\" or \"Unicode text\""
          + " and import it again.", line: line)
    }
    if decoded.contains(0) { decoded.removeAll { $0 == 0 } }
    guard decoded.contains(where: { $0 > 32 }) else {
      throw FileFault("empty_file", "The file is empty.")
    }
    bytes = decoded
  }

  private static func transcoded(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let first = UInt16(bytes[index])
      let second = UInt16(bytes[index + 1])
      units.append(isLittleEndian ? second << 8 | first : first << 8 | second)
      index += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// The line on which the first byte stands that is no UTF-8.
  private static func lineOfFault(_ bytes: [UInt8]) -> Int {
    var low = 0
    var high = bytes.count
    // A prefix cut inside a character is repaired at its end only; compare up to there.
    while low < high {
      let middle = (low + high + 1) / 2
      var end = middle
      while end > low, end < bytes.count, bytes[end] & 0xC0 == 0x80, middle - end < 3 { end -= 1 }
      if String(validating: bytes[..<end], as: UTF8.self) != nil {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return 1 + bytes[..<low].count { $0 == 10 }
  }
}
