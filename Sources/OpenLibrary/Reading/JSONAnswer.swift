import Foundation
import Inventory

/// An answer in JSON, looked at with suspicion: any field may be missing, or of another type.
struct JSONAnswer {
  /// Why an answer cannot be read.
  enum Fault: Error, Hashable {
    /// A web page came instead.
    case page
    /// A script that calls a function came instead.
    case script
    case tooLong
    /// No JSON, or nested beyond measure, or no object.
    case garbled
  }

  private let fields: [String: Any]

  private init(_ fields: [String: Any]) {
    self.fields = fields
  }

  /// Reads an object; linear in its length.
  init(_ bytes: Data) throws(Fault) {
    guard bytes.count <= Limits.answerBytes else { throw .tooLong }
    var text = bytes[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    text = text.drop { [9, 10, 13, 32].contains($0) }
    guard let first = text.first else { throw .garbled }
    switch first {
    case UInt8(ascii: "{"): break
    case UInt8(ascii: "<"): throw .page
    case UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "$"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      throw .script
    default: throw .garbled
    }
    guard Self.isShallow(text) else { throw .garbled }
    guard let value = try? JSONSerialization.jsonObject(with: Data(text)),
      let fields = value as? [String: Any]
    else { throw .garbled }
    self.fields = fields
  }

  /// Whether no more brackets are open at once than allowed, strings left out.
  private static func isShallow(_ text: Data) -> Bool {
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in text {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth > Limits.answerDepth { return false }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return true
  }

  /// Whether there is nothing in it.
  var isEmpty: Bool { fields.isEmpty }

  /// An object within.
  subscript(object name: String) -> JSONAnswer? {
    (fields[name] as? [String: Any]).map(JSONAnswer.init)
  }

  /// A field as it stands, if it is text.
  func raw(_ name: String) -> String? { fields[name] as? String }

  /// A text as a field of a book keeps it, in one line; nil where nothing is left.
  func text(_ name: String) -> String? {
    raw(name).flatMap(Self.line)
  }

  /// A text of several lines that stands there itself, or in an object under `value`.
  func prose(_ name: String) -> String? {
    let raw = raw(name) ?? self[object: name]?.raw("value")
    guard let raw else { return nil }
    let text = FieldText(raw, longest: Limits.descriptionBytes).text
    return text.isEmpty ? nil : text
  }

  /// The texts of a list, bounded in number; a lone text counts as a list of one.
  func list(_ name: String) -> [String] {
    let values = fields[name] as? [Any] ?? fields[name].map { [$0] } ?? []
    return values.prefix(Limits.names).compactMap { $0 as? String }
  }

  /// Names in a list: texts, or objects that hold them under `name`.
  func names(_ name: String) -> [String] {
    let values = (fields[name] as? [Any] ?? []).prefix(Limits.names)
    return values.compactMap { value in
      let raw = value as? String ?? (value as? [String: Any])?["name"] as? String
      return raw.flatMap(Self.line)
    }
  }

  /// The texts under `key` in a list of objects.
  func keys(_ name: String) -> [String] {
    let values = (fields[name] as? [Any] ?? []).prefix(Limits.names)
    return values.compactMap { ($0 as? [String: Any])?["key"] as? String }
  }

  /// A whole number in a range; truth values are none.
  func number(_ name: String, in range: ClosedRange<Int>) -> Int? {
    fields[name].flatMap { Self.number($0, in: range) }
  }

  /// The first number of a list that is in a range; `-1` and null stand for none.
  func firstNumber(_ name: String, in range: ClosedRange<Int>) -> Int? {
    (fields[name] as? [Any] ?? []).prefix(Limits.names).lazy
      .compactMap { Self.number($0, in: range) }.first
  }

  private static func number(_ value: Any, in range: ClosedRange<Int>) -> Int? {
    guard let number = value as? NSNumber, String(cString: number.objCType) != "c" else {
      return nil
    }
    let double = number.doubleValue
    guard double.rounded() == double, double >= Double(range.lowerBound),
      double <= Double(range.upperBound)
    else { return nil }
    return Int(double)
  }

  /// A cleaned text in one line, nil where nothing is left.
  private static func line(_ raw: String) -> String? {
    // Cut before cleaning too: what is longer by far is not worth the work.
    let cleaned = FieldText(raw, longest: Limits.textBytes).text
    let line = cleaned.split(separator: "\n").joined(separator: " ")
    return line.isEmpty ? nil : line
  }
}
