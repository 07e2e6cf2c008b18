extension ObjectPath {
  /// The name as one piece of a request's path.
  ///
  /// Firebase: everything but `A–Z a–z 0–9 - . _ ~ ! $ ' ( ) * , = : @` is percent-encoded, by
  /// bytes of UTF-8; slashes too. No normalisation of Unicode.
  package var escaped: String { text.escapedForPath }
}

extension String {
  /// The text as one piece of a request's path, by Firebase's rule: see ``ObjectPath/escaped``.
  package var escapedForPath: String { escaped { Self.isPlain($0) } }

  /// The text as a query's name or value: a plus, which servers read as a space, is encoded too.
  package var escapedForQuery: String {
    escaped { Self.isPlain($0) && $0 != UInt8(ascii: "=") }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: plainMarks.contains(byte)
    }
  }

  private static let plainMarks: [UInt8] = Array("-._~!$'()*,=:@".utf8)

  private func escaped(_ isPlain: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for byte in utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
