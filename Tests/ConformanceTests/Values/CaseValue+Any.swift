import Foundation

extension CaseValue {
  /// Reads what a snapshot gives: Foundation's values.
  ///
  /// Foundation's two Boolean numbers are objects of their own: so they are told from 0 and 1.
  init(_ value: Any?) throws {
    switch value {
    case nil, is NSNull: self = .null
    case let number as NSNumber:
      if number === NSNumber(value: true) || number === NSNumber(value: false) {
        self = .bool(number.boolValue)
      } else if ["d", "f"].contains(String(cString: number.objCType)) {
        self = .number(number.doubleValue)
      } else {
        self = .integer(number.int64Value)
      }
    case let text as String: self = .text(text)
    case let items as [Any]: self = .list(try items.map { try CaseValue($0) })
    case let pairs as [String: Any]:
      self = .object(try pairs.map { Member(name: $0.key, value: try CaseValue($0.value)) })
    case let value?: throw CaseError("a snapshot gives a \(type(of: value))")
    }
  }

  /// The value as one hands it to the library.
  var any: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .integer(let value): Int(value)
    case .number(let value): value
    case .text(let text): text
    case .list(let items): items.map(\.any)
    case .object(let members): CaseValue.dictionary(members)
    }
  }

  /// Members as a dictionary.
  static func dictionary(_ members: [Member]) -> [String: Any] {
    Dictionary(members.map { ($0.name, $0.value.any) }) { _, later in later }
  }
}
