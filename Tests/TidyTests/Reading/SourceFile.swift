import Glibc

/// A file of the project, as text and as bare code.
struct SourceFile: Sendable {
  /// From the project's folder.
  let path: String
  let lines: [String]
  /// The lines of a Swift file with the insides of comments, literals and raw identifiers blanked;
  /// of any other file, its lines.
  let code: [String]

  init(_ path: String, _ text: String) {
    self.path = path
    lines = Self.split(text)
    code = path.hasSuffix(".swift") ? Self.split(BareCode(text).text) : lines
  }

  private static func split(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  var isSwift: Bool { path.hasSuffix(".swift") }
  /// Whether it was made by a program and is exempt from limits of length.
  var isGenerated: Bool { path.contains("/Generated/") }
  var isSource: Bool { path.hasPrefix("Sources/") }
  var isTest: Bool { path.hasPrefix("Tests/") }
  /// The folder below `Sources` or `Tests`: the target's.
  var room: String? {
    let parts = path.split(separator: "/")
    return parts.count > 2 ? String(parts[1]) : nil
  }
  /// The file's name without its folder.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

extension String {
  /// Whether a text is in it, byte for byte: quick enough to ask before every regular expression.
  func holds(_ text: String) -> Bool {
    withCString { strstr($0, text) != nil }
  }
}
