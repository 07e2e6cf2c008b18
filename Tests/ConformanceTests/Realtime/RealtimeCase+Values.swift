import ContentHash
import JSONTree

/// The cases about values that need no database.
extension RealtimeCase {
  func runOnValues() throws {
    switch kind {
    case .keyOrder:
      let keys = try fields.texts("keys").map { try Key($0) }
      try expect("the order", .texts(keys.sorted().map(\.name)), is: fields.value("expect"))
    case .path:
      let path = try Path(fields.text("input"))
      try expect("the segments", .texts(path.keys.map(\.name)), is: fields.value("expect"))
    case .pathOrder:
      let paths = try fields.texts("paths").map { try Path($0) }.sorted()
      let names = paths.map { $0.keys.map(\.name).joined(separator: "/") }
      try expect("the order", .texts(names), is: fields.value("expect"))
    case .pushIdPrefix: try runPushIDPrefix()
    case .pushIdNext: try runPushIDNext()
    case .hash:
      let input = try JSONReader.node(from: "\(fields.value("input"))")
      try expect("the hash", .text(input.contentHash), is: fields.value("expect"))
    case .url: try runURL()
    case .normalize, .validate, .query, .script, .serverValue, .snapshot, .rest, .sse, .rules:
      return
    }
  }

  private func runURL() throws {
    let known: Set = ["host", "namespace", "secure", "path"]
    let expected = try CaseFields(fields.value("expect"), "expect", known: known)
    let url = try DatabaseURL(fields.text("input"))
    guard case .server(let host, _, let namespace, let isSecure) = url.site else {
      throw CaseError("the address is of no server: \(url)")
    }
    let found: [(String, CaseValue)] = [
      ("host", .text(host)), ("namespace", namespace.map(CaseValue.text) ?? .null),
      ("secure", .bool(isSecure)),
      ("path", .text(url.path.keys.map(\.name).joined(separator: "/"))),
    ]
    for (part, value) in found {
      if let wanted = expected[part] { try expect(part, value, is: wanted) }
    }
  }

  private func runPushIDPrefix() throws {
    var ids = PushID()
    let id = ids.next(at: try fields.integer("nowMs")).name
    guard id.utf8.count == 20 else { throw CaseError("an id of \(id.utf8.count) characters") }
    try expect("the id", .text(String(id.prefix(8))), is: fields.value("expect"))
  }

  /// Draws the previous random part, then makes the next id in the same millisecond.
  private func runPushIDNext() throws {
    let random = try fields.text("previousRandom")
    let letters = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
    let digits = try random.map { letter in
      guard let digit = letters.firstIndex(of: letter) else {
        throw CaseError("no digit \(letter)")
      }
      return UInt64(digit)
    }
    var generator = GivenBits(digits)
    var ids = PushID()
    let first = ids.next(at: 1, using: &generator).name
    try expect("the previous id's end", .text(String(first.suffix(12))), is: .text(random))
    let next = ids.next(at: 1, using: &generator).name
    try expect("the next id's end", .text(String(next.suffix(12))), is: fields.value("expect"))
  }
}

extension CaseValue {
  /// A list of texts.
  static func texts(_ texts: [String]) -> CaseValue { .list(texts.map(CaseValue.text)) }
}

/// A generator that draws the random part of a push id as it is told: six bits a digit, the lowest
/// first.
private struct GivenBits: RandomNumberGenerator {
  private var words: [UInt64]

  init(_ digits: [UInt64]) {
    // The eleventh digit's upper bits and the twelfth do not fit into the first word.
    var low: UInt64 = 0
    var high: UInt64 = 0
    for (index, digit) in digits.enumerated() {
      let shift = UInt64(index * 6)
      if shift < 64 { low |= digit << shift }
      if shift >= 64 {
        high |= digit << (shift - 64)
      } else if shift > 58 {
        high |= digit >> (64 - shift)
      }
    }
    words = [low, high]
  }

  mutating func next() -> UInt64 { words.isEmpty ? 0 : words.removeFirst() }
}
