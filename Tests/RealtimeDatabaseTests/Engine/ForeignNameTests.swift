import Foundation
import JSONTree
import Platform
import TestSupport
import Testing

@testable import RealtimeDatabase
@testable import TreeStore

/// Links in a tree's folder to files of others: said in a sentence, and nothing written there.
@Suite struct ForeignNameTests {
  @Test(arguments: [TreeStore.queueName, Doorbell.fileName])
  func `a link instead of a file of ours is refused with a sentence`(name: String) async throws {
    let place = try TemporaryPlace()
    let precious = try place.write("precious", to: "precious")
    #expect(symlink(precious, place.path(name)) == 0)
    let error = await #expect(throws: DatabaseError.self) {
      let database = try await Database.open(at: place.path)
      try await database.commit(try .put("/a", 1))
    }
    #expect(error?.reason.contains("link") == true, "\(error?.reason ?? "")")
    #expect(try place.text(of: "precious") == "precious")
  }

  @Test func `a tree whose file is a link works, log and all`() async throws {
    let place = try TemporaryPlace()
    for name in ["real", "tree"] {
      try FileManager.default.createDirectory(
        atPath: place.path(name), withIntermediateDirectories: true)
    }
    try place.write("", to: "real/other.db")
    #expect(symlink("../real/other.db", place.path("tree/tree.db")) == 0)
    let database = try await Database.open(at: place.path("tree"))
    try await database.commit(try .put("/a", 1))
    #expect(unlink(place.path("real/other.db-shm")) == 0)
    let peer = try await PeerClient(at: place.path("tree"))
    #expect(try await peer.ask(#"{"do":"set","path":"/b","value":2}"#) == #"{"ok":true}"#)
    try await database.commit(try .put("/c", 3))
    #expect(try await database.read { try $0.node(at: .root) } == ["a": 1, "b": 2, "c": 3])
    try await peer.kill(SIGKILL)
    await database.close()
  }

  @Test func `a name that becomes a link under an open database is not followed`() async throws {
    let desk = try Desk()
    try await desk.database.commit(try .put("/a", 1))
    let precious = try desk.place.write("precious", to: "precious")
    for name in [TreeStore.queueName, Doorbell.fileName] {
      #expect(unlink(desk.place.path(name)) == 0)
      #expect(symlink(precious, desk.place.path(name)) == 0)
      if name == TreeStore.queueName {
        let error = await #expect(throws: DatabaseError.self) {
          try await desk.database.commit(try .put("/b", 2))
        }
        #expect(error?.reason.contains("link") == true, "\(error?.reason ?? "")")
      } else {
        // Nobody is woken, and that is all.
        try await desk.database.commit(try .put("/b", 2))
      }
      #expect(try desk.place.text(of: "precious") == "precious")
      #expect(unlink(desk.place.path(name)) == 0)
    }
    try await desk.database.commit(try .put("/c", 3))
    #expect(try await desk.node(.root) == ["a": 1, "b": 2, "c": 3])
    await desk.database.close()
  }
}
