import Foundation

/// A file of cases: one of ours, or one in the folder that `BOOKSTOCK_CASES` names.
struct CaseFile: Sendable {
  /// What the product can do with a file, told by the beginning of its name.
  enum Kind: Sendable {
    case codes
    case realtime
    case storage
    case unknown
  }

  let url: URL
  /// Whether it is one of ours.
  let isOwn: Bool
  var name: String { url.lastPathComponent }

  var kind: Kind {
    if name.hasPrefix("isbn") { return .codes }
    if name.hasPrefix("realtime-database") { return .realtime }
    if name.hasPrefix("cloud-storage") { return .storage }
    return .unknown
  }

  /// All case files, ours first.
  static let all: [CaseFile] = {
    var folders = [Bundle.module.bundleURL.appending(path: "Cases")]
    if let path = ProcessInfo.processInfo.environment["BOOKSTOCK_CASES"], !path.isEmpty {
      folders.append(URL(filePath: path, directoryHint: .isDirectory))
    }
    return folders.enumerated().flatMap { index, folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.filter { $0.hasSuffix(".json") }.sorted().map {
        CaseFile(url: folder.appending(path: $0), isOwn: index == 0)
      }
    }
  }()

  /// The file's outermost object.
  func object() throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    guard let object = value as? [String: Any] else { throw CaseError("\(name) is no object") }
    return object
  }

  /// The cases of the file exactly as they stand in it.
  func values() throws -> [CaseValue] {
    let file = try CaseFields(
      CaseParser.value(of: Array(Data(contentsOf: url))), "the file", known: ["about", "cases"])
    return try file.list("cases")
  }

  /// The cases of the file as Foundation reads them.
  func cases() throws -> [[String: Any]] {
    guard let cases = try object()["cases"] as? [[String: Any]] else {
      throw CaseError("\(name) has no list of cases")
    }
    return cases
  }
}

/// A case file that is not what its format says.
struct CaseError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
