import Foundation
import JSONTree
import TestSupport
import Testing
import TreeStore

@testable import RealtimeDatabase

/// What is too large to be held is refused with a clear error, also when it grows while observed.
@Suite struct SizeLimitTests {
  private static func desk(snapshotBytes: Int) throws -> Desk {
    var configuration = Database.Configuration()
    configuration.snapshotBytes = snapshotBytes
    return try Desk(configuration)
  }

  private static let text = String(repeating: "x", count: 100)

  /// Observes values into a recorder: `value n` with the number of children, `tooLarge` at the end.
  private static func observe(_ query: DatabaseQuery, into seen: Recorder<String>) {
    query.observe(
      .value, with: { seen.note("value \($0.childrenCount)") },
      withCancel: { error in
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? DatabaseError
        seen.note("\(underlying?.code.rawValue ?? "?")")
      })
  }

  @Test func `an observer of too much is refused, and the others go on`() async throws {
    let desk = try Self.desk(snapshotBytes: 1_000)
    let place = desk.database.reference(withPath: "list")
    for index in 0..<20 { try await place.child("k\(index)").setValue(Self.text) }
    let (whole, one) = (Recorder<String>(), Recorder<String>())
    Self.observe(place, into: whole)
    Self.observe(place.queryOrderedByKey().queryStarting(atValue: "k1"), into: whole)
    Self.observe(place.queryLimited(toLast: 15), into: whole)
    Self.observe(place.queryLimited(toLast: 2), into: one)
    #expect(try await whole.first(3) == ["tooLarge", "tooLarge", "tooLarge"])
    try await place.child("k9").setValue("short")
    #expect(one.all == ["value 2", "value 2"])
    await #expect(throws: DatabaseError.self) {
      for try await _ in place.values() {}
    }
    await desk.database.close()
    #expect(whole.all.count == 3)
  }

  @Test(arguments: ["whole", "range", "limit"])
  func `an observer of what grows too large is told so once, and removed`(
    kind: String
  ) async throws {
    let desk = try Self.desk(snapshotBytes: 1_000)
    let place = desk.database.reference(withPath: "list")
    let query =
      switch kind {
      case "whole": place
      case "range": place.queryOrderedByKey().queryStarting(atValue: "a")
      default: place.queryOrderedByKey().queryLimited(toFirst: 100)
      }
    let (grown, small) = (Recorder<String>(), Recorder<String>())
    Self.observe(query, into: grown)
    Self.observe(place.child("k0"), into: small)
    var count = 0
    while grown.all.last != "tooLarge" {
      try #require(count < 20, "\(grown.all)")
      try await place.child("k\(count)").setValue(Self.text)
      count += 1
    }
    // Held as long as it was within the limit, and what is written goes on being written.
    #expect(grown.all == (0..<count).map { "value \($0)" } + ["tooLarge"])
    #expect(count > 5 && count <= 10)
    try await place.child("k0").removeValue()
    #expect(try await desk.node("/list").children.count == count - 1)
    #expect(small.all == ["value 0", "value 0", "value 0"])
    #expect(grown.all.last == "tooLarge" && grown.all.count == count + 1)
    await desk.database.close()
  }

  @Test(arguments: ["whole", "limit"])
  func `one child that grows where it stands counts too`(kind: String) async throws {
    let desk = try Self.desk(snapshotBytes: 1_000)
    let place = desk.database.reference(withPath: "list")
    try await place.child("a").setValue("short")
    let seen = Recorder<String>()
    Self.observe(
      kind == "whole" ? place : place.queryOrderedByKey().queryLimited(toFirst: 3), into: seen)
    try await place.child("a").setValue(Self.text)
    // Shrinking gives room again.
    for length in [900, 10, 900, 2_000] {
      try await place.child("a").setValue(String(repeating: "y", count: length))
    }
    #expect(seen.all == Array(repeating: "value 1", count: 5) + ["tooLarge"])
    await desk.database.close()
  }

  @Test(.enabled(if: Thorough.isOn))
  func `a read of more than a snapshot may hold is refused`() async throws {
    let desk = try Desk()
    let text = String(repeating: "x", count: 8 << 20)
    let count = StoreLimits.snapshotBytes / text.utf8.count + 1
    for index in 0..<count {
      try await desk.database.commit(
        try .put(Path([Key("big"), Key("k\(index)")]), .leaf(.string(text))))
    }
    let error = await #expect(throws: DatabaseError.self) {
      try await desk.database.read { try $0.node(at: "/big") }
    }
    #expect(error?.code == .tooLarge)
    let seen = Recorder<String>()
    Self.observe(desk.database.reference(withPath: "big"), into: seen)
    #expect(try await seen.first(1) == ["tooLarge"])
    // What stands inside can be read all the same.
    #expect(try await desk.node("/big/k0").string?.utf8.count == text.utf8.count)
    await desk.database.close()
  }
}
