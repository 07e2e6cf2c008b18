/// Where a text of the document stands: between the quotes.
struct JSONString {
  let start: Int
  let end: Int
  let isEscaped: Bool

  /// Whether it may be one of the names that begin with a dot.
  @inline(__always)
  func mayBeSpecial(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    start < end && (bytes[start] == 0x2E || (isEscaped && bytes[start] == 0x5C))
  }
}
