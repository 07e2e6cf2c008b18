import ObjectStorage

/// One case of a file of the object storage.
struct CloudStorageCase {
  /// How a case ended.
  enum Outcome: Equatable {
    case passed
    /// It is a test of its own, which bears its name.
    case elsewhere
    case pending(String)
    case failed(String)
  }

  /// What a case is about, by the names of the file's format.
  enum Area: String, CaseIterable {
    case url, path, escape
    case task, observer, transfer, retry, integrity, metadata, list, errors, downloadURL
    case `protocol`, image
  }

  let name: String
  let area: Area
  private let given: CaseValue
  private let act: CaseValue
  private let expected: CaseValue

  /// Reads a case; an area or field that is not known throws, so that nothing is skipped unseen.
  init(_ object: CaseValue) throws {
    let known: Set = ["name", "area", "given", "do", "expect", "source", "note"]
    let fields = try CaseFields(object, "the case", known: known)
    name = try fields.text("name")
    guard let area = Area(rawValue: try fields.text("area")) else {
      throw CaseError("an unknown area, \(try fields.text("area"))")
    }
    self.area = area
    given = try fields.value("given")
    act = try fields.value("do")
    expected = try fields.value("expect")
  }

  /// Whether the product does what the case says; `names` are those of tests that bear a case's.
  func outcome(_ names: Set<String>) -> Outcome {
    if names.contains(name) { return .elsewhere }
    do {
      switch area {
      case .url: try runAddress()
      case .path: try runPath()
      case .escape: try runEscaping { $0.escaped }
      case .task, .observer, .transfer, .retry, .integrity, .metadata, .list, .errors,
        .downloadURL, .protocol, .image:
        throw PendingCase("a case about \(area.rawValue) needs a test of its own")
      }
      return .passed
    } catch let pending as PendingCase {
      return .pending(pending.reason)
    } catch {
      return .failed("\(error)")
    }
  }
}

// MARK: - Addresses and paths

extension CloudStorageCase {
  /// A storage that is never opened; an empty name takes addresses of any bucket.
  private func storage(_ bucket: String) -> Storage {
    Storage(at: StorageAddress(.folder("/nowhere"), bucket: bucket))
  }

  private func runAddress() throws {
    let storage = storage(
      try CaseFields(given, "given", known: ["storageBucket"])
        .text("storageBucket"))
    let words = ["reference_forURL", "reference_forURL_throwing"]
    let act = try CaseFields(act, "do", known: Set(words))
    guard let word = words.first(where: { act[$0] != nil }) else { throw CaseError("do: nothing") }
    let expected = try CaseFields(
      expected, "expect", known: ["bucket", "object", "error", "code", "message", "note"])
    let found: StorageReference
    do {
      found = try storage.reference(forAddress: try act.text(word))
    } catch let error as StorageError {
      return try check(error, expected)
    }
    try expect("bucket", .text(found.bucket), is: try expected.value("bucket"))
    let object = found.fullPath.isEmpty ? CaseValue.null : .text(found.fullPath)
    try expect("object", object, is: try expected.value("object"))
  }

  private func check(_ error: StorageError, _ expected: CaseFields) throws {
    try expect("error", .text("\(error.code)"), is: try expected.value("error"))
    try expect("code", .integer(Int64(error.errorCode)), is: try expected.value("code"))
    if let message = expected["message"] {
      try expect("message", .text("\(error)"), is: message)
    }
  }

  private func runPath() throws {
    let text = try CaseFields(given, "given", known: ["ref"]).text("ref")
    let start = try storage("").reference(forAddress: text)
    let known: Set = ["child", "parent", "root", "read", "compare_children"]
    let act = try CaseFields(act, "do", known: known)
    var found = start
    for child in try act.optional("child", { $0.texts }) ?? [] { found = found.child(child) }
    for _ in 0..<(try act.optional("parent", { $0.integer }) ?? 0) {
      guard let parent = found.parent() else { throw CaseError("no parent of \(found)") }
      found = parent
    }
    if try act.optional("root", { $0.bool }) == true { found = found.root() }
    if let names = try act.optional("compare_children", { $0.texts }) {
      return try compare(names.map { start.child($0) })
    }
    for member in expected.members ?? [] {
      try expect(member.name, try property(member.name, of: found), is: member.value)
    }
  }

  private func compare(_ children: [StorageReference]) throws {
    guard children.count == 2 else { throw CaseError("compare_children: not two") }
    let expected = try CaseFields(expected, "expect", known: ["equal", "sameObject"])
    try expect("equal", .bool(children[0] == children[1]), is: try expected.value("equal"))
    let isSame = children[0] === children[1]
    try expect("sameObject", .bool(isSame), is: try expected.value("sameObject"))
  }

  private func property(_ name: String, of reference: StorageReference) throws -> CaseValue {
    switch name {
    case "description": .text(reference.description)
    case "name": .text(reference.name)
    case "fullPath": .text(reference.fullPath)
    case "bucket": .text(reference.bucket)
    default: throw CaseError("expect: unknown \(name)")
    }
  }

  /// Checks the paths of requests, made with a way to escape one name.
  func runEscaping(_ escaped: (ObjectPath) -> String) throws {
    let given = try CaseFields(given, "given", known: ["bucket", "object", "ref"])
    let act = try CaseFields(act, "do", known: ["requestPath", "requestPaths", "list"])
    if act["list"] != nil { throw PendingCase("a case about a query needs a test of its own") }
    let expected = try CaseFields(
      expected, "expect", known: ["path", "paths", "distinctObjects"])
    if let texts = try act.optional("requestPaths", { $0.texts }) {
      let paths = texts.map { escaped(ObjectPath(Self.spelled($0))) }
      try expect("paths", .list(paths.map { .text($0) }), is: try expected.value("paths"))
      let areDistinct = Set(paths).count == paths.count
      return try expect(
        "distinctObjects", .bool(areDistinct), is: try expected.value("distinctObjects"))
    }
    let bucket = escaped(ObjectPath(try given.text("bucket")))
    let path = "/v0/b/\(bucket)/o/\(escaped(ObjectPath(try given.text("object"))))"
    try expect("path", .text(path), is: try expected.value("path"))
  }

  /// A text in which scalars are spelled out: `é (U+00E9)` is é, `e+U+0301` is e and that scalar.
  private static func spelled(_ text: String) -> String {
    var text = text
    while let mark = text.firstRange(of: /\ \(U\+[0-9A-F]{4}\)/) { text.removeSubrange(mark) }
    while let match = text.firstMatch(of: /\+U\+([0-9A-F]{4})/) {
      let scalar = UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init)
      text.replaceSubrange(match.range, with: scalar.map { String($0) } ?? "")
    }
    return text
  }
}
