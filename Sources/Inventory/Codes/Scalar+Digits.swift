extension Unicode.Scalar {
  /// The value of a decimal digit of any script, nil for everything else.
  var decimalDigit: Int? {
    if isASCII { return (48...57).contains(value) ? Int(value) - 48 : nil }
    guard properties.numericType == .decimal, let number = properties.numericValue else {
      return nil
    }
    return Int(number)
  }
}
