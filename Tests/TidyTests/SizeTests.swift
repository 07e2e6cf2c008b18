import Testing

/// Files, functions and lines stay small enough to be read at a sitting.
@Suite struct SizeTests {
  private let mostLines = 400
  private let mostFunctionLines = 60
  private let mostColumns = 100

  private func lengthProblems(in file: SourceFile) -> [Problem] {
    guard !file.isGenerated, file.lines.count > mostLines else { return [] }
    return [Problem(file.path, "\(file.lines.count) lines, more than \(mostLines)")]
  }

  private func columnProblems(in file: SourceFile) -> [Problem] {
    guard !file.isGenerated else { return [] }
    return file.lines.enumerated().compactMap { number, line in
      // Bytes are never fewer than columns, and quickly counted.
      guard line.utf8.count > mostColumns, line.count > mostColumns else { return nil }
      return Problem(file, line: number, "\(line.count) columns, more than \(mostColumns)")
    }
  }

  private func functionProblems(in file: SourceFile) -> [Problem] {
    guard !file.isGenerated, file.isSwift else { return [] }
    return FunctionSpan.all(in: file).compactMap { span in
      guard span.lineCount > mostFunctionLines else { return nil }
      let sentence = "a function of \(span.lineCount) lines, more than \(mostFunctionLines)"
      return Problem(file, line: span.first, sentence)
    }
  }

  @Test func `no file is over its length`() {
    let found = Project.files.flatMap(lengthProblems)
    #expect(found.isEmpty, "\(listed(found))")
  }

  @Test func `no line is over its columns`() {
    let found = Project.files.flatMap(columnProblems)
    #expect(found.isEmpty, "\(listed(found))")
  }

  @Test func `no function is over its length`() {
    let found = Project.files.flatMap(functionProblems)
    #expect(found.isEmpty, "\(listed(found))")
  }

  @Test func `what is too long is found`() {
    let text = String(repeating: "\n", count: 401)
    #expect(lengthProblems(in: SourceFile("Sources/A/B.swift", text)).count == 1)
    #expect(lengthProblems(in: SourceFile("Sources/A/Generated/B.swift", text)).isEmpty)
    let wide = String(repeating: "紅", count: 100) + "\n" + String(repeating: "a", count: 101)
    let found = columnProblems(in: SourceFile("Sources/A/B.swift", wide))
    #expect(found.map(\.place) == ["Sources/A/B.swift:2"])
  }

  @Test(arguments: [
    "func a() {", "init?(_ a: Int) {", "subscript(a: Int) -> Int {", "deinit {",
    "func a(\n  _ b: (Int) -> Void = { _ in }\n) throws\n  -> Int where A: B {",
    "var a: Int {", "@Test func `a long { one`() async throws {",
  ])
  func `a function too long is found`(head: String) {
    let body = String(repeating: "  let text = \"}\"  // }\n", count: 60)
    let file = SourceFile("Sources/A/B.swift", "struct A {\n\(head)\n\(body)}\n}")
    #expect(functionProblems(in: file).count == 1)
    let short = SourceFile("Sources/A/B.swift", "struct A {\n\(head)\n}\n\(body)}")
    #expect(functionProblems(in: short).isEmpty)
  }

  @Test func `a requirement without a body is no function`() {
    let body = String(repeating: "  func a() -> Int\n  var b: Int { get }\n", count: 60)
    #expect(functionProblems(in: SourceFile("Sources/A/B.swift", "protocol A {\n\(body)}")).isEmpty)
  }
}
