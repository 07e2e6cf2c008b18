extension JSONParser {
  /// Finds the text that begins at the present position.
  mutating func string() throws(TreeSyntaxError) -> JSONString {
    try expect(0x22, "A text in quotes")
    let start = position
    var isEscaped = false
    var index = position
    while true {
      index = ByteScan.endOfPlain(bytes, from: index)
      guard index < bytes.count else { break }
      switch bytes[index] {
      case 0x22:
        position = index + 1
        return JSONString(start: start, end: index, isEscaped: isEscaped)
      case 0x5C:
        isEscaped = true
        index += 2
      default: throw fault("A control character must be escaped", at: index)
      }
    }
    throw fault("A text has no closing quote", at: start - 1)
  }

  /// The text, its escapes resolved.
  func text(_ string: JSONString) throws(TreeSyntaxError) -> String {
    let slice = UnsafeBufferPointer(rebasing: bytes[string.start..<string.end])
    let text: String?
    if string.isEscaped {
      text = try unescaped(string).withUnsafeBufferPointer(OrderText.text)
    } else {
      text = OrderText.text(of: slice)
    }
    guard let text else { throw fault("A text is not UTF-8", at: string.start) }
    return text
  }

  /// The key of a text.
  func key(_ string: JSONString, at start: Int) throws(TreeSyntaxError) -> Key {
    if string.isEscaped {
      do {
        return try Key(try text(string))
      } catch {
        guard error.code != .badJSON else { throw error }
        throw fault(String(error.reason.dropLast()), error.code, at: start)
      }
    }
    let slice = UnsafeBufferPointer(rebasing: bytes[string.start..<string.end])
    if let key = cache?.key(UnsafeRawBufferPointer(slice)).key { return key }
    if let problem = Key.fault(slice) {
      let error = problem.error("")
      throw fault(String(error.reason.dropLast()), error.code, at: start)
    }
    return Key(unchecked: try text(string), head: Key.head(slice))
  }

  private func unescaped(_ string: JSONString) throws(TreeSyntaxError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(string.end - string.start)
    var index = string.start
    while index < string.end {
      guard bytes[index] == 0x5C else {
        result.append(bytes[index])
        index += 1
        continue
      }
      index += 2
      switch bytes[index - 1] {
      case 0x22: result.append(0x22)
      case 0x5C: result.append(0x5C)
      case 0x2F: result.append(0x2F)
      case 0x62: result.append(0x08)
      case 0x66: result.append(0x0C)
      case 0x6E: result.append(0x0A)
      case 0x72: result.append(0x0D)
      case 0x74: result.append(0x09)
      case 0x75: index = try appendUnicode(at: index, end: string.end, to: &result)
      default: throw fault("Not a known escape", at: index - 2)
      }
    }
    return result
  }

  /// Appends the character of `\uXXXX`, or of a pair of them; `index` is behind the `u`.
  private func appendUnicode(
    at index: Int, end: Int, to result: inout [UInt8]
  ) throws(TreeSyntaxError) -> Int {
    let first = try hexadecimal(at: index, end: end)
    var value = UInt32(first)
    var next = index + 4
    if first & 0xFC00 == 0xD800, next + 6 <= end, bytes[next] == 0x5C, bytes[next + 1] == 0x75 {
      let second = try hexadecimal(at: next + 2, end: end)
      if second & 0xFC00 == 0xDC00 {
        value = 0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF
        next += 6
      }
    }
    guard let scalar = Unicode.Scalar(value) else {
      throw fault("Half a surrogate pair is no character", at: index - 2)
    }
    result.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
    return next
  }

  private func hexadecimal(at index: Int, end: Int) throws(TreeSyntaxError) -> UInt16 {
    guard index + 4 <= end else { throw fault("Four hexadecimal digits were expected", at: index) }
    var value: UInt16 = 0
    for byte in bytes[index..<(index + 4)] {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: throw fault("Four hexadecimal digits were expected", at: index)
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
