import Foundation
import Glibc
import JSONTree
import Platform
import TestSupport
import Testing

@testable import TreeStore

/// What a repair refuses, in the names that the caller gave, and that nothing is left of it.
@Suite struct RepairRefusalTests {
  private func refusal(
    _ place: TemporaryPlace, _ folder: String = "tree"
  ) throws -> StoreError {
    let error = #expect(throws: StoreError.self) {
      try TreeStore.repair(
        place.path(folder), into: place.path("repaired"), options: options())
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
    #expect(!names.contains { $0.hasPrefix("repaired") }, "\(names)")
    let found = try #require(error)
    #expect(!found.description.contains(".part"), "\(found)")
    return found
  }

  @Test func `what is no tree is refused, and nothing is left behind`() throws {
    let place = try TemporaryPlace()
    for text in ["no tree ", "\0", "\u{2}\0\0\0\0"] {
      for count in [0, 1, 100, 20_000] {
        try place.write(String(repeating: text, count: count), to: "tree/tree.db")
        let error = try refusal(place)
        #expect(error.code == .notADatabase, "\(text) \(count): \(error)")
        #expect(error.place == place.path("tree/tree.db"))
      }
    }
  }

  @Test func `another program's database is refused`() throws {
    let place = try TemporaryPlace()
    try place.write("", to: "tree/.keep")
    let other = try Connection(
      opening: place.path("tree/tree.db"), access: .readWriteCreate)
    try other.execute(
      """
      CREATE TABLE record (path BLOB PRIMARY KEY, other BLOB) WITHOUT ROWID;
      INSERT INTO record VALUES (x'01', x'02');
      """)
    other.close()
    let error = try refusal(place)
    #expect(error.code == .notADatabase && error.reason.contains("another program"), "\(error)")
  }

  @Test func `a later format is refused, and is no damage`() throws {
    let place = try TemporaryPlace()
    try TreeStore(at: place.path("tree"), options: options()).close()
    let connection = try Connection(opening: place.path("tree/tree.db"), access: .readWrite)
    try connection.execute("PRAGMA user_version = \(Schema.formatVersion + 1)")
    _ = try connection.checkpoint(truncating: true)
    connection.close()
    #expect(try refusal(place).code == .newerFormat)
  }

  @Test func `where nothing is, nothing is made`() throws {
    let place = try TemporaryPlace()
    #expect(try refusal(place).code == .cannotOpen)
    try place.write("", to: "tree/.keep")
    #expect(try refusal(place).place == place.path("tree/tree.db"))
    try place.write("", to: "file")
    #expect(try refusal(place, "file").code == .cannotOpen)
  }

  @Test(arguments: ["tree.db", "tree.db-wal"])
  func `a pipe or a folder in the place of a file is refused at once`(name: String) throws {
    let place = try TemporaryPlace()
    try TreeStore(at: place.path("tree"), options: options()).close()
    let file = place.path("tree/\(name)")
    unlink(file)
    #expect(mkfifo(file, 0o600) == 0)
    let pipe = try refusal(place)
    #expect(pipe.code == .notADatabase && pipe.reason.contains("pipe"), "\(pipe)")
    #expect(pipe.place == file)
    unlink(file)
    #expect(mkdir(file, 0o700) == 0)
    #expect(try refusal(place).reason.contains("folder"))
  }

  @Test func `a place with anything in it is left as it is`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path("tree"), options: options())
    try store.write("a", .node(.leaf("b")))
    store.close()
    try place.write("mine", to: "taken/note")
    func repair(_ target: String) throws -> RepairReport {
      try TreeStore.repair(place.path("tree"), into: place.path + "/" + target, options: options())
    }
    #expect(throws: StoreError.self) { try repair("taken") }
    #expect(throws: StoreError.self) { try repair("taken/note") }
    #expect(throws: StoreError.self) { try repair("nowhere/repaired") }
    #expect(try place.text(of: "taken/note") == "mine")
    #expect(!Paths.exists(place.path("taken.part")) && !Paths.exists(place.path("nowhere")))
    // An empty folder, by another name and with slashes, is a place.
    #expect(mkdir(place.path("empty"), 0o700) == 0)
    #expect(symlink("empty", place.path("link")) == 0)
    #expect(try repair("link//").records == 1)
    #expect(Paths.exists(place.path("empty/tree.db")) && !Paths.exists(place.path("empty.part")))
  }

  @Test func `what a killed repair left is replaced, and another's is left alone`() throws {
    let place = try TemporaryPlace()
    let store = try TreeStore(at: place.path("tree"), options: options())
    try store.write("a", .node(.leaf("b")))
    store.close()
    for name in ["lock", "damaged", "damaged-wal", "fresh", "tree/tree.db", "tree/clients/one"] {
      try place.write("left over", to: "repaired.part/\(name)")
    }
    try expectBusy(place)
    #expect(try place.text(of: "repaired.part/damaged") == "left over")
    let report = try TreeStore.repair(
      place.path("tree"), into: place.path("repaired"), options: options())
    #expect(report == RepairReport(records: 1, lost: []))
    #expect(!Paths.exists(place.path("repaired.part")))
  }

  /// Holds the lock no longer than it runs.
  private func expectBusy(_ place: TemporaryPlace) throws {
    let attempt = try FileLock.attempt(at: place.path("repaired.part/lock"))
    guard case .taken = attempt else { throw ProcessFailure("a lock", seen: "\(attempt)") }
    let busy = #expect(throws: StoreError.self) {
      try TreeStore.repair(place.path("tree"), into: place.path("repaired"), options: options())
    }
    withExtendedLifetime(attempt) {}
    #expect(busy?.code == .busy)
    #expect(!Paths.exists(place.path("repaired")))
  }

  @Test func `every loss is said once, with how often it came`() {
    var random = SeededGenerator()
    var losses = Losses()
    var counts: [String: Int] = [:]
    for _ in 0..<40 {
      var more = Losses()
      for _ in 0..<Int.random(in: 0..<20, using: &random) {
        let place = "\(Int.random(in: 0..<5, using: &random))"
        counts[place, default: 0] += 1
        if Bool.random(using: &random) {
          losses.note(place, "It is gone.")
        } else {
          more.note(place, "It is gone.")
        }
      }
      losses.add(more)
    }
    let expected = counts.map { "\($0): It is gone (\($1) times)." }
    #expect(losses.findings.map(\.description).sorted() == expected.sorted())
    losses.note("new", "It is gone.")
    #expect(losses.findings.last?.description == "new: It is gone.")
    for number in 0..<1_000 { losses.note("\(number)", "It is lost.") }
    #expect(losses.findings.count == StoreLimits.findings)
  }
}
