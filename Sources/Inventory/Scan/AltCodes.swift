/// Characters sent as the digits of their number with Alt held ("emulate keypad").
enum AltCodes {
  /// The text that was meant, nil if the digits are no such numbers.
  ///
  /// Scanners send two to four digits a character, as `57`, `057` or `0057` for a 9.
  static func text(of digits: String) -> String? {
    let values = digits.utf8.map { Int($0) - 48 }
    for width in [3, 4, 2] where values.count % width == 0 {
      var text = ""
      var start = 0
      while start < values.count {
        let number = values[start..<start + width].reduce(0) { $0 * 10 + $1 }
        start += width
        // The scanner's end may come the same way.
        if number == 13 || number == 10 || number == 9, start == values.count { break }
        guard let byte = UInt8(exactly: number), (32...126).contains(byte) else { break }
        text.unicodeScalars.append(Unicode.Scalar(byte))
      }
      if start >= values.count, Code.parse(text).isCode { return text }
    }
    return nil
  }
}
