/// Something untidy: where, and what.
struct Problem: Hashable, CustomStringConvertible {
  let place: String
  let what: String

  init(_ place: String, _ what: String) {
    self.place = place
    self.what = what
  }

  init(_ file: SourceFile, line: Int, _ what: String) {
    self.init("\(file.path):\(line + 1)", what)
  }

  var description: String { "\(place): \(what)" }
}

/// The problems one to a line, for a failure's text.
func listed(_ problems: [Problem]) -> String {
  "\n" + problems.map(\.description).joined(separator: "\n")
}
