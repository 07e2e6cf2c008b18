import Foundation
import Testing

@Suite struct CloudStorageConformanceTests {
  static let files = CaseFile.all.filter { $0.kind == .storage }

  /// The names with which tests begin, up to a colon: cases that are tests of their own bear
  /// theirs.
  static let names: Set<String> = {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    var names: Set<String> = []
    for case let file as URL in FileManager.default.enumerator(
      at: tests, includingPropertiesForKeys: nil) ?? FileManager.DirectoryEnumerator()
    where file.pathExtension == "swift" {
      guard let text = try? Data(contentsOf: file) else { continue }
      // By bytes: a regular expression over all tests would take minutes.
      var rest = text[...]
      while let start = rest.range(of: Data("func `".utf8)) {
        rest = rest[start.upperBound...]
        let name = rest.prefix { $0 == UInt8(ascii: "_") || isLetterOrDigit($0) }
        if rest.dropFirst(name.count).first == UInt8(ascii: ":") {
          names.insert(String(decoding: name, as: UTF8.self))
        }
      }
    }
    return names
  }()

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  @Test(arguments: files.indices)
  func `every case of a storage file holds`(_ index: Int) throws {
    let file = Self.files[index]
    var seen: Set<String> = []
    var passed: [CloudStorageCase.Area: Int] = [:]
    var (elsewhere, pending) = (0, 0)
    for object in try file.values() {
      let name = "\(file.name) \(object["name"]?.text ?? "(a case without a name)")"
      guard seen.insert(name).inserted else {
        fail("\(name): the second case of this name")
        continue
      }
      do {
        let item = try CloudStorageCase(object)
        switch item.outcome(Self.names) {
        case .passed: passed[item.area, default: 0] += 1
        case .elsewhere: elsewhere += 1
        case .failed(let reason): fail("\(name): \(reason)")
        case .pending(let reason):
          pending += 1
          print("PENDING \(name): \(reason)")
        }
      } catch {
        fail("\(name): \(error)")
      }
    }
    print(
      "\(file.name): \(passed.values.reduce(0, +)) cases hold, \(elsewhere) are tests of their "
        + "own, \(pending) pending")
    if file.isOwn {
      #expect(passed[.url] == 20)
      #expect(passed[.path] == 8)
      // Every other case of ours is the name of a test.
      #expect(pending == 0)
    }
  }

  @Test func `our own file of storage cases is there`() throws {
    let own = try #require(Self.files.first)
    #expect(own.isOwn)
    #expect(try own.values().count == 115)
  }

  @Test func `a case that does not hold, or is not of the form, says so`() throws {
    func outcome(_ text: String) throws -> CloudStorageCase.Outcome {
      try CloudStorageCase(CaseParser.value(of: Array(text.utf8))).outcome([])
    }
    let wrong = """
      {"name": "x", "area": "url", "source": "", "given": {"storageBucket": ""},
       "do": {"reference_forURL": "gs://b/x"}, "expect": {"bucket": "b", "object": "y"}}
      """
    #expect(try outcome(wrong) == .failed(#"object: expected "y", got "x""#))
    let other = wrong.replacing("gs://b/x", with: "nothing")
    #expect(try outcome(other) != .passed)
    #expect(throws: CaseError.self) { try outcome(wrong.replacing("\"url\"", with: "\"uri\"")) }
    #expect(throws: CaseError.self) { try outcome(wrong.replacing("source", with: "sauce")) }
    let strange = wrong.replacing("storageBucket", with: "bucket")
    #expect(try outcome(strange) != .passed)
  }
}
