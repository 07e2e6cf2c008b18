/// The digits of a number, without its point.
struct JSONDigits {
  /// The digits as a whole number, when `isCut` is false.
  private(set) var mantissa: UInt64 = 0
  /// Whether there were more digits than 64 bits hold.
  private(set) var isCut = false
  private var count = 0
  /// The power of ten that the digits are to be multiplied by.
  var exponent = 0

  @inline(__always)
  mutating func add(_ digit: UInt8) {
    // 19 digits always fit.
    guard count < 19 else { return addCarefully(digit) }
    mantissa = mantissa &* 10 &+ UInt64(digit)
    count += 1
  }

  private mutating func addCarefully(_ digit: UInt8) {
    let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
    if overflow || carry || isCut { isCut = true } else { mantissa = sum }
  }

  /// The digits as a 64-bit integer, when they are one.
  func integer(isNegative: Bool) -> Int64? {
    if isCut { return nil }
    if !isNegative { return Int64(exactly: mantissa) }
    return mantissa <= Int64.min.magnitude ? Int64(truncatingIfNeeded: 0 &- mantissa) : nil
  }
}
