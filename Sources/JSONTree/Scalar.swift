/// A value without children: Boolean, number or text.
///
/// Numbers are equal by value: `integer(1) == double(1)`, and `-0.0 == 0`. `bool(true)` is no
/// number. Texts are equal when their code units are.
public enum Scalar: Sendable {
  /// A truth value, apart from 0 and 1.
  case bool(Bool)
  /// A whole number, kept exactly.
  case integer(Int64)
  /// Any other number; it must be finite to be written.
  case double(Double)
  /// A text of at most `Limits.stringBytes` bytes.
  case string(String)

  /// Whether it is an integer or a double.
  public var isNumber: Bool {
    switch self {
    case .integer, .double: true
    case .bool, .string: false
    }
  }

  /// The number as a double, nearest value; nil when it is no number.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .bool, .string: nil
    }
  }

  /// The number as an integer; nil when it is no number or no whole one of 64 bits.
  public var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .double(let value): Int64(exactly: value)
    case .bool, .string: nil
    }
  }

  /// The sum of two numbers; what is no number counts as nothing.
  ///
  /// Two integers give an integer; when it does not fit 64 bits, and with any double, a double. A
  /// sum beyond all finite doubles is the greatest of them, because JSON has no infinity.
  /// Firebase: increment.
  public static func sum(_ left: Scalar?, _ right: Scalar) -> Scalar {
    guard let left, let one = left.double, let other = right.double else { return right }
    if case .integer(let one) = left, case .integer(let other) = right {
      let (sum, overflow) = one.addingReportingOverflow(other)
      if !overflow { return .integer(sum) }
    }
    let sum = one + other
    guard sum.isInfinite else { return .double(sum) }
    return .double(sum < 0 ? -Double.greatestFiniteMagnitude : .greatestFiniteMagnitude)
  }
}

extension Scalar: Hashable {
  public static func == (left: Scalar, right: Scalar) -> Bool {
    switch (left, right) {
    case (.bool(let one), .bool(let other)): one == other
    case (.integer(let one), .integer(let other)): one == other
    case (.double(let one), .double(let other)): one == other || (one.isNaN && other.isNaN)
    case (.integer(let one), .double(let other)), (.double(let other), .integer(let one)):
      Int64(exactly: other) == one
    case (.string(let one), .string(let other)): OrderText.same(one, other)
    case (.bool, _), (.string, _), (_, .bool), (_, .string): false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let value):
      hasher.combine(0 as UInt8)
      hasher.combine(value)
    case .integer(let value):
      hasher.combine(1 as UInt8)
      hasher.combine(value)
    case .double(let value):
      hasher.combine(1 as UInt8)
      if let integer = Int64(exactly: value) {
        hasher.combine(integer)
      } else {
        hasher.combine(value.isNaN ? Double.nan.bitPattern : value.bitPattern)
      }
    case .string(let value):
      hasher.combine(2 as UInt8)
      OrderText.bytes(of: value) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}

extension Scalar: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral
{
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(stringLiteral value: String) { self = .string(value) }
}
