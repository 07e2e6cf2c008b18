import Testing

/// Nobody looks into a room that the plan does not open to it: the compiler lets transitive imports
/// pass, this does not.
@Suite struct ImportTests {
  /// What the toolchain brings, for any room.
  private let everywhere: Set<String> = ["Swift", "Glibc", "Dispatch", "Synchronization"]
  private let foundation: Set<String> = ["Foundation", "FoundationNetworking"]

  private func mayUseFoundation(_ file: SourceFile) -> Bool {
    if file.isTest { return true }
    // The Firebase-named API speaks Foundation's types; what lies behind the database's does not.
    // Storage and what comes over the network deals in `URL`, `Data` and `Date` throughout.
    let folders = [
      "RealtimeDatabase/API", "RealtimeDatabase/Bridging", "ObjectStorage", "HTTPTransport",
      "OpenLibrary", "ImageLoading", "InventoryStore", "Covers", "bookstock", "bookstock-bench",
    ]
    return folders.contains { file.path.hasPrefix("Sources/\($0)/") }
  }

  private func problems(in files: [SourceFile], _ plan: PackagePlan) -> [Problem] {
    files.flatMap { file in
      guard let room = file.room else { return [Problem]() }
      guard let target = plan.target(room) else {
        return [Problem(file.path, "belongs to no target of Package.swift")]
      }
      return file.code.enumerated().compactMap { number, line in
        guard let module = imported(by: line), !everywhere.contains(module) else { return nil }
        if foundation.contains(module) {
          let sentence = "Foundation is not for this room"
          return mayUseFoundation(file) ? nil : Problem(file, line: number, sentence)
        }
        if module == "Testing", file.isTest { return nil }
        if target.below.contains(module) { return nil }
        return Problem(file, line: number, "\(room) may not look into \(module)")
      }
    }
  }

  private func imported(by line: String) -> String? {
    guard line.holds("import ") else { return nil }
    let form =
      #/
        ^\s* (?: @\w+ (?: \([^)]*\) )? \s+ )*
        (?: (?:public|package|internal|fileprivate|private) \s+ )? import \s+
        (?: (?:struct|class|enum|func|protocol|typealias|let|var) \s+ )? (\w+)
      /#
    return line.firstMatch(of: form).map { String($0.output.1) }
  }

  @Test func `every import is in the plan`() throws {
    let found = problems(in: Project.swiftFiles, try Project.plan())
    #expect(found.isEmpty, "\(listed(found))")
  }

  @Test func `looking into a room that is not below is found`() throws {
    let plan = try Project.plan()
    let bad = [
      "import CSQLite", "public import TreeStore", "@testable import bookstock",
      "@preconcurrency package import CNcurses", "import struct Inventory.ISBN",
      "import Foundation",
    ]
    for line in bad {
      let file = SourceFile("Sources/JSONTree/Key.swift", line)
      #expect(problems(in: [file], plan).count == 1, "\(line)")
    }
    let good = SourceFile(
      "Sources/TreeStore/Good.swift",
      "import CSQLite\n@preconcurrency import Dispatch\n// import TextUI\nlet a = \"import TextUI\""
    )
    #expect(problems(in: [good], plan).isEmpty)
    #expect(problems(in: [SourceFile("Sources/Nowhere/A.swift", "")], plan).count == 1)
  }

  @Test func `the plan is read whole`() throws {
    let plan = try Project.plan()
    #expect(plan.target("CSQLite")?.kind == .system)
    #expect(plan.target("JSONTree")?.below == [])
    #expect(plan.target("TreeStore")?.below == ["JSONTree", "Platform", "CSQLite"])
    #expect(plan.target("bookstock")?.kind == .program)
    #expect(plan.target("TidyTests")?.below == ["TestSupport"])
    #expect(plan.target("TestSupport")?.below.contains("Platform") == true)
    #expect(
      plan.target("TreePeer")?.below == ["RealtimeDatabase", "JSONTree", "Platform", "TestSupport"])
    for room in try Project.names(in: "Sources") {
      #expect(plan.target(room) != nil, "\(room) is in Sources and not in Package.swift")
    }
    for target in plan.targets {
      let folder = target.kind == .tests ? "Tests/" : "Sources/"
      #expect(Project.exists(folder + target.name), "\(target.name) has no folder")
    }
  }
}
