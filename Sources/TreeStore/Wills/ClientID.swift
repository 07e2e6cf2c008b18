/// The name of a client: one opening of the tree that leaves a will.
///
/// Drawn at random and used once, so that no two clients ever have the same.
package struct ClientID: Hashable, Sendable, CustomStringConvertible {
  /// Bytes of a name: enough that chance never draws one twice.
  private static let size = 16

  /// As the file keeps it.
  let bytes: [UInt8]

  /// Draws a new name.
  package init() {
    var random = SystemRandomNumberGenerator()
    bytes = (0..<ClientID.size).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// The name in some bytes; nil when it is none.
  init?(bytes: [UInt8]) {
    guard bytes.count == ClientID.size else { return nil }
    self.bytes = bytes
  }

  /// The name of a lock file; nil when it is another file.
  package init?(name: String) {
    let digits = Array(name.utf8)
    guard digits.count == 2 * ClientID.size else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = ClientID.value(of: digits[index]),
        let low = ClientID.value(of: digits[index + 1])
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  /// The name of its lock file: 32 hexadecimal digits in small letters.
  package var description: String {
    let digits = Array("0123456789abcdef".utf8)
    let name = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0F)]] }
    return String(decoding: name, as: UTF8.self)
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
