internal import Foundation

/// Where a listing goes on: the first name that may come next.
///
/// It names a place among the names, not a number of them, so that it stays right while objects
/// come and go. Opaque and checked: one that is not from a listing of the same place is refused.
enum PageToken {
  /// The token for a listing of `prefix` that goes on at `bound`, which begins with `prefix`.
  static func text(prefix: [UInt8], bound: [UInt8]) -> String {
    var bytes = bound[prefix.count...]
    bytes.insert(contentsOf: seal(prefix, bytes), at: bytes.startIndex)
    return Data(bytes).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// The bound that a token says; an empty token is the beginning.
  static func bound(_ token: String, prefix: [UInt8]) throws(FolderFault) -> [UInt8] {
    if token.isEmpty { return prefix }
    let padding = String(repeating: "=", count: (4 - token.utf8.count % 4) % 4)
    guard token.utf8.count <= FolderLimits.tokenLength,
      let data = Data(
        base64Encoded: token.replacing("-", with: "+").replacing("_", with: "/") + padding),
      data.count > sealSize
    else { throw .invalid(refusal) }
    let rest = [UInt8](data.dropFirst(sealSize))
    guard seal(prefix, rest[...]) == [UInt8](data.prefix(sealSize)) else { throw .invalid(refusal) }
    return prefix + rest
  }

  private static let refusal = "The page token is not from a listing of this place."
  private static let sealSize = 8

  /// Eight bytes that only this place and this bound have: against mistakes, not against malice.
  private static func seal(_ prefix: [UInt8], _ rest: ArraySlice<UInt8>) -> [UInt8] {
    // FNV-1a over both, apart by a byte that is in no name.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in prefix { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ 0xFF) &* 0x100_0000_01b3
    for byte in rest { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
  }
}
