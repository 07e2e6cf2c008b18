extension JSONParser {
  /// The powers of ten that a double holds exactly.
  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Reads a number: an integer when it is written as one and fits 64 bits, else a double.
  mutating func number() throws(TreeSyntaxError) -> Scalar {
    let start = position
    let isNegative = peek == 0x2D
    if isNegative { position += 1 }
    var digits = JSONDigits()
    guard let first = peek, first >= 0x30, first <= 0x39 else {
      throw fault("A digit was expected")
    }
    if first == 0x30 {
      position += 1
      if let next = peek, next >= 0x30, next <= 0x39 {
        throw fault("A number must not begin with 0", at: start)
      }
    } else {
      scanDigits(into: &digits)
    }
    var isInteger = true
    if peek == 0x2E {
      isInteger = false
      position += 1
      let before = position
      scanDigits(into: &digits)
      if position == before { throw fault("A digit was expected") }
      digits.exponent = before - position
    }
    if peek == 0x65 || peek == 0x45 {
      isInteger = false
      digits.exponent += try exponent()
    }
    if isInteger, let value = digits.integer(isNegative: isNegative) { return .integer(value) }
    return .double(try double(digits, isNegative: isNegative, start: start))
  }

  @inline(__always)
  private mutating func scanDigits(into digits: inout JSONDigits) {
    while position < bytes.count {
      let digit = bytes[position] &- 0x30
      guard digit < 10 else { return }
      digits.add(digit)
      position += 1
    }
  }

  private mutating func exponent() throws(TreeSyntaxError) -> Int {
    position += 1
    let isNegative = peek == 0x2D
    if isNegative || peek == 0x2B { position += 1 }
    var value = 0
    let start = position
    while let byte = peek, byte >= 0x30, byte <= 0x39 {
      // Beyond this every double is nothing or infinite.
      value = min(value * 10 + Int(byte - 0x30), 1_000_000)
      position += 1
    }
    if position == start { throw fault("A digit was expected") }
    return isNegative ? -value : value
  }

  private func double(
    _ digits: JSONDigits, isNegative: Bool, start: Int
  ) throws(TreeSyntaxError) -> Double {
    // A whole number below 2⁵³ and an exact power of ten: one rounding, so the right one.
    if !digits.isCut, digits.mantissa < 1 << 53, abs(digits.exponent) <= 22 {
      let power = JSONParser.powers[abs(digits.exponent)]
      let mantissa = Double(digits.mantissa)
      let value = digits.exponent < 0 ? mantissa / power : mantissa * power
      return isNegative ? -value : value
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw fault("The number is too large", .badValue, at: start)
    }
    return value
  }
}
