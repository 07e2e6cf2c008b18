import Foundation
import ObjectStorage
import Testing

/// The published examples, taken whole and in pieces.
@Suite struct ChecksumTests {
  private func hashes(_ pieces: [String], _ kinds: Checksum.Kinds = .both) -> [String?] {
    var checksum = Checksum(kinds)
    for piece in pieces { checksum.update(Data(piece.utf8)) }
    return [checksum.md5Hash, checksum.crc32c]
  }

  @Test func `hash_hello_world: MD5 and CRC-32C as buckets write them`() throws {
    #expect(hashes(["hello world"]) == ["XrY7u+Ae7tCTyyK7j1rNww==", "yZRlqg=="])
    let bytes = try #require(Data(base64Encoded: "yZRlqg=="))
    #expect(bytes.reduce(0) { $0 << 8 | UInt32($1) } == 3_381_945_770)
  }

  @Test func `nothing has hashes too`() {
    #expect(hashes([]) == ["1B2M2Y8AsgTpgAmY7PhCfg==", "AAAAAA=="])
  }

  @Test func `pieces make the hash of the whole`() {
    #expect(hashes(["hel", "", "lo w", "orld"]) == hashes(["hello world"]))
  }

  @Test func `only what is asked for is taken`() {
    #expect(hashes(["hello world"], .crc32c) == [nil, "yZRlqg=="])
    #expect(hashes(["hello world"], .md5) == ["XrY7u+Ae7tCTyyK7j1rNww==", nil])
  }
}
