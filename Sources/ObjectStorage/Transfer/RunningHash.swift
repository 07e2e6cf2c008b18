import Foundation

/// The hashes of bytes that come leg by leg, as long as no byte is missed.
struct RunningHash: ~Copyable {
  private var checksum = Checksum([])
  private var kinds: Checksum.Kinds = []
  /// How many bytes have been taken in; nil once some were missed.
  private var count: Int64? = 0

  /// Bytes will come from `offset` on.
  mutating func begin(at offset: Int64, _ kinds: Checksum.Kinds) {
    if offset == count, kinds == self.kinds, offset > 0 { return }
    checksum = Checksum(kinds)
    self.kinds = kinds
    count = offset == 0 ? 0 : nil
  }

  mutating func update(_ piece: Data) {
    guard let count else { return }
    checksum.update(piece)
    self.count = count + Int64(piece.count)
  }

  /// Takes in what of a piece is new, when pieces may come twice.
  mutating func update(_ piece: Data, at offset: Int64) {
    guard let count, offset <= count, offset + Int64(piece.count) > count else { return }
    update(piece.dropFirst(Int(count - offset)))
  }

  /// Whether all of so many bytes have been taken in.
  borrowing func hasAll(_ count: Int64) -> Bool { self.count == count }

  /// Compares what arrived, so many bytes, with what a bucket says of it.
  ///
  /// `read` gives all the bytes again, piece by piece, should some have been missed here.
  mutating func verify(
    _ wanted: Sums, count: Int64, read: ((Data) -> Void) throws -> Void
  ) throws {
    guard wanted.size == count else {
      throw StorageError.nonMatchingChecksum(
        expected: "\(wanted.size) bytes", found: "\(count) bytes")
    }
    let needed = wanted.kinds
    if needed.isEmpty { return }
    if self.count != count || !kinds.isSuperset(of: needed) {
      begin(at: 0, needed)
      var whole = Checksum(needed)
      try read { whole.update($0) }
      checksum = whole
    }
    try compare(wanted.md5Hash, checksum.md5Hash)
    try compare(wanted.crc32c, checksum.crc32c)
  }

  private func compare(_ expected: String?, _ found: String?) throws {
    guard let expected, let found, expected != found else { return }
    throw StorageError.nonMatchingChecksum(expected: expected, found: found)
  }

  /// What a bucket says of an object's bytes.
  struct Sums: Sendable {
    var size: Int64
    var md5Hash: String?
    var crc32c: String?

    var kinds: Checksum.Kinds {
      var kinds: Checksum.Kinds = []
      if md5Hash != nil { kinds.insert(.md5) }
      if crc32c != nil { kinds.insert(.crc32c) }
      return kinds
    }
  }
}
