import Foundation
import JSONTree

extension Scalar {
  /// Reads a Swift or Foundation value without children; nil when it is none.
  ///
  /// Booleans and numbers stay apart: a Swift `Bool` and one of Foundation's two Boolean numbers
  /// are Booleans, `NSNumber(value: 1)` is a number.
  init?(bridging value: Any) {
    // By its own type first: a cast would also make a Boolean of Foundation's 0 and 1.
    if type(of: value) == Bool.self, let bool = value as? Bool {
      self = .bool(bool)
      return
    }
    switch value {
    case let value as Scalar: self = value
    case let value as NSNumber: self = Scalar(value)
    case let value as String: self = .string(value)
    case let value as Double: self = .double(value)
    case let value as Float: self = .double(Double(value))
    case let value as any BinaryInteger: self = Scalar(value)
    default: return nil
    }
  }

  private init(_ value: some BinaryInteger) {
    guard let integer = Int64(exactly: value) else {
      // An unsigned number beyond 63 bits: the nearest double, as JSON readers do.
      self = .double(Double(value))
      return
    }
    self = .integer(integer)
  }

  private init(_ number: NSNumber) {
    if let bool = number.booleanIdentity {
      self = .bool(bool)
      return
    }
    switch number.objCType.pointee {
    case 0x66, 0x64: self = .double(number.doubleValue)  // f, d
    case 0x51: self = Scalar(number.uint64Value)  // Q
    default: self = .integer(number.int64Value)
    }
  }

  /// The value as Foundation code expects it: `NSNumber` for Booleans and numbers, `String`.
  var bridged: Any {
    switch self {
    case .bool(let value): NSNumber(value: value)
    case .integer(let value): NSNumber(value: value)
    case .double(let value): NSNumber(value: value)
    case .string(let value): value
    }
  }
}

extension NSNumber {
  /// The truth value, when the number is one of Foundation's two Boolean objects; `as? Bool` would
  /// take 0 and 1 as well.
  var booleanIdentity: Bool? {
    if self === NSNumber(value: true) { return true }
    return self === NSNumber(value: false) ? false : nil
  }
}
