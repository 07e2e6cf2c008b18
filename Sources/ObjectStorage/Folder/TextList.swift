/// Texts in one blob: each with its length in four bytes before it, little-endian.
enum TextList {
  static func bytes(of texts: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(texts.reduce(0) { $0 + $1.utf8.count + 4 })
    for text in texts {
      withUnsafeBytes(of: UInt32(text.utf8.count).littleEndian) { bytes.append(contentsOf: $0) }
      bytes.append(contentsOf: text.utf8)
    }
    return bytes
  }

  /// The texts of a blob; nil when it is none of ours.
  static func texts(in bytes: [UInt8]) -> [String]? {
    var texts: [String] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard rest.count >= 4 else { return nil }
      let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard count <= rest.count, let text = String(validating: rest.prefix(count), as: UTF8.self)
      else { return nil }
      texts.append(text)
      rest = rest.dropFirst(count)
    }
    return texts
  }
}
