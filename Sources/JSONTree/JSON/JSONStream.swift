/// Reads a JSON document of any length, in export form, piece by piece.
///
/// Values whose text is short come whole; longer ones come child by child, in the document's order,
/// each with its path. Holds no more than a piece and what was read ahead. Everything `JSONReader`
/// understands and refuses is understood and refused here, except that server values are refused,
/// and that of two children with one name the later comes later: whoever stores them in order ends
/// with it.
package struct JSONStream {
  /// A part of the document.
  package enum Piece: Sendable, Hashable {
    /// What is at a path; empty where the document says null.
    case node(Path, Node)
    /// The priority of what was given below a path.
    case priority(Path, Scalar)
  }

  /// Puts the next bytes of the document into a buffer, and says how many; 0 at the end.
  package typealias Source = (UnsafeMutableRawBufferPointer) throws -> Int

  /// A list or an object that was too long for one piece, and is open.
  private struct Frame {
    var isObject: Bool
    /// The position of the next item of a list.
    var index = 0
    var isFirst = true
    var hasChildren = false
    var hasValue = false
    var priority: Scalar?
  }

  private var buffer: JSONStreamBuffer
  private var frames: [Frame] = []
  /// The keys of the open frames' children that are being read.
  private var keys: [Key] = []
  private let level: Int
  private let pieceBytes: Int
  private var hasBegun = false

  /// The text of a value that comes whole, in bytes at most; some hundred records.
  package static let pieceBytes = 64 * 1024

  /// What is read ahead for a number or a word: no number that fits a double is longer.
  private static let wordBytes = 4 * 1024

  /// Creates a reader of a document whose root will stand `level` levels below the tree's.
  package init(
    level: Int = 0, pieceBytes: Int = JSONStream.pieceBytes, from source: @escaping Source
  ) {
    self.level = level
    self.pieceBytes = pieceBytes
    buffer = JSONStreamBuffer(source)
  }

  /// The bytes of the document that have been read so far.
  package var consumed: Int64 { buffer.consumed }

  /// The next piece; nil at the end of the document.
  ///
  /// Throws a `TreeSyntaxError` that names line and column, or what the source throws.
  package mutating func next() throws -> Piece? {
    if !hasBegun {
      hasBegun = true
      try buffer.ensure(max(pieceBytes, JSONStream.wordBytes))
      try buffer.skipByteOrderMark()
      return try value()
    }
    while !frames.isEmpty {
      if let piece = try item() { return piece }
    }
    try buffer.skipSpace()
    guard buffer.peek == nil else { throw buffer.fault("Something follows the value") }
    return nil
  }

  /// The present path.
  private var path: Path { Path(keys) }

  /// The depth in the tree of what is being read.
  private var depth: Int { level + keys.count }

  /// Reads the value at the present path.
  ///
  /// A long one is opened, and given as nothing first: what an earlier child of the same name left
  /// goes.
  private mutating func value() throws -> Piece {
    try buffer.skipSpace()
    try buffer.ensure(max(pieceBytes, JSONStream.wordBytes))
    if let first = buffer.peek, first == 0x7B || first == 0x5B,
      !buffer.holdsValue(within: pieceBytes)
    {
      buffer.advance(1)
      frames.append(Frame(isObject: first == 0x7B))
      return .node(path, .empty)
    }
    if buffer.peek == 0x22 { try buffer.ensureText() }
    let depth = depth
    let start = buffer.consumed
    let draft = try buffer.parse { (parser) throws(TreeSyntaxError) in
      try parser.value(level: depth)
    }
    guard let node = draft.node else {
      throw buffer.fault("A document must hold no server values", .badServerValue, at: start)
    }
    return .node(path, node)
  }

  /// Reads the next item of the innermost frame; nil when there is nothing to give for it.
  private mutating func item() throws -> Piece? {
    let frame = frames[frames.count - 1]
    let closing: UInt8 = frame.isObject ? 0x7D : 0x5D
    try buffer.skipSpace()
    if buffer.peek == closing {
      buffer.advance(1)
      return close()
    }
    if !frame.isFirst {
      guard buffer.peek == 0x2C else {
        throw buffer.fault("A comma or \(Character(Unicode.Scalar(closing))) was expected")
      }
      buffer.advance(1)
      try buffer.skipSpace()
    }
    frames[frames.count - 1].isFirst = false
    if frame.isObject { return try member() }
    frames[frames.count - 1].index += 1
    return try child(Key(unchecked: String(frame.index)))
  }

  /// Closes the innermost frame; gives its priority, if it had one.
  private mutating func close() -> Piece? {
    let frame = frames.removeLast()
    let path = path
    if !keys.isEmpty { keys.removeLast() }
    return frame.priority.map { .priority(path, $0) }
  }

  /// Reads the value of a child of the innermost frame.
  private mutating func child(_ key: Key) throws -> Piece {
    guard depth < Limits.depth else {
      throw buffer.fault("A tree has at most \(Limits.depth) levels", .tooDeep)
    }
    frames[frames.count - 1].hasChildren = true
    keys.append(key)
    let open = frames.count
    let piece = try value()
    // A frame that was opened keeps its key until it is closed.
    if frames.count == open { keys.removeLast() }
    return piece
  }
}

// MARK: - Members of long objects

extension JSONStream {
  private mutating func member() throws -> Piece? {
    try buffer.ensure(max(pieceBytes, JSONStream.wordBytes))
    let start = buffer.consumed
    try buffer.ensureText()
    let name = try buffer.parse { (parser) throws(TreeSyntaxError) in
      try parser.text(try parser.string())
    }
    if name.utf8.first == 0x2E { return try special(name, at: start) }
    let key: Key
    do {
      key = try Key(name)
    } catch {
      throw buffer.fault(String(error.reason.dropLast()), error.code, at: start)
    }
    guard !frames[frames.count - 1].hasValue else { throw besideValue(start) }
    try colon()
    return try child(key)
  }

  private mutating func special(
    _ name: String, at start: Int64
  ) throws -> Piece? {
    try colon()
    try buffer.skipSpace()
    if buffer.peek == 0x22 { try buffer.ensureText() }
    switch name {
    case ".priority":
      switch try scalar() {
      case nil: frames[frames.count - 1].priority = nil
      case .bool: throw buffer.fault("A priority is a number or a text", .badPriority, at: start)
      case let priority?: frames[frames.count - 1].priority = priority
      }
      return nil
    case ".value":
      guard !frames[frames.count - 1].hasChildren else { throw besideValue(start) }
      frames[frames.count - 1].hasValue = true
      let value = try scalar()
      return .node(path, value.map { .leaf($0) } ?? .empty)
    case ".sv":
      throw buffer.fault("A document must hold no server values", .badServerValue, at: start)
    default: throw buffer.fault("A key must not hold '.'", .badKey, at: start)
    }
  }

  private mutating func colon() throws {
    try buffer.skipSpace()
    try buffer.ensure(max(pieceBytes, JSONStream.wordBytes))
    try buffer.parse { (parser) throws(TreeSyntaxError) in try parser.colon() }
  }

  private mutating func scalar() throws -> Scalar? {
    try buffer.parse { (parser) throws(TreeSyntaxError) in try parser.scalar() }
  }

  private func besideValue(_ start: Int64) -> TreeSyntaxError {
    buffer.fault("No children may stand beside .value", .badValue, at: start)
  }
}
