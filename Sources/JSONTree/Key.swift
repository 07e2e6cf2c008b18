/// The name of a child: a non-empty text without `. # $ [ ] /` and control characters.
///
/// Keys are equal when their code units are: composed and decomposed accents are two keys. They
/// sort as Firebase sorts them: names that read as 32-bit integers first, by value, then by length;
/// all others by UTF-16 code units.
public struct Key: Sendable {
  /// The name, exactly as written.
  public let name: String

  /// The first eight order bytes: enough to compare most keys.
  ///
  /// An integer key: 01, the value with its sign bit turned, length and sign, 00 00. Any other: 02
  /// and seven order bytes of its text, filled up with 00, which no key holds.
  let head: UInt64

  /// Creates a key, or says why the name cannot be one.
  public init(_ name: String) throws(TreeSyntaxError) {
    var name = name
    name.makeContiguousUTF8()
    switch OrderText.bytes(of: name, Key.fault) {
    case nil: self.init(unchecked: name)
    case .some(let fault): throw fault.error(name)
    }
  }

  /// Creates a key of a name that is known to be good.
  init(unchecked name: String) {
    self.name = name
    self.head = OrderText.bytes(of: name, Key.head)
  }

  /// Creates a key of a name that is known to be good, with its head.
  @inline(__always)
  init(unchecked name: String, head: UInt64) {
    self.name = name
    self.head = head
  }

  /// The value, when the key reads as a 32-bit integer of at most eleven characters.
  public var integer: Int32? {
    guard isInteger else { return nil }
    return Int32(bitPattern: UInt32(truncatingIfNeeded: head >> 24) ^ 0x8000_0000)
  }

  /// Whether the key sorts among the integers.
  var isInteger: Bool { head >> 56 == Key.integerTag }

  /// The first order byte of integer keys.
  static let integerTag: UInt64 = 0x01
  /// The first order byte of all other keys.
  static let textTag: UInt64 = 0x02
}

extension Key: Hashable, Comparable {
  public static func == (left: Key, right: Key) -> Bool {
    if left.head != right.head { return false }
    if left.isInteger || left.head & 0xFF == 0 { return true }
    return OrderText.same(left.name, right.name)
  }

  public static func < (left: Key, right: Key) -> Bool {
    if left.head != right.head { return left.head < right.head }
    if left.isInteger || left.head & 0xFF == 0 { return false }
    return OrderText.bytes(of: left.name) { left in
      OrderText.bytes(of: right.name) { right in OrderText.compare(left, right, from: 7) < 0 }
    }
  }

  public func hash(into hasher: inout Hasher) {
    if isInteger || head & 0xFF == 0 {
      hasher.combine(head)
    } else {
      OrderText.bytes(of: name) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}

extension Key: CustomStringConvertible, ExpressibleByStringLiteral {
  public var description: String { name }

  /// Creates a key of a literal; a literal that is no key is a programmer error and traps.
  public init(stringLiteral name: String) {
    do {
      try self.init(name)
    } catch {
      preconditionFailure(error.description)
    }
  }
}

// MARK: - Checking and order

extension Key {
  /// Why a name is no key.
  enum Fault {
    case empty, tooLong, character(UInt8)

    func error(_ name: String) -> TreeSyntaxError {
      let shown = String(name.prefix(40))
      switch self {
      case .empty:
        return TreeSyntaxError(.badKey, "A key must not be empty.")
      case .tooLong:
        return TreeSyntaxError(
          .keyTooLong, "A key has at most \(Limits.keyBytes) bytes of UTF-8.", at: shown)
      case .character(let byte) where byte < 0x20 || byte == 0x7F:
        return TreeSyntaxError(.badKey, "A key must not hold control characters.", at: shown)
      case .character(let byte):
        let sign = Character(Unicode.Scalar(byte))
        return TreeSyntaxError(.badKey, "A key must not hold '\(sign)'.", at: shown)
      }
    }
  }

  /// Looks for what keeps bytes of UTF-8 from being a key.
  static func fault(_ bytes: UnsafeBufferPointer<UInt8>) -> Fault? {
    if bytes.isEmpty { return .empty }
    if bytes.count > Limits.keyBytes { return .tooLong }
    for byte in bytes where isForbidden(byte) { return .character(byte) }
    return nil
  }

  /// Whether no key may hold the byte: control characters and `# $ . / [ ]`.
  @inline(__always)
  private static func isForbidden(_ byte: UInt8) -> Bool {
    if byte < 0x20 { return true }
    switch byte {
    case 0x23, 0x24, 0x2E, 0x2F, 0x5B, 0x5D, 0x7F: return true
    default: return false
    }
  }

  /// The first eight order bytes of a name.
  static func head(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    if let first = bytes.first, first == 0x2D || (first >= 0x30 && first <= 0x39),
      let integer = integerHead(bytes)
    {
      return integer
    }
    var head = textTag
    for index in 0..<7 {
      head = head << 8 | (index < bytes.count ? UInt64(OrderText.byte(bytes[index])) : 0)
    }
    return head
  }

  /// The head of a name that reads as a 32-bit integer.
  private static func integerHead(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64? {
    // Firebase for iOS: at most eleven characters, "-2147483648".
    guard bytes.count <= 11 else { return nil }
    let isNegative = bytes[0] == 0x2D
    let digits = isNegative ? bytes.dropFirst() : bytes[...]
    guard !digits.isEmpty else { return nil }
    var value: Int64 = 0
    for byte in digits {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    guard let value = Int32(exactly: isNegative ? -value : value) else { return nil }
    // Value and length tell all texts apart but "-0" and "00": the sign of a zero comes last.
    let ending = UInt64(bytes.count) << 1 | (isNegative && value == 0 ? 0 : 1)
    return integerTag << 56 | UInt64(UInt32(bitPattern: value) ^ 0x8000_0000) << 24 | ending << 16
  }
}
