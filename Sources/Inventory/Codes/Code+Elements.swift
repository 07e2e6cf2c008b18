extension Code {
  /// The number in a GS1 element string in parentheses, in one with FNC1, or in a web address.
  static func element(_ symbols: ArraySlice<UInt8>) -> CodeReading? {
    if let article = after("(01)", in: symbols) { return article14(article) }
    let isAddress = after("://", in: symbols) != nil
    if isAddress {
      // GS1 Digital Link: the primary key of an article is 01, once also spelt gtin.
      for name: StaticString in ["/01/", "/gtin/", "/isbn/"] {
        if let article = after(name, in: symbols) { return article14(article) }
      }
      return nil
    }
    if let end = symbols.firstIndex(of: CodeText.gs) {
      return compact(symbols[..<end]).map { reading(of: $0) }
    }
    return nil
  }

  /// Reads the digits that begin here.
  private static func article14(_ symbols: ArraySlice<UInt8>) -> CodeReading? {
    let digits = symbols.prefix { $0.isDigit || $0.isX || $0 == UInt8(ascii: "-") }
    return compact(digits).map { reading(of: $0) }
  }

  /// What follows a word of small letters, nil if the word is not there.
  private static func after(
    _ word: StaticString, in symbols: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    word.withUTF8Buffer { word in
      guard let first = word.first, symbols.count >= word.count else { return nil }
      var start = symbols.startIndex
      let last = symbols.endIndex - word.count
      while start <= last {
        if symbols[start].lowercased == first,
          zip(word, symbols[start...]).allSatisfy({ $0 == $1.lowercased })
        {
          return symbols[(start + word.count)...]
        }
        start += 1
      }
      return nil
    }
  }
}
