/// The part of a long document that is in memory: what was read and not yet consumed.
struct JSONStreamBuffer {
  /// A position in the document, as people count.
  private struct Place {
    var line: Int
    var column: Int
  }

  /// Bytes asked of the source at once.
  static let chunkBytes = 256 * 1024

  private let source: JSONStream.Source
  private let cache = KeyCache()
  private var storage: [UInt8] = []
  /// How much of the storage holds bytes of the document.
  private var count = 0
  /// Where the bytes not consumed begin.
  private var position = 0
  private var isAtEnd = false
  /// The line and column of the first byte in the storage.
  private var beginning = Place(line: 1, column: 1)
  /// The bytes of the document before those in the storage.
  private var dropped: Int64 = 0

  init(_ source: @escaping JSONStream.Source) {
    self.source = source
  }

  var consumed: Int64 { dropped + Int64(position) }

  /// The next byte; nil at the end of what is in memory.
  var peek: UInt8? { position < count ? storage[position] : nil }

  private static func place(after bytes: ArraySlice<UInt8>, from beginning: Place) -> Place {
    var place = beginning
    for byte in bytes {
      if byte == 0x0A {
        place.line += 1
        place.column = 1
      } else if byte & 0xC0 != 0x80 {
        place.column += 1
      }
    }
    return place
  }

  mutating func advance(_ count: Int) { position += count }

  /// Goes behind a byte order mark; refuses that of UTF-16.
  mutating func skipByteOrderMark() throws(TreeSyntaxError) {
    let bytes = storage[..<count]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw fault("The document is UTF-16 and must be UTF-8")
    }
  }

  /// Consumes space, reading on as far as it goes.
  mutating func skipSpace() throws {
    repeat {
      while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        position += 1
      }
      if position < count { return }
      try ensure(1)
    } while position < count
  }

  /// Has at least so many bytes in memory, or all that are left.
  mutating func ensure(_ wanted: Int) throws {
    while count - position < wanted, !isAtEnd { try read() }
  }

  /// Has the text that begins here in memory, to its closing quote.
  ///
  /// One that has none within the limit is left to the parser to refuse.
  mutating func ensureText() throws {
    // An escape takes up to six bytes for one.
    let most = 6 * Limits.stringBytes + 2
    var index = position + 1
    while true {
      while index < count {
        if storage[index] == 0x22 { return }
        index += storage[index] == 0x5C ? 2 : 1
      }
      guard !isAtEnd, count - position < most else { return }
      let known = index - position
      try read()
      index = position + known
    }
  }

  /// Whether the list or object that begins here ends within so many bytes, or the document does.
  ///
  /// A document that ends too early is left to the parser, which says so.
  func holdsValue(within limit: Int) -> Bool {
    let end = min(count, position + limit)
    let isWhole = isAtEnd && end == count
    let position = position
    return storage.withUnsafeBufferPointer { bytes in
      var depth = 0
      var index = position
      while index < end {
        switch bytes[index] {
        case 0x7B, 0x5B: depth += 1
        case 0x7D, 0x5D:
          depth -= 1
          if depth == 0 { return true }
        case 0x22:
          index += 1
          while index < end, bytes[index] != 0x22 { index += bytes[index] == 0x5C ? 2 : 1 }
        default: break
        }
        index += 1
      }
      return isWhole
    }
  }

  /// Has the parser read something from here on, and consumes what it read.
  mutating func parse<Result>(
    _ body: (inout JSONParser) throws(TreeSyntaxError) -> Result
  ) throws(TreeSyntaxError) -> Result {
    let (start, beginning, count, cache) = (position, beginning, count, cache)
    var end = position
    defer { position = end }
    let result = storage.withUnsafeBufferPointer { all -> Swift.Result<Result, TreeSyntaxError> in
      var parser = JSONParser(UnsafeBufferPointer(rebasing: all[..<count]), cache)
      parser.position = start
      parser.beginning = (beginning.line, beginning.column)
      defer { end = parser.position }
      return Swift.Result { () throws(TreeSyntaxError) -> Result in try body(&parser) }
    }
    return try result.get()
  }

  /// An error at a byte of the document that is still in memory, or at the next one.
  func fault(
    _ what: String, _ code: TreeSyntaxError.Code = .badJSON, at consumed: Int64? = nil
  ) -> TreeSyntaxError {
    let end = consumed.map { max(0, Int($0 - dropped)) } ?? position
    let place = Self.place(after: storage[..<end], from: beginning)
    return TreeSyntaxError(code, "\(what), at line \(place.line), column \(place.column).")
  }

  private mutating func read() throws {
    if position >= Self.chunkBytes { drop() }
    if storage.count - count < Self.chunkBytes {
      storage.append(contentsOf: [UInt8](repeating: 0, count: max(storage.count, Self.chunkBytes)))
    }
    let free = count
    let read = try storage.withUnsafeMutableBytes { raw in
      try source(UnsafeMutableRawBufferPointer(rebasing: raw[free...]))
    }
    count += read
    if read == 0 { isAtEnd = true }
  }

  /// Forgets what was consumed.
  private mutating func drop() {
    beginning = Self.place(after: storage[..<position], from: beginning)
    dropped += Int64(position)
    let (start, left) = (position, count - position)
    storage.withUnsafeMutableBytes { raw in
      let rest = UnsafeRawBufferPointer(rebasing: raw[start..<(start + left)])
      UnsafeMutableRawBufferPointer(rebasing: raw[..<left]).copyMemory(from: rest)
    }
    (position, count) = (0, left)
  }
}
