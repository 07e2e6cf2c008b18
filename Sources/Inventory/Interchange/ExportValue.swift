import Glibc

/// A value of a JSON document, filled in by whoever has read it.
public enum ExportValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  case string(String)

  /// An object with its members in the document's order.
  case object([(String, ExportValue)])
  case array([ExportValue])
}

extension ExportValue {
  /// The member of an object, nil if there is none or it is null.
  func member(_ name: String) -> ExportValue? {
    guard case .object(let members) = self else { return nil }
    guard let value = members.last(where: { $0.0 == name })?.1 else { return nil }
    if case .null = value { return nil }
    return value
  }

  /// A text, or a number written as one.
  var text: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .double(let number): wholeNumber.map { String($0) } ?? String(number)
    case .null, .bool, .object, .array: nil
    }
  }

  /// A whole number, be it an integer, a double without decimals, or a text of digits.
  var wholeNumber: Int64? {
    switch self {
    case .integer(let number): number
    case .double(let number): Int64(exactly: number)
    case .string(let text): WholeNumber.read(text, ifEmpty: nil).map { Int64($0) }
    case .null, .bool, .object, .array: nil
    }
  }
}
