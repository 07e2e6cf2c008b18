import Testing

/// The top level holds what it must; every room is tested.
@Suite struct LayoutTests {
  private let topLevel: Set<String> = [
    "Package.swift", "README.md", "Sources", "Tests", "assets", ".ci", ".gitignore",
    ".editorconfig",
    ".swift-format", ".gitattributes", "Package.resolved",
  ]

  /// Rooms that have no test target of their own name, and where they are tested.
  private let testedElsewhere = [
    "TextUICurses": "EndToEndTests", "bookstock": "EndToEndTests",
  ]

  private func strangers(among names: [String], ignored: [String]) -> [Problem] {
    names.filter { !topLevel.contains($0) && $0 != ".git" && !ignored.contains($0) }
      .map { Problem($0, "does not belong on the top level") }
  }

  @Test func `the top level holds only what it must`() throws {
    let ignored = try Project.text(of: ".gitignore").split(separator: "\n")
      .map { $0.hasSuffix("/") ? String($0.dropLast()) : String($0) }
    let found = strangers(among: try Project.names(in: "."), ignored: ignored)
    #expect(found.isEmpty, "\(listed(found))")
    #expect(strangers(among: ["notes.txt", ".git", ".build"], ignored: [".build"]).count == 1)
  }

  @Test func `every room has tests`() throws {
    let plan = try Project.plan()
    for target in plan.targets where target.kind == .room || target.name == "bookstock" {
      let tests = testedElsewhere[target.name] ?? target.name + "Tests"
      let isTested = Project.swiftFiles.contains { file in
        file.path.hasPrefix("Tests/\(tests)/") && file.code.contains { $0.contains("@Test") }
      }
      #expect(plan.target(tests) != nil && isTested, "\(target.name) has no tests in \(tests)")
    }
  }

  @Test func `no test target is empty`() throws {
    for target in try Project.plan().targets where target.name.hasSuffix("Tests") {
      let isFilled = Project.swiftFiles.contains { file in
        file.path.hasPrefix("Tests/\(target.name)/") && file.code.contains { $0.contains("@Test") }
      }
      #expect(isFilled, "\(target.name) tests nothing")
    }
  }
}
