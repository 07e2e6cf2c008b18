/// Reads one JSON document, byte by byte.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  /// Finds the keys of objects that are alike; without it each is made anew.
  var cache: KeyCache?
  /// The size of the last object: records of one kind have the same.
  var likelyCount = 0
  /// The line and the column of the first byte: a document may come in pieces.
  var beginning = (line: 1, column: 1)

  /// The most children that room is made for before they are read.
  static let mostLikelyCount = 32

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ cache: KeyCache? = nil) {
    self.bytes = bytes
    self.cache = cache
    // A byte order mark is no JSON, but editors write it.
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
  }

  /// Reads a value and nothing after it.
  mutating func document() throws(TreeSyntaxError) -> Draft {
    let draft = try value(level: 0)
    try end()
    return draft
  }

  /// Reads an object without giving its names a meaning, and nothing after it.
  mutating func members() throws(TreeSyntaxError) -> [(String, Draft)] {
    var result: [(String, Draft)] = []
    skipSpace()
    if peek == 0x6E {
      try literal("null")
    } else {
      try expect(0x7B, "An object")
      try list(until: 0x7D) { (parser: inout JSONParser) throws(TreeSyntaxError) in
        let name = try parser.text(try parser.string())
        try parser.colon()
        result.append((name, try parser.value(level: 1)))
      }
    }
    try end()
    return result
  }

  private mutating func end() throws(TreeSyntaxError) {
    skipSpace()
    if position < bytes.count { throw fault("Something follows the value") }
  }

  /// Reads a value that stands `level` levels below the document's root.
  mutating func value(level: Int) throws(TreeSyntaxError) -> Draft {
    skipSpace()
    switch peek {
    case 0x7B: return try object(level: level)
    case 0x5B: return try array(level: level)
    default:
      guard let scalar = try scalar() else { return .empty }
      return .node(.leaf(scalar))
    }
  }

  /// Reads a value without children; nil for null.
  mutating func scalar() throws(TreeSyntaxError) -> Scalar? {
    switch peek {
    case 0x22: return .string(try longText())
    case .some(0x2D), .some(0x30...0x39): return try number()
    case 0x74:
      try literal("true")
      return .bool(true)
    case 0x66:
      try literal("false")
      return .bool(false)
    case 0x6E:
      try literal("null")
      return nil
    case nil: throw fault("A value was expected, not the end")
    default: throw fault("A value was expected")
    }
  }

  private mutating func longText() throws(TreeSyntaxError) -> String {
    let start = position
    let string = try string()
    let text = try text(string)
    if text.utf8.count > Limits.stringBytes {
      throw fault("A text has at most \(Limits.stringBytes) bytes", .tooLong, at: start)
    }
    return text
  }

  private mutating func array(level: Int) throws(TreeSyntaxError) -> Draft {
    position += 1
    var parts = JSONObjectParts()
    var index = 0
    try list(until: 0x5D) { (parser: inout JSONParser) throws(TreeSyntaxError) in
      try parser.checkLevel(level + 1, at: parser.position)
      parts.add(Key(unchecked: String(index)), try parser.value(level: level + 1))
      index += 1
    }
    return parts.draft(nil)
  }

  /// Reads what stands between the brackets of a list, each item by `item`, to its closing bracket.
  mutating func list(
    until closing: UInt8,
    _ item: (inout JSONParser) throws(TreeSyntaxError) -> Void
  ) throws(TreeSyntaxError) {
    skipSpace()
    if peek == closing {
      position += 1
      return
    }
    while true {
      skipSpace()
      try item(&self)
      skipSpace()
      switch peek {
      case 0x2C: position += 1
      case closing:
        position += 1
        return
      default:
        throw fault("A comma or \(Character(Unicode.Scalar(closing))) was expected")
      }
    }
  }

  func checkLevel(_ level: Int, at position: Int) throws(TreeSyntaxError) {
    if level > Limits.depth {
      throw fault("A tree has at most \(Limits.depth) levels", .tooDeep, at: position)
    }
  }
}

// MARK: - Small parts

extension JSONParser {
  /// The next byte; nil at the end.
  @inline(__always)
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  @inline(__always)
  mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  mutating func colon() throws(TreeSyntaxError) {
    skipSpace()
    try expect(0x3A, "A colon")
  }

  mutating func expect(_ byte: UInt8, _ what: String) throws(TreeSyntaxError) {
    guard peek == byte else { throw fault("\(what) was expected") }
    position += 1
  }

  private mutating func literal(_ word: StaticString) throws(TreeSyntaxError) {
    let count = word.utf8CodeUnitCount
    guard position + count <= bytes.count,
      (0..<count).allSatisfy({ bytes[position + $0] == word.utf8Start[$0] })
    else { throw fault("A value was expected") }
    position += count
  }

  /// An error at a position, or at the present one.
  func fault(
    _ what: String, _ code: TreeSyntaxError.Code = .badJSON, at position: Int? = nil
  ) -> TreeSyntaxError {
    var (line, column) = beginning
    for byte in bytes.prefix(position ?? self.position) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return TreeSyntaxError(code, "\(what), at line \(line), column \(column).")
  }
}
