import Foundation

/// The project's folder, as it lies on the disk.
enum Project {
  /// The folder that holds `Package.swift` and `Sources`.
  static let root: URL = {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/", !exists("Package.swift", in: folder) || !exists("Sources", in: folder)
    {
      folder.deleteLastPathComponent()
    }
    return folder
  }()

  static func exists(_ path: String, in folder: URL = root) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
  }

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  static func names(in path: String) throws -> [String] {
    try FileManager.default
      .contentsOfDirectory(atPath: root.appendingPathComponent(path).path).sorted()
  }

  /// The text files below `Sources` and `Tests`, and `Package.swift`.
  static let files: [SourceFile] = {
    let kinds = [".swift", ".h", ".c", ".modulemap"]
    let found = ["Sources", "Tests"].flatMap { folder in
      let below = root.appendingPathComponent(folder).path
      return (FileManager.default.enumerator(atPath: below)?.compactMap { $0 as? String } ?? [])
        .map { folder + "/" + $0 }
    }
    return (found.sorted() + ["Package.swift"]).filter { path in
      kinds.contains { path.hasSuffix($0) }
    }
    .compactMap { path in (try? text(of: path)).map { SourceFile(path, $0) } }
  }()

  static var swiftFiles: [SourceFile] { files.filter(\.isSwift) }

  /// The targets as `Package.swift` writes them.
  static func plan() throws -> PackagePlan { PackagePlan(try text(of: "Package.swift")) }
}
