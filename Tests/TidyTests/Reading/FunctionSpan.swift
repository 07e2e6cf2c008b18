/// Where a function, initialiser, subscript or computed property begins and ends.
struct FunctionSpan {
  let first: Int
  let last: Int

  var lineCount: Int { last - first + 1 }

  /// All of a file, found by their words and by counting braces in bare code.
  static func all(in file: SourceFile) -> [FunctionSpan] {
    let words = ["func ", "init", "subscript", "deinit", "var "]
    return file.code.indices.compactMap { number in
      let line = file.code[number]
      guard words.contains(where: line.holds) else { return nil }
      let form = /(?:^|\s)(?:func\s|init[?<(]|deinit\s*\{|subscript[<(]|var\s+\w+:[^=]*\{)/
      guard let head = line.firstMatch(of: form) else { return nil }
      return span(from: number, head.range.lowerBound, in: file.code)
    }
  }

  private static func span(
    from first: Int, _ start: String.Index, in code: [String]
  ) -> FunctionSpan? {
    var parentheses = 0
    var braces = 0
    for number in first..<code.count {
      let text = number == first ? code[number][start...] : code[number][...]
      if number > first, parentheses == 0, braces == 0, !goesOn(text) { return nil }
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["): parentheses += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"): parentheses -= 1
        case UInt8(ascii: "{"): if parentheses == 0 { braces += 1 }
        case UInt8(ascii: "}"):
          guard parentheses == 0 else { continue }
          braces -= 1
          if braces == 0 { return FunctionSpan(first: first, last: number) }
          if braces < 0 { return nil }
        default: break
        }
      }
    }
    return nil
  }

  /// Whether a line continues a head that has no brace yet.
  private static func goesOn(_ text: Substring) -> Bool {
    let rest = text.drop { $0 == " " }
    return rest.isEmpty
      || ["{", "->", "where ", "throws", "async", ")"].contains { rest.hasPrefix($0) }
  }
}
