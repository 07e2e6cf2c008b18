import TestSupport
import Testing

/// The runner can fail: whatever is changed in an expectation, it notices.
@Suite struct MutationTests {
  /// A case, and the same with one expectation made wrong.
  private struct Wrong: Sendable {
    let name: String
    let object: CaseValue
    let mutation: CaseMutations.Mutation
  }

  private func all() throws -> [Wrong] {
    let own = try #require(RealtimeConformanceTests.files.first)
    return try own.values().flatMap { object in
      let item = try RealtimeCase(object)
      return CaseMutations.all(of: object, item.kind).map {
        Wrong(name: item.name, object: object, mutation: $0)
      }
    }
  }

  @Test func `every expectation made wrong is caught`() async throws {
    var generator = SeededGenerator()
    let all = try all()
    let some = Thorough.isOn ? all : Array(all.shuffled(using: &generator).prefix(100))
    var outcomes: [String: RealtimeCase.Outcome] = [:]
    var (tried, caught) = (0, 0)
    for wrong in some {
      if outcomes[wrong.name] == nil {
        outcomes[wrong.name] = await Self.outcome(of: wrong.object)
      }
      // What waits for something is not run, so nothing in it can be caught.
      guard outcomes[wrong.name] == .passed else { continue }
      tried += 1
      if case .failed = await Self.outcome(of: wrong.mutation.object) {
        caught += 1
      } else {
        fail("not caught: \(wrong.name), \(wrong.mutation.what)")
      }
    }
    print("expectations made wrong: \(tried) of \(all.count) tried, \(caught) caught")
    #expect(caught == tried)
  }

  /// How a case ends; one that cannot be read has failed.
  private static func outcome(of object: CaseValue) async -> RealtimeCase.Outcome {
    do {
      return try await RealtimeCase(object).outcome(with: [.database])
    } catch {
      return .failed("\(error)")
    }
  }

  @Test func `a change is another value`() {
    let value = try? CaseParser.value(
      of: Array(#"{"a":[1,null,"x"],"b":{".value":1,".priority":2},"c":true,"d":1.5}"#.utf8))
    let alterations = value?.alterations ?? []
    #expect(alterations.count > 20)
    #expect(alterations.allSatisfy { $0 != value })
  }
}
