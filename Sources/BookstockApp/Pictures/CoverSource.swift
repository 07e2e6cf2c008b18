/// Where a book's new cover comes from.
package enum CoverSource: Sendable, Hashable {
  /// A picture on this machine, by its path: from the root, or from `~/`, `./` or `../` on.
  case file(String)
  /// A picture in the network, by its `https` or `http` address.
  case address(String)
  /// Whatever a service has under the book's ISBN.
  case lookUp
  /// Nowhere: the cover is taken off the book.
  case remove
}

extension CoverSource {
  /// Why a text is neither a path nor an address, beside the field that holds it.
  package struct Problem: Error, Sendable, Hashable {
    package let sentence: String
  }

  /// The longest path that Linux takes, and the longest address that servers do, in bytes.
  private static let pathLimit = 4_095
  private static let addressLimit = 2_048

  /// What a person typed, or a file manager dropped: a path, perhaps in quotes, or an address.
  ///
  /// Only what the text itself tells is looked at; whether there is anything is found out later.
  package init(typed: String) throws(Problem) {
    let text = Self.unquoted(Wording.trimmed(typed))
    guard !text.isEmpty else { throw Problem(sentence: "a path, an address, or empty") }
    if let end = text.firstRange(of: "://") {
      let scheme = text[..<end.lowerBound].lowercased()
      try self.init(address: text, scheme: scheme, rest: text[end.upperBound...])
      return
    }
    let path = Self.unescaped(text)
    guard ["/", "~/", "./", "../"].contains(where: path.hasPrefix) else {
      throw Problem(sentence: "a path begins with / or ~/, an address with https://")
    }
    guard path.last != "/" else {
      throw Problem(sentence: "this is a folder: name a picture in it")
    }
    guard path.utf8.count <= Self.pathLimit else {
      throw Problem(sentence: "too long for a path")
    }
    self = .file(path)
  }

  private init(address: String, scheme: String, rest: Substring) throws(Problem) {
    guard scheme == "https" || scheme == "http" else {
      throw Problem(sentence: "an address begins with https:// or http://")
    }
    guard !address.contains(where: \.isWhitespace) else {
      throw Problem(sentence: "an address has no blanks")
    }
    let host = rest.prefix { !"/?#".contains($0) }
    guard host.contains(where: { $0.isLetter || $0.isNumber }) else {
      throw Problem(sentence: "this address names no server")
    }
    guard address.utf8.count <= Self.addressLimit else {
      throw Problem(sentence: "too long for an address")
    }
    self = .address(address)
  }

  /// Without the quotes that a terminal puts around a file dropped on it.
  private static func unquoted(_ text: String) -> String {
    guard text.count >= 2, let first = text.first, first == "'" || first == "\"",
      text.last == first
    else { return text }
    return String(text.dropFirst().dropLast())
  }

  /// Without the backslashes that a terminal puts before the blanks of a file dropped on it.
  private static func unescaped(_ text: String) -> String {
    var plain = ""
    var isEscaped = false
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      if isEscaped, !" '\"()&;[]\\".contains(character) { plain.append("\\") }
      plain.append(character)
      isEscaped = false
    }
    return isEscaped ? plain + "\\" : plain
  }
}
