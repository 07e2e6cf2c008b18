/// Names of properties and the same with small letters and `_`, as `JSONEncoder` has them.
enum SnakeCase {
  /// `shelfMark` as `shelf_mark`, `myURLText` as `my_url_text`.
  static func text(of name: String) -> String {
    let letters = Array(name)
    var result = ""
    for (index, letter) in letters.enumerated() {
      if letter.isUppercase, index > 0, letters[index - 1] != "_" {
        let followsSmall = !letters[index - 1].isUppercase
        let beginsWord =
          index + 1 < letters.count && letters[index + 1].isLowercase
          && letters[index - 1].isUppercase
        if followsSmall || beginsWord { result += "_" }
      }
      result += letter.lowercased()
    }
    return result
  }

  /// `shelf_mark` as `shelfMark`; signs at both ends stay.
  static func name(of text: String) -> String {
    let start = text.prefix { $0 == "_" }
    let rest = text.dropFirst(start.count)
    let end = rest.reversed().prefix { $0 == "_" }
    let words = rest.dropLast(end.count).split(separator: "_")
    guard let first = words.first, words.count > 1 else { return text }
    let more = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    return String(start) + first.lowercased() + more.joined() + String(end)
  }
}
