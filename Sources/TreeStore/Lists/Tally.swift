internal import JSONTree

/// A sum that adding and taking away never wears down: whole numbers apart from fractions.
///
/// Whole numbers are summed in 128 bits, so that the sum of any number of 64-bit integers is exact.
/// Fractions are summed as doubles, with the rounding that has.
struct Tally: Equatable {
  var whole: Int128 = 0
  var fraction = 0.0

  /// Adds a number, or takes it away; what is no number counts nothing.
  mutating func add(_ scalar: Scalar?, times sign: Int128 = 1) {
    guard let scalar else { return }
    if let integer = scalar.integer {
      whole += Int128(integer) * sign
    } else if let double = scalar.double {
      fraction += double * Double(sign)
    }
  }

  /// The sum as a number of the tree.
  var scalar: Scalar {
    if fraction == 0 {
      return Int64(exactly: whole).map { .integer($0) } ?? .double(Double(whole))
    }
    return .double(Double(whole) + fraction)
  }

  /// The upper and lower half of the whole numbers, as the file keeps them.
  var halves: (high: Int64, low: Int64) {
    (Int64(truncatingIfNeeded: whole >> 64), Int64(truncatingIfNeeded: whole))
  }

  init() {}

  init(high: Int64, low: Int64, fraction: Double) {
    whole = Int128(high) << 64 | Int128(UInt64(bitPattern: low))
    self.fraction = fraction
  }
}
