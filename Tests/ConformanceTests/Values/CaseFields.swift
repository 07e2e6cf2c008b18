/// The members of an object that has a fixed form: those that are not known are refused.
struct CaseFields {
  private let object: CaseValue
  private let place: String

  /// Takes an object; `place` says where it stands.
  init(_ value: CaseValue, _ place: String, known: Set<String>) throws {
    guard let members = value.members else { throw CaseError("\(place): no object") }
    object = value
    self.place = place
    let unknown = Set(members.map(\.name)).subtracting(known)
    guard unknown.isEmpty else { throw CaseError("\(place): unknown \(unknown.sorted())") }
  }

  /// A member that may be missing.
  subscript(name: String) -> CaseValue? { object[name] }

  /// A member that must be there.
  func value(_ name: String) throws -> CaseValue {
    guard let value = object[name] else { throw CaseError("\(place): no \(name)") }
    return value
  }

  func text(_ name: String) throws -> String {
    try read(name, "a text", \.text, try value(name))
  }

  func integer(_ name: String) throws -> Int64 {
    try read(name, "a whole number", \.integer, try value(name))
  }

  func bool(_ name: String) throws -> Bool {
    try read(name, "true or false", \.bool, try value(name))
  }

  func texts(_ name: String) throws -> [String] {
    try read(name, "a list of texts", \.texts, try value(name))
  }

  func list(_ name: String) throws -> [CaseValue] {
    try read(name, "a list", \.list, try value(name))
  }

  func members(_ name: String) throws -> [CaseValue.Member] {
    try read(name, "an object", \.members, try value(name))
  }

  /// A member read with its form, when it is there.
  func optional<Value>(
    _ name: String, _ read: (CaseFields) -> (String) throws -> Value
  ) throws -> Value? {
    object[name] == nil ? nil : try read(self)(name)
  }

  private func read<Value>(
    _ name: String, _ what: String, _ form: (CaseValue) -> Value?, _ value: CaseValue
  ) throws -> Value {
    guard let result = form(value) else { throw CaseError("\(place): \(name) is not \(what)") }
    return result
  }
}
