/// Reads an answer's head line by line: pure.
struct HeadParser: Sendable {
  /// What a line meant.
  enum News: Sendable, Hashable {
    case more
    /// The head is whole: status and fields are there.
    case whole
    /// More than is taken.
    case tooLarge(String)
  }

  /// As many bytes of names and values as an answer's head may have.
  static let maximumBytes = 1 << 16
  /// As many fields as an answer's head may have.
  static let maximumFields = 256

  private(set) var status = 0
  private(set) var fields: [(name: String, value: String)] = []
  private var size = 0
  private var isWhole = false

  /// Takes a line with or without its end.
  mutating func take(_ bytes: UnsafeRawBufferPointer) -> News {
    // What follows the body is of no interest.
    guard !isWhole else { return .more }
    var line = bytes[...]
    while let last = line.last, last == 0x0A || last == 0x0D { line = line.dropLast() }
    if line.isEmpty {
      // 100 and 103 come before the answer.
      guard status >= 200 else { return .more }
      isWhole = true
      return .whole
    }
    size += line.count
    guard size <= Self.maximumBytes else {
      return .tooLarge("The answer's header is larger than \(Self.maximumBytes) bytes.")
    }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("HTTP/"), !text.prefix(while: { $0 != " " }).contains(":") {
      status = Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0
      fields = []
    } else if let colon = text.firstIndex(of: ":") {
      let value = text[text.index(after: colon)...]
      fields.append((String(text[..<colon]), Self.trimmed(value)))
    }
    guard fields.count <= Self.maximumFields else {
      return .tooLarge("The answer has more than \(Self.maximumFields) header fields.")
    }
    return .more
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let first = text.first, first == " " || first == "\t" { text = text.dropFirst() }
    while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
    return String(text)
  }
}
