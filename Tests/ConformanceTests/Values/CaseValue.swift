import JSONTree

/// A JSON value as a case file says it, compared exactly.
///
/// Texts and names are equal when their bytes are (Swift's `==` would take a composed and a
/// decomposed accent for the same), numbers when their values are, objects whatever the order of
/// their members.
enum CaseValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([CaseValue])
  case object([Member])

  /// A name and a value.
  struct Member: Sendable {
    var name: String
    var value: CaseValue
  }
}

extension CaseValue {
  var isNull: Bool { self == .null }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int64(exactly: value)
    case .null, .bool, .text, .list, .object: nil
    }
  }

  var list: [CaseValue]? {
    if case .list(let items) = self { items } else { nil }
  }

  /// The texts of a list of texts.
  var texts: [String]? {
    guard let list else { return nil }
    let texts = list.compactMap(\.text)
    return texts.count == list.count ? texts : nil
  }

  var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The member of an object; nil when it has none, or is none.
  subscript(name: String) -> CaseValue? {
    members?.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The same with lists as objects of their places, and without what counts as nothing: how a tree
  /// in export form is compared.
  var exported: CaseValue {
    switch self {
    case .null, .bool, .integer, .number, .text: return self
    case .list(let items):
      let members = items.enumerated().map { Member(name: "\($0.offset)", value: $0.element) }
      return CaseValue.object(members).exported
    case .object(let members):
      let kept = members.map { Member(name: $0.name, value: $0.value.exported) }
        .filter { !$0.value.isNull }
      return kept.allSatisfy { $0.name.hasPrefix(".priority") } ? .null : .object(kept)
    }
  }
}

extension CaseValue: Equatable {
  static func == (left: CaseValue, right: CaseValue) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let one), .bool(let other)): return one == other
    case (.integer(let one), .integer(let other)): return one == other
    case (.number(let one), .number(let other)): return one == other
    case (.integer(let one), .number(let other)), (.number(let other), .integer(let one)):
      return Int64(exactly: other) == one
    case (.text(let one), .text(let other)): return one.utf8.elementsEqual(other.utf8)
    case (.list(let one), .list(let other)): return one == other
    case (.object(let one), .object(let other)):
      return one.count == other.count && one.allSatisfy { right[$0.name] == $0.value }
    case (.null, _), (.bool, _), (.integer, _), (.number, _), (.text, _), (.list, _), (.object, _):
      return false
    }
  }
}

extension CaseValue: CustomStringConvertible {
  /// The value as JSON, names and texts as they are.
  var description: String {
    switch self {
    case .null: return "null"
    case .bool(let value): return "\(value)"
    case .integer(let value): return "\(value)"
    case .number(let value): return "\(value)"
    case .text(let text): return JSONWriter().text(.leaf(.string(text)))
    case .list(let items): return "[" + items.map(\.description).joined(separator: ",") + "]"
    case .object(let members):
      let pairs = members.map { "\(CaseValue.text($0.name)):\($0.value)" }
      return "{" + pairs.joined(separator: ",") + "}"
    }
  }
}
