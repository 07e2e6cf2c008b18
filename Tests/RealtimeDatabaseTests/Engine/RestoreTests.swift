import Foundation
import JSONTree
import Platform
import TestSupport
import Testing

@testable import RealtimeDatabase
@testable import TreeStore

/// What happens to the files under an open database: observers end with the last state, or are told
/// clearly why not.
@Suite struct RestoreTests {
  private static func file(_ desk: Desk) -> String { desk.place.path(TreeStore.fileName) }

  /// Copies the database as it is into one file, as SQLite's own tool for backups does.
  private static func backUp(_ desk: Desk, to name: String = "backup") throws -> String {
    let path = desk.place.path(name)
    let connection = try Connection(opening: file(desk), access: .readWrite)
    defer { connection.close() }
    try connection.execute("VACUUM INTO '\(path)'")
    return path
  }

  /// Puts a backup in the file's place, as people do: the new file under the old name, no old log.
  private static func restore(_ backup: String, to desk: Desk) throws {
    for end in ["-wal", "-shm"] { _ = unlink(file(desk) + end) }
    #expect(rename(backup, file(desk)) == 0)
  }

  /// Puts a backup's content into the open file in one transaction, as SQLite's `.restore` does.
  private static func restoreInside(_ backup: String, to desk: Desk) throws {
    let connection = try Connection(opening: file(desk), access: .readWrite)
    defer { connection.close() }
    try connection.execute("ATTACH '\(backup)' AS old")
    try connection.execute(
      """
      BEGIN IMMEDIATE;
      DELETE FROM record; INSERT INTO record SELECT * FROM old.record;
      DELETE FROM journal; INSERT INTO journal SELECT * FROM old.journal;
      COMMIT;
      """)
  }

  @Test func `a deleted bell, a checkpoint and a backup lose no news`() async throws {
    let desk = try Desk()
    let other = try desk.other()
    let seen = Recorder<String>()
    other.reference(withPath: "n").record([.value], into: seen)
    let place = desk.database.reference(withPath: "n")
    try await place.setValue(1)
    _ = try await seen.last("value 1")
    for number in 2...6 {
      switch number {
      case 2, 3: #expect(unlink(desk.place.path(Doorbell.fileName)) == 0)
      case 4:
        let connection = try Connection(opening: Self.file(desk), access: .readWrite)
        _ = try connection.checkpoint(truncating: true)
        connection.close()
      case 5: _ = try Self.backUp(desk)
      default: break
      }
      try await place.setValue(number)
      _ = try await seen.last("value \(number)")
    }
    #expect(seen.all.last == "value 6")
    await desk.database.close()
    await other.close()
  }

  @Test func `a file restored from a backup is read and written by all who have it open`()
    async throws
  {
    let desk = try Desk()
    let other = try desk.other()
    let databases = [desk.database, other]
    let place = desk.database.reference(withPath: "n")
    try await place.setValue(["a": 1])
    let backup = try Self.backUp(desk)
    let seen = [Recorder<String>(), Recorder<String>()]
    for (database, recorder) in zip(databases, seen) {
      database.reference(withPath: "n").record([.value, .childRemoved], into: recorder)
    }
    for number in 2...9 { try await place.child("b").setValue(number) }
    for recorder in seen { _ = try await recorder.last("value {\"a\":1,\"b\":9}") }
    try Self.restore(backup, to: desk)
    // Nobody rang: the file's new name is news enough.
    for recorder in seen { _ = try await recorder.last("removed b = 9") }
    for recorder in seen {
      try await eventually("the value behind it") { recorder.all.last == "value {\"a\":1}" }
    }
    for (index, database) in databases.enumerated() {
      let there = try await database.read { try $0.node(at: "/n") }
      #expect(there == (index == 0 ? ["a": 1] : ["a": 1, "c": 0]))
      try await database.reference(withPath: "n/c").setValue(index)
      for recorder in seen { _ = try await recorder.last("value {\"a\":1,\"c\":\(index)}") }
    }
    // It is the new file that has been written.
    let third = try desk.other()
    #expect(try await third.read { try $0.node(at: "/n") } == ["a": 1, "c": 1])
    #expect(try await third.check().isEmpty)
    await third.close()
    for database in databases { await database.close() }
  }

  @Test func `a write that nobody observes goes into the restored file`() async throws {
    let desk = try Desk()
    try await desk.database.commit(try .put("/n", 1))
    let backup = try Self.backUp(desk)
    try await desk.database.commit(try .put("/n", 2))
    try Self.restore(backup, to: desk)
    try await desk.database.commit(try .put("/m", 3))
    #expect(try await desk.node(.root) == ["n": 1, "m": 3])
    await desk.database.close()
    let again = try desk.other()
    #expect(try await again.read { try $0.node(at: .root) } == ["n": 1, "m": 3])
    await again.close()
  }

  @Test func `a write is refused while the file is gone, and made when it is back`() async throws {
    let desk = try Desk()
    try await desk.database.commit(try .put("/n", 1))
    let backup = try Self.backUp(desk)
    for end in ["", "-wal", "-shm"] { #expect(unlink(Self.file(desk) + end) == 0) }
    let error = await #expect(throws: DatabaseError.self) {
      try await desk.database.commit(try .put("/n", 2))
    }
    #expect(error?.code == .cannotOpen)
    #expect(error?.reason.contains("deleted") == true, "\(error?.reason ?? "")")
    await #expect(throws: DatabaseError.self) {
      _ = try await desk.node("/n")
      _ = try await desk.node("/n")
    }
    #expect(!FileManager.default.fileExists(atPath: Self.file(desk)))
    try Self.restore(backup, to: desk)
    try await desk.database.commit(try .put("/m", 3))
    #expect(try await desk.node(.root) == ["n": 1, "m": 3])
    await desk.database.close()
  }

  @Test func `revisions that go backwards inside the file are everything anew`() async throws {
    let desk = try Desk()
    let other = try desk.other()
    let place = desk.database.reference(withPath: "n")
    try await place.setValue(["a": 1])
    let backup = try Self.backUp(desk)
    let seen = Recorder<String>()
    other.reference(withPath: "n").record([.value], into: seen)
    try await place.child("b").setValue(2)
    _ = try await seen.last("value {\"a\":1,\"b\":2}")
    try Self.restoreInside(backup, to: desk)
    // A write elsewhere: only the number of its revision tells that the past is another.
    try await desk.database.commit(try .put("/other", true))
    _ = try await seen.last("value {\"a\":1}")
    // The number that was seen last comes again, with another past behind it.
    try await place.child("c").setValue(3)
    _ = try await seen.last("value {\"a\":1,\"c\":3}")
    let last = try await other.read { $0.revision }
    try Self.restoreInside(backup, to: desk)
    let store = try TreeStore(at: desk.place.path)
    var number: Int64 = 0
    while try store.revision() < last {
      number += 1
      _ = try store.commit([CommitRequest(try .put("/elsewhere", .leaf(.integer(number))))])
    }
    #expect(try store.revision() == last)
    store.close()
    await other.lookForNews()
    #expect(try await seen.first(5).last == "value {\"a\":1}")
    await desk.database.close()
    await other.close()
  }
}
