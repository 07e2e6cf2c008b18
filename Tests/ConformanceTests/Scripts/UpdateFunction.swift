import Foundation
import RealtimeDatabase

/// What a transaction's block does with its input.
indirect enum UpdateFunction: Sendable {
  case increment(CaseValue)
  case replace(CaseValue)
  case abort
  /// Aborts when the input is null, otherwise goes on.
  case abortIfNull(UpdateFunction)
  /// Returns null when the input is null, otherwise goes on.
  case keepNull(UpdateFunction)
  case setChild(String, CaseValue)

  /// Reads a function; what is not known is refused.
  init(_ value: CaseValue) throws {
    let members: [String: Set<String>] = [
      "increment": ["by"], "return": ["value"], "abort": [], "abortIfNull": ["then"],
      "keepNull": ["then"], "setChild": ["key", "value"],
    ]
    guard let name = value["fn"]?.text, let known = members[name] else {
      throw CaseError("an unknown update function: \(value)")
    }
    let fields = try CaseFields(value, "update", known: known.union(["fn"]))
    switch name {
    case "increment":
      let amount = try fields.value("by")
      guard amount.double != nil else { throw CaseError("update: by is no number") }
      self = .increment(amount)
    case "return": self = .replace(try fields.value("value"))
    case "abort": self = .abort
    case "abortIfNull": self = .abortIfNull(try UpdateFunction(fields.value("then")))
    case "keepNull": self = .keepNull(try UpdateFunction(fields.value("then")))
    default: self = .setChild(try fields.text("key"), try fields.value("value"))
    }
  }

  /// Whether it asks if its input is null.
  var asksForNull: Bool {
    switch self {
    case .abortIfNull, .keepNull: true
    case .increment, .replace, .abort, .setChild: false
    }
  }

  /// Changes the data as one does in a block: by assigning values.
  func apply(to data: MutableData, _ input: CaseValue) -> TransactionResult {
    switch self {
    case .abort: return .abort()
    case .replace(let value): data.value = value.any
    case .setChild(let key, let value): data.childData(byAppendingPath: key).value = value.any
    case .increment(let amount): data.value = input.adding(amount)
    case .abortIfNull(let then):
      return input.isNull ? .abort() : then.apply(to: data, input)
    case .keepNull(let then):
      return input.isNull ? .success(withValue: data) : then.apply(to: data, input)
    }
    return .success(withValue: data)
  }
}

extension CaseValue {
  /// The number, when it is one.
  var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .text, .list, .object: nil
    }
  }

  /// The sum; what is no number counts as nothing.
  fileprivate func adding(_ amount: CaseValue) -> Any {
    if let one = integer ?? (double == nil ? 0 : nil), let other = amount.integer {
      return Int(one + other)
    }
    return (double ?? 0) + (amount.double ?? 0)
  }
}
