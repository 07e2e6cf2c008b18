import Testing

/// Names say what a thing is in the trade or in the field, never that it “manages”.
@Suite struct NameTests {
  private func problems(in file: SourceFile) -> [Problem] {
    let form =
      #/
        \b (?:class|struct|enum|protocol|actor|typealias) \s+
        (\w* (?:Manager|Helpers?|Utils?|Utility|Utilities|Service|Impl) ) \b
      /#
    let signs = ["Manager", "Helper", "Util", "Service", "Impl"]
    let types = file.code.enumerated().compactMap { number, line in
      !signs.contains(where: line.holds)
        ? nil
        : line.firstMatch(of: form.wordBoundaryKind(.simple)).map {
          Problem(file, line: number, "the name \($0.output.1)")
        }
    }
    let isFileNamed = file.name.firstMatch(of: /(?:Manager|Helpers?|Utils?|Service|Impl)\.swift$/)
    return types + (isFileNamed == nil ? [] : [Problem(file.path, "the file's name")])
  }

  @Test func `no name ends in an empty word`() {
    let found = Project.swiftFiles.flatMap(problems)
    #expect(found.isEmpty, "\(listed(found))")
  }

  @Test func `an empty word is found`() {
    for line in ["final class StockManager {", "enum StringUtils {", "actor DatabaseImpl: A {"] {
      #expect(problems(in: SourceFile("Sources/A/B.swift", line)).count == 1, "\(line)")
    }
    #expect(problems(in: SourceFile("Sources/A/StringHelper.swift", "")).count == 1)
    #expect(problems(in: SourceFile("Sources/A/B.swift", "struct ManagerOfAShop {}")).isEmpty)
  }
}
