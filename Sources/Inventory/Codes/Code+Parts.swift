extension Code {
  /// The longest run of digits that is taken apart: sixteen codes with their small bars.
  ///
  /// A scanner without an end between its codes sends two; a stuck one is refused as a whole.
  static let longestRun = 16 * 18

  /// The codes that were run together in one text, nil unless it falls apart into whole ones.
  static func parts(of digits: [UInt8]) -> [String]? {
    if digits.count == 20, digits[0...1] != [9, 7] {
      let halves = [digits[..<10], digits[10...]]
      return halves.allSatisfy { CheckDigit.isValidISBN10($0) } ? halves.map { text($0) } : nil
    }
    guard digits.count >= 26, digits.count <= longestRun else { return nil }
    guard !digits.contains(10) else { return nil }
    return ends(of: digits, from: 0)?.map { text($0) }
  }

  /// Cuts from a place on; a plain code is preferred to one with its add-on.
  private static func ends(of digits: [UInt8], from start: Int) -> [ArraySlice<UInt8>]? {
    if start == digits.count { return [] }
    guard digits.count - start >= 13 else { return nil }
    let code = digits[start..<start + 13]
    guard CheckDigit.isValidEAN(code) else { return nil }
    // Only books and periodicals have a small bar beside them.
    let hasAddOn = code.starts(with: [9, 7]) || code.starts(with: [4, 9, 1])
    for length in hasAddOn ? [13, 18, 15] : [13] where start + length <= digits.count {
      if let rest = ends(of: digits, from: start + length) {
        return [digits[start..<start + length]] + rest
      }
    }
    return nil
  }
}
