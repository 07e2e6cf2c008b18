import Testing

@Suite struct RealtimeConformanceTests {
  static let files = CaseFile.all.filter { $0.kind == .realtime }

  @Test(arguments: files.indices)
  func `every case of a database file holds`(_ index: Int) async {
    let file = Self.files[index]
    var names: Set<[UInt8]> = []
    var tally = CaseTally()
    for object in values(of: file) {
      let name = "\(file.name) \(object["name"]?.text ?? "(a case without a name)")"
      guard names.insert(Array(name.utf8)).inserted else {
        tally.countUnreadable(name, CaseError("the second case of this name"))
        continue
      }
      do {
        let item = try RealtimeCase(object)
        tally.count(item, await item.outcome(), name)
      } catch {
        tally.countUnreadable(name, error)
      }
    }
    print("\(file.name): \(tally)")
    if file.isOwn {
      #expect(tally.passed == 241)
      #expect(tally.pending == ["rest": 38, "sse": 7, "rules": 24, "script": 31])
    }
  }

  /// The cases of a file; none of one that cannot be read, which fails.
  private func values(of file: CaseFile) -> [CaseValue] {
    do {
      return try file.values()
    } catch {
      fail("\(file.name): \(error)")
      return []
    }
  }

  @Test func `our own file of cases is there`() throws {
    let own = try #require(Self.files.first)
    #expect(own.isOwn)
    #expect(try own.values().count == 341)
  }
}

/// How many cases held, and how many wait for what.
struct CaseTally: CustomStringConvertible {
  private(set) var passed = 0
  private(set) var failed = 0
  private(set) var pending: [String: Int] = [:]

  /// Counts a case, and says aloud what did not hold.
  mutating func count(_ item: RealtimeCase, _ outcome: RealtimeCase.Outcome, _ name: String) {
    switch outcome {
    case .passed: passed += 1
    case .pending(let reason):
      print("PENDING \(name): \(reason)")
      pending[item.kind.rawValue, default: 0] += 1
    case .failed(let reason):
      failed += 1
      fail("\(name): \(reason)")
    }
  }

  /// Counts a case that is not what its format says.
  mutating func countUnreadable(_ name: String, _ error: any Error) {
    failed += 1
    fail("\(name): \(error)")
  }

  var description: String {
    let waiting = pending.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "\(passed) cases hold, \(failed) fail, "
      + "\(pending.values.reduce(0, +)) pending (\(waiting.joined(separator: ", ")))"
  }
}
