/// Reads a case file: JSON, with every name and number exactly as it stands there.
///
/// Apart from the product's own reader, so that the two are not wrong together. Two members of one
/// name are refused.
struct CaseParser {
  private let bytes: [UInt8]
  private var position = 0

  /// The value of a whole text.
  static func value(of bytes: [UInt8]) throws -> CaseValue {
    var parser = CaseParser(bytes: bytes)
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.fault("something behind the end") }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func value() throws -> CaseValue {
    skipSpace()
    switch try peek() {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try list()
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object() throws -> CaseValue {
    var members: [CaseValue.Member] = []
    position += 1
    if skip(UInt8(ascii: "}")) { return .object([]) }
    repeat {
      skipSpace()
      let name = try text()
      if CaseValue.object(members)[name] != nil { throw fault("two members \(name)") }
      guard skip(UInt8(ascii: ":")) else { throw fault("no colon") }
      members.append(CaseValue.Member(name: name, value: try value()))
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw fault("no end of the object") }
    return .object(members)
  }

  private mutating func list() throws -> CaseValue {
    var items: [CaseValue] = []
    position += 1
    if skip(UInt8(ascii: "]")) { return .list([]) }
    repeat { items.append(try value()) } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw fault("no end of the list") }
    return .list(items)
  }

  private mutating func text() throws -> String {
    guard try peek() == UInt8(ascii: "\"") else { throw fault("no text") }
    position += 1
    var units: [UInt8] = []
    while true {
      let byte = try peek()
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: units, as: UTF8.self) else { throw fault("no UTF-8") }
        return text
      case UInt8(ascii: "\\"): units += try escaped().utf8
      case 0..<0x20: throw fault("a bare control character")
      default: units.append(byte)
      }
    }
  }

  private mutating func escaped() throws -> String {
    let byte = try peek()
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return String(Unicode.Scalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      var units = [try codeUnit()]
      if UTF16.isLeadSurrogate(units[0]) {
        guard skip(word: "\\u") else { throw fault("half a character") }
        units.append(try codeUnit())
      }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw fault("half a character")
      }
      return text
    default: throw fault("an unknown escape")
    }
  }

  private mutating func codeUnit() throws -> UInt16 {
    let digits = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
    guard digits.utf8.count == 4, let unit = UInt16(digits, radix: 16) else {
      throw fault("no four digits")
    }
    position += 4
    return unit
  }

  private mutating func number() throws -> CaseValue {
    let digits = bytes[position...].prefix { Array("+-.0123456789eE".utf8).contains($0) }
    let text = String(decoding: digits, as: UTF8.self)
    position += digits.count
    if let integer = Int64(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else { throw fault("no value") }
    return .number(number)
  }

  private mutating func word(_ word: String, _ value: CaseValue) throws -> CaseValue {
    guard skip(word: word) else { throw fault("no value") }
    return value
  }

  private func peek() throws -> UInt8 {
    guard position < bytes.count else { throw fault("the end") }
    return bytes[position]
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[position]) {
      position += 1
    }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func skip(word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  private func fault(_ what: String) -> CaseError { CaseError("\(what) at byte \(position)") }
}
