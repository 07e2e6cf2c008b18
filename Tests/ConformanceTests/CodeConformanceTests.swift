import Inventory
import Testing

@Suite struct CodeConformanceTests {
  static let files = CaseFile.all.filter { $0.kind == .codes }

  @Test(arguments: files.map(\.name).indices)
  func `every case of a file of codes holds`(_ index: Int) throws {
    let file = Self.files[index]
    for object in try file.cases() {
      do {
        let item = try CodeCase(object, in: file.name)
        let outcome = item.outcome
        if outcome != item.expected {
          fail("\(file.name) \(item.id): expected \(item.expected), got \(outcome)")
        }
      } catch {
        fail("\(error)")
      }
    }
  }

  @Test(arguments: files.map(\.name).indices)
  func `every word that a file of codes names is the product's`(_ index: Int) throws {
    let file = try Self.files[index].object()
    for word in file["reasons"] as? [String] ?? [] where CodeReason(rawValue: word) == nil {
      fail("\(Self.files[index].name): unknown reason \(word)")
    }
    for word in file["warns"] as? [String] ?? [] where CodeWarning(rawValue: word) == nil {
      fail("\(Self.files[index].name): unknown warning \(word)")
    }
    let unknown = Set(file.keys).subtracting(["about", "reasons", "warns", "cases"])
    if !unknown.isEmpty { fail("\(Self.files[index].name): unknown \(unknown.sorted())") }
  }

  @Test func `our own file of codes is there`() throws {
    let own = try #require(Self.files.first)
    #expect(try own.cases().count == 76)
  }
}

/// Records one failed case on a line of its own; the run goes on.
func fail(_ line: String) {
  print("FAILED \(line)")
  Issue.record(Comment(rawValue: line))
}
