import Foundation

/// A JSON document as a test compares it: by value, the order of an object's members aside.
package enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case array([JSON])
  case object([String: JSON])

  /// Reads exactly one document; anything behind it is an error.
  package init(_ text: String) throws {
    do {
      self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
    } catch {
      throw ProcessFailure("one JSON document", seen: text)
    }
  }

  /// A member of an object; nil when it has none, or is none.
  package subscript(name: String) -> JSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The items of an array; none where it is something else.
  package var items: [JSON] {
    if case .array(let items) = self { items } else { [] }
  }

  package var integer: Int? {
    if case .integer(let value) = self { value } else { nil }
  }

  package var text: String? {
    if case .text(let value) = self { value } else { nil }
  }

  /// The names of an object's members.
  package var names: Set<String> {
    if case .object(let members) = self { Set(members.keys) } else { [] }
  }
}

extension JSON: Decodable {
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? value.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let items = try? value.decode([JSON].self) {
      self = .array(items)
    } else {
      self = .object(try value.decode([String: JSON].self))
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
