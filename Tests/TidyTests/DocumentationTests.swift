import Testing

/// What is promised to users of a library is described.
@Suite struct DocumentationTests {
  /// Requirements of the standard library's protocols, whose meaning is written there.
  private let witnesses: Set<String> = [
    "==", "<", "hash", "description", "debugDescription", "encode", "startIndex", "endIndex",
    "index",
    "makeIterator", "makeAsyncIterator", "next", "errorDescription", "count", "isEmpty", "id",
  ]

  private func problems(in file: SourceFile) -> [Problem] {
    guard file.isSource, file.isSwift else { return [] }
    return file.code.indices.compactMap { number in
      let line = file.code[number]
      guard line.holds("public ") || line.holds("open ") else { return nil }
      let form =
        #/
          ^\s* (?: @\w+ (?: \([^)]*\) )? \s+ )*
          (?:public|open) \s+
          (?: (?: final|static|class|override|mutating|nonisolated|convenience|indirect|required
            |lazy|borrowing|consuming|(?:internal|private|fileprivate|package)\(set\) ) \s+ )*
          (func|var|let|struct|class|enum|protocol|actor|typealias|init|subscript|case) \b \s*
          (==|<|`?\w+`?)?
        /#
      guard let match = line.firstMatch(of: form) else { return nil }
      let name = match.output.2.map(String.init) ?? ""
      // A stored property of a described type may be told by its name.
      if ["var", "let"].contains(match.output.1), !line.holds("{") { return nil }
      if witnesses.contains(name) || line.contains("override ") { return nil }
      if match.output.1 == "init",
        line.contains("init(from ") || line.holds("Literal ") || line.holds("(nilLiteral:")
      {
        return nil
      }
      if match.output.1 == "subscript", line.contains("position") { return nil }
      return isDescribed(number, in: file)
        ? nil : Problem(file, line: number, "public and without a description")
    }
  }

  private func isDescribed(_ number: Int, in file: SourceFile) -> Bool {
    var above = number - 1
    while above >= 0 {
      let line = file.lines[above].drop { $0 == " " }
      if line.hasPrefix("///") { return true }
      guard line.hasPrefix("@") || line.hasPrefix("#if") || line.hasPrefix("// swift-format-ignore")
      else { return false }
      above -= 1
    }
    return false
  }

  @Test func `everything public is described`() {
    let found = Project.files.flatMap(problems)
    #expect(found.isEmpty, "\(listed(found))")
  }

  @Test(arguments: [
    "public struct A {}", "  public static func a() {}", "public var a: Int { 1 }",
    "public init(a: Int) {}",
    "@discardableResult public func a() {}", "open class A {}",
  ])
  func `a missing description is found`(line: String) {
    #expect(problems(in: SourceFile("Sources/A/B.swift", "\n" + line)).count == 1)
    #expect(problems(in: SourceFile("Sources/A/B.swift", "/// Said.\n@inlinable\n" + line)).isEmpty)
  }

  @Test func `imports, extensions and known requirements need none`() {
    for line in [
      "public import Glibc", "public extension A {}", "public var description: String {",
    ] {
      #expect(problems(in: SourceFile("Sources/A/B.swift", line)).isEmpty, "\(line)")
    }
  }
}
