extension Code {
  /// A number as spreadsheets write it: `9.78E+12`, `9780306406157.0`, `9,780,306,406,157`.
  static func spreadsheetNumber(_ symbols: ArraySlice<UInt8>) -> CodeReading? {
    if let exponent = symbols.firstIndex(where: { $0.lowercased == UInt8(ascii: "e") }) {
      return scientific(symbols[..<exponent], exponent: symbols[(exponent + 1)...])
    }
    let groups = symbols.split(omittingEmptySubsequences: false) { $0 == 44 || $0 == 46 }
    guard groups.count >= 2, groups.allSatisfy({ $0.allSatisfy(\.isDigit) && !$0.isEmpty }) else {
      return nil
    }
    if groups.count == 2, groups[0].count >= 9, groups[1].allSatisfy({ $0 == 48 }) {
      return compact(groups[0]).map { reading(of: $0) }
    }
    guard groups.count >= 3, groups[0].count <= 3 else { return nil }
    guard groups.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
    return compact(ArraySlice(groups.joined())).map { reading(of: $0) }
  }

  /// A number with an exponent: whole only if every digit is still there.
  private static func scientific(
    _ mantissa: ArraySlice<UInt8>, exponent: ArraySlice<UInt8>
  ) -> CodeReading? {
    let power = exponent.first == UInt8(ascii: "+") ? exponent.dropFirst() : exponent
    guard let places = Int(String(decoding: power, as: UTF8.self)), (1...20).contains(places),
      power.allSatisfy(\.isDigit)
    else { return nil }
    let parts = mantissa.split(omittingEmptySubsequences: false) { $0 == 44 || $0 == 46 }
    guard parts.count <= 2, let whole = parts.first, whole.count == 1 else { return nil }
    let fraction = parts.count == 2 ? parts[1] : []
    guard whole.allSatisfy(\.isDigit), fraction.allSatisfy(\.isDigit) else { return nil }
    guard fraction.count == places else {
      let code = String(decoding: mantissa, as: UTF8.self)
      return .rejected(.precisionLost, code: code, addOn: nil)
    }
    return reading(of: Array(whole + fraction).map { $0 - 48 })
  }
}
