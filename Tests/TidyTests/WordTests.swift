import Testing

/// What is never written here: escapes from the type system, and words of unfinished work.
@Suite struct WordTests {
  /// Where `@unchecked Sendable` stands, and why the compiler cannot see it; at most three.
  private let unchecked: [String: String] = [
    "Sources/RealtimeDatabase/API/DatabaseQuery.swift":
      "a class that a reference inherits from, as in Firebase; it has constants only",
    "Sources/RealtimeDatabase/API/DatabaseReference.swift":
      "inherits from the query; it has constants only",
    "Sources/TreeStore/Files/Door.swift":
      "a store is looked at from elsewhere only by who is inside its door",
  ]

  private struct Ban {
    let pattern: Regex<Substring>
    /// One of these is a part of every match, in small letters: looked for first, being quick.
    let signs: [String]
    let reason: String
    var isOverText = false
    var applies: @Sendable (SourceFile) -> Bool = { _ in true }

    func problems(in file: SourceFile) -> [Problem] {
      let lines = isOverText ? file.lines : file.code
      return lines.enumerated().compactMap { number, line in
        let small = line.lowercased()
        guard signs.contains(where: small.holds),
          let match = line.firstMatch(of: pattern.wordBoundaryKind(.simple))
        else { return nil }
        return Problem(file, line: number, "“\(match.output)”: \(reason)")
      }
    }
  }

  private static var codeBans: [Ban] {
    [
      Ban(pattern: /[\w)\]>][!](?!=)/, signs: ["!"], reason: "nothing is unwrapped by force"),
      Ban(
        pattern: /nonisolated\(unsafe\)/, signs: ["(unsafe)"], reason: "isolation is not escaped"),
      Ban(
        pattern: /fatalError\(\s*\)/, signs: ["fatalerror"],
        reason: "a trap says what was asked of its caller"),
      Ban(
        pattern: /\b(?:sleep|usleep|nanosleep|clock_nanosleep)\(/, signs: ["sleep("],
        reason: "tests wait for what they wait for",
        applies: { $0.isTest && $0.path != "Tests/TestSupport/Processes/Pause.swift" }),
    ]
  }

  // Words are put together from pieces, so that this file is not found itself.
  private static func textBans() throws -> [Ban] {
    let unfinished = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]
    let household = [
      "sub" + "agent", "issue " + "#", "work" + "tree", "language" + " model", "../sha" + "red",
      "the arch" + "itect",
    ]
    return [
      Ban(
        pattern: try Regex("\\b(?:" + unfinished.joined(separator: "|") + ")\\b"),
        signs: unfinished.map { $0.lowercased() }, reason: "what is not done is not hinted at",
        isOverText: true),
      Ban(
        pattern: try Regex("(?i)" + household.joined(separator: "|")), signs: household,
        reason: "the project speaks of itself alone", isOverText: true),
      Ban(
        pattern: /(?i)"[^"]*\bnot (?:yet )?implemented/, signs: ["implemented"],
        reason: "what is not built is not shown", isOverText: true, applies: \.isSource),
      Ban(
        pattern: /\/(?:work|tmp)\//, signs: ["/work/", "/tmp/"],
        reason: "no place of one machine is written down", isOverText: true, applies: \.isSource),
    ]
  }

  private func problems(in files: [SourceFile]) throws -> [Problem] {
    let (overCode, overText) = (Self.codeBans, try Self.textBans())
    return files.flatMap { file in
      let bans = (file.isSwift ? overCode : []) + overText
      return bans.filter { $0.applies(file) }.flatMap { $0.problems(in: file) } + unlisted(in: file)
    }
  }

  private func unlisted(in file: SourceFile) -> [Problem] {
    return file.code.enumerated().compactMap { number, line in
      line.holds("@unchecked") && unchecked[file.path] == nil
        ? Problem(file, line: number, "@unchecked outside the list of this test") : nil
    }
  }

  @Test func `nothing banned is written`() throws {
    let found = try problems(in: Project.files)
    #expect(found.isEmpty, "\(listed(found))")
  }

  @Test func `the list of unchecked places is short`() {
    #expect(unchecked.count <= 3)
  }

  @Test(arguments: [
    "let a = try! b()", "let a = b as! C", "let a = b[0]!", "var a: Int!", "a().b!.c",
    "final class A: @unchecked Sendable {}", "nonisolated(unsafe) var a = 1",
    "fatalError()", "fatalError(\"not implemented\")", "// TO" + "DO: later",
    "let a = \"FIX" + "ME\"", "/* XX" + "X */",
    "/// As is" + "sue #2 says.", "// a sub" + "agent wrote this", "let a = \"/tmp/a\"",
    "// see /work/main",
  ])
  func `a banned line is found`(line: String) throws {
    #expect(try problems(in: [SourceFile("Sources/A/B.swift", line)]).count == 1)
  }

  @Test(arguments: [
    "usleep(1)", "try await Task.sleep(for: .seconds(1))", "Glibc.nanosleep(&a, nil)",
  ])
  func `a pause in a test is found`(line: String) throws {
    #expect(try problems(in: [SourceFile("Tests/ATests/B.swift", line)]).count == 1)
  }

  @Test(arguments: [
    "if !a, b != c, !d.e {}", "let a = \"b!\"  // c!", "#if !DEBUG", "a!=b",
    "let t = \"XX" + "XXXX\"",
    "@Test func `hello!`() {}", "return !list.contains { !$0 }",
  ])
  func `an innocent line is not found`(line: String) throws {
    let found = try problems(in: [SourceFile("Sources/A/B.swift", line)])
    #expect(found.isEmpty, "\(listed(found))")
  }
}
