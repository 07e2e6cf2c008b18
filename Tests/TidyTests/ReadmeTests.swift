import Testing

/// The map shows the house as it is.
@Suite struct ReadmeTests {
  /// Repository paths in links and in code spans; `Room/File.swift` is one below `Sources`.
  private func paths(in readme: String) -> [String] {
    var isFenced = false
    var found: [String] = []
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isFenced.toggle() }
      if isFenced { continue }
      found += line.matches(of: /\]\(([^)#\s]+)[^)]*\)/).map { String($0.output.1) }
        .filter { !$0.contains("://") && !$0.hasPrefix("mailto:") }
      found += line.matches(of: /`([\w.+\-]+(?:\/[\w.+\-]+)+\/?)`/).map { String($0.output.1) }
        .filter(isPath)
    }
    return found
  }

  /// Told from other things with slashes, such as `application/json`, by its first part.
  private func isPath(_ text: String) -> Bool {
    let first = String(text.prefix { $0 != "/" })
    return ["Sources", "Tests", "assets", ".ci"].contains(first)
      || Project.exists("Sources/" + first) || Project.exists("Tests/" + first)
  }

  private func missing(in readme: String) -> [Problem] {
    paths(in: readme).filter { path in
      !["", "Sources/", "Tests/"].contains { Project.exists($0 + path) }
    }
    .map { Problem("README.md", "\($0) does not exist") }
  }

  /// What modules link with: the system libraries in use.
  private func linkedLibraries() -> [String] {
    Project.files.filter { $0.path.hasSuffix(".modulemap") }.flatMap { file in
      file.lines.compactMap { line in
        line.firstMatch(of: /^\s*link\s+"([^"]+)"/).map { String($0.output.1) }
      }
    }
  }

  @Test func `every room is on the map`() throws {
    let readme = try Project.text(of: "README.md")
    for room in try Project.names(in: "Sources") {
      #expect(readme.contains("`\(room)`"), "README.md does not name `\(room)`")
    }
  }

  @Test func `every system library is named`() throws {
    let readme = try Project.text(of: "README.md")
    let libraries = linkedLibraries()
    #expect(libraries.contains("sqlite3"))
    for library in libraries {
      #expect(readme.contains(library), "README.md does not name the library \(library)")
    }
    for package in try Project.text(of: ".ci/apt-packages").split(separator: "\n")
    where !package.hasPrefix("#") {
      #expect(readme.contains(package), "README.md does not name the package \(package)")
    }
  }

  @Test func `every path leads somewhere`() throws {
    let found = missing(in: try Project.text(of: "README.md"))
    #expect(found.isEmpty, "\(listed(found))")
  }

  @Test func `a path that leads nowhere is found`() {
    let readme = """
      See [the map](Sources/Nowhere/A.swift), `Sources/JSONTree`, `JSONTree/NoSuchFile.swift`,
      `application/json`, <https://example.org/Sources/x>, [a site](https://example.org/a.md).
      ```
      Sources/InAFence.swift
      ```
      """
    #expect(
      missing(in: readme).map(\.what) == [
        "Sources/Nowhere/A.swift does not exist", "JSONTree/NoSuchFile.swift does not exist",
      ])
  }
}
