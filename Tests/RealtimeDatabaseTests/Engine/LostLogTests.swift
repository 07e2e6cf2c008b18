import Foundation
import JSONTree
import TestSupport
import Testing

@testable import RealtimeDatabase
@testable import TreeStore

/// What happens when the log or the shared memory is deleted or replaced under an open database,
/// and another program opens it then: no write is lost without a word.
@Suite(.serialized) struct LostLogTests {
  /// What is done to the files.
  enum Fault: CaseIterable, Sendable {
    case delete
    /// A copy takes the name.
    case copy

    func happen(to file: String) throws {
      switch self {
      case .delete: #expect(unlink(file) == 0)
      case .copy:
        try FileManager.default.copyItem(atPath: file, toPath: file + ".copy")
        #expect(rename(file + ".copy", file) == 0)
      }
    }
  }

  private static func file(_ desk: Desk, _ end: String) -> String {
    desk.place.path(TreeStore.fileName + end)
  }

  private static func set(_ path: String, _ value: Int, by peer: PeerClient) async throws {
    #expect(
      try await peer.ask(#"{"do":"set","path":"\#(path)","value":\#(value)}"#) == #"{"ok":true}"#)
  }

  /// Expects that this program, its observers and one that opens now see the same.
  private static func expect(_ node: Node, at desk: Desk, _ seen: Recorder<String>?) async throws {
    #expect(try await desk.node(.root) == node)
    #expect(try await desk.database.check().isEmpty)
    if let seen {
      _ = try await seen.last("value " + JSONWriter(form: .export).text(node))
    }
    let peer = try await PeerClient(at: desk.place.path)
    let answer = try await peer.ask(#"{"do":"get"}"#)
    #expect(answer.contains(JSONWriter(form: .export).text(node)), "\(answer)")
    try await peer.kill(SIGKILL)
  }

  @Test(arguments: Fault.allCases, [["-shm"], ["-wal"], ["-wal", "-shm"]])
  func `writes before and after a lost file are all there`(
    fault: Fault, ends: [String]
  ) async throws {
    for isObserved in [false, true] {
      let desk = try Desk()
      let seen = isObserved ? Recorder<String>() : nil
      if let seen { desk.database.reference().record([.value], into: seen) }
      try await desk.database.commit(try .put("/a", 1))
      // A second place with the file open: both must go over to the new files.
      let second = try desk.other()
      try await second.commit(try .put("/b", 2))
      _ = try await desk.node(.root)
      for end in ends { try fault.happen(to: Self.file(desk, end)) }
      try await desk.database.commit(try .put("/c", 3))
      let peer = try await PeerClient(at: desk.place.path)
      try await Self.set("/d", 4, by: peer)
      try await desk.database.commit(try .put("/e", 5))
      try await second.commit(try .put("/f", 6))
      try await Self.set("/g", 7, by: peer)
      try await Self.expect(
        ["a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7], at: desk, seen)
      try await peer.kill(SIGKILL)
      await second.close()
      await desk.database.close()
    }
  }

  @Test(arguments: [false, true])
  func `another program that was first after the memory was deleted loses nothing`(
    isObserved: Bool
  ) async throws {
    let desk = try Desk()
    let seen = isObserved ? Recorder<String>() : nil
    if let seen { desk.database.reference().record([.value], into: seen) }
    try await desk.database.commit(try .put("/a", 1))
    _ = try await desk.node(.root)
    for round in 0..<3 {
      #expect(unlink(Self.file(desk, "-shm")) == 0)
      let peer = try await PeerClient(at: desk.place.path)
      try await Self.set("/b\(round)", 2, by: peer)
      try await desk.database.commit(try .put("/c", .leaf(.integer(Int64(round)))))
      try await Self.set("/d\(round)", 3, by: peer)
      try await peer.kill(SIGKILL)
    }
    try await Self.expect(
      ["a": 1, "b0": 2, "b1": 2, "b2": 2, "c": 2, "d0": 3, "d1": 3, "d2": 3], at: desk, seen)
    await desk.database.close()
  }

  @Test func `what cannot be saved is said, once, and then work goes on`() async throws {
    let desk = try Desk()
    try await desk.database.commit(try .put("/a", 1))
    // All of it is in the file: what comes now is in the log alone.
    let connection = try Connection(opening: Self.file(desk, ""), access: .readWrite)
    #expect(try connection.integer("SELECT max(revision) FROM journal") == 1)
    #expect(try connection.checkpoint(truncating: true))
    connection.close()
    try await desk.database.commit(try .put("/b", 2))
    for end in ["-wal", "-shm"] { #expect(unlink(Self.file(desk, end)) == 0) }
    let peer = try await PeerClient(at: desk.place.path)
    try await Self.set("/c", 3, by: peer)
    let error = await #expect(throws: DatabaseError.self) {
      try await desk.database.commit(try .put("/d", 4))
    }
    #expect(error?.reason.contains("deleted") == true, "\(error?.reason ?? "")")
    try await desk.database.commit(try .put("/e", 5))
    try await Self.expect(["a": 1, "c": 3, "e": 5], at: desk, nil)
    try await peer.kill(SIGKILL)
    await desk.database.close()
  }
}
